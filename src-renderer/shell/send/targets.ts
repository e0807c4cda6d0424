/** The URLs that the previewed message goes to, and what each does now. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { coreNow } from '#renderer/kit/data/clock.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import type { Preview, PreviewDelivery } from '#shared/sending/send.ts';
import { retries, type TargetUrl, urlNow } from './url-now.ts';

export interface Target extends TargetUrl {
  readonly key: string;
  /** Of the URL: of its mock endpoint, or host and path. */
  readonly name: string;
  readonly delivery: PreviewDelivery;
  readonly request: PreviewDelivery['requests'][number];
}

/** Faster updates can't be read. */
const refreshMs = 5_000;

/** Those that get a request. */
export function useTargets(preview: Preview | null): readonly Target[] {
  const destinations = useItems(collections.destinations);
  const mocks = useItems(collections.mocks);
  const { data } = useQuery({
    ...api.statistics.get.queryOptions({ input: { range: 'recent' } }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  const facts = { mocks, webhooks: data?.webhooks ?? [], now: coreNow() };
  return (preview?.deliveries ?? []).flatMap((delivery) => {
    const { destinationId, notSent, requests } = delivery;
    if (notSent !== null) return [];
    const destination = destinations.find(({ id }) => id === destinationId);
    return requests.map((request): Target => {
      const { url } = request;
      return {
        ...urlNow(url, { ...facts, destinationId }),
        isRetried: destination !== undefined && retries(destination),
        key: `${destinationId} ${url}`,
        name: mocks.find((mock) => mock.url === url)?.name ?? webhookName(url),
        delivery,
        request,
      };
    });
  });
}
