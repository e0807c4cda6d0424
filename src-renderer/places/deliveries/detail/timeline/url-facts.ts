/** What is known about the URLs of deliveries: names and outages of mock endpoints. */
import { useMemo } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { outageAround } from '#shared/mocks/outage-times.ts';
import { acceptsNext } from '#shared/mocks/rules.ts';
import { useReadOnly } from '../../use-deliveries-view.ts';
import type { UrlFacts } from './rows.ts';

/** The name of a mock endpoint, else host and path. */
const urlName = (url: string, mock: Pick<Mock, 'name'> | undefined): string =>
  mock?.name ?? webhookName(url);

export function useUrlNames(): (url: string) => string {
  const mocks = useItems(collections.mocks);
  return (url) =>
    urlName(
      url,
      mocks.find((mock) => mock.url === url),
    );
}

/** Facts about the URLs of a delivery; outages are those around a time. */
export function useUrlFacts(at: number): (url: string) => UrlFacts {
  // The endpoints of a run are gone.
  const isReadOnly = useReadOnly();
  const mocks = useItems(collections.mocks);
  return useMemo(
    () => (url) => {
      const mock = isReadOnly ? undefined : mocks.find((one) => one.url === url);
      const span = mock?.outage == null ? null : outageAround(mock.outage, at);
      return {
        name: urlName(url, mock),
        isMock: mock !== undefined,
        outage: mock && span ? { ...span, isAcceptedAfter: acceptsNext(mock) } : undefined,
      };
    },
    [mocks, isReadOnly, at],
  );
}
