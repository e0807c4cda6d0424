/** Mock endpoints that a destination sends to. */
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import type { Mock } from '#shared/mocks/mock.ts';

export function usesMock(
  destination: Pick<Destination, 'webhookUrl' | 'webhooks'>,
  { url }: Pick<Mock, 'url'>,
): boolean {
  return webhooksOf(destination).some((webhook) => webhook.url === url);
}

/** The first mock endpoint among its webhooks; undefined if there is none. */
export function useMockOf(destinationId: string): Mock | undefined {
  const destination = useItems(collections.destinations).find(({ id }) => id === destinationId);
  const mocks = useItems(collections.mocks);
  return destination && mocks.find((mock) => usesMock(destination, mock));
}

export const useIsMock = (url: string | undefined): boolean =>
  useItems(collections.mocks).some((mock) => mock.url === url);
