/** Which receivers a destination sends to. */
import { useDestinations } from '#renderer/stores/destinations-store.ts';
import { useReceivers } from '#renderer/stores/receivers-store.ts';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';

export function usesReceiver(
  destination: Pick<Destination, 'webhookUrl' | 'webhooks'>,
  { url }: Pick<Receiver, 'url'>,
): boolean {
  return webhooksOf(destination).some((webhook) => webhook.url === url);
}

/** The first receiver among its webhooks; undefined when it sends elsewhere only. */
export function useReceiverOf(destinationId: string): Receiver | undefined {
  const destination = useDestinations(({ items }) => items.find(({ id }) => id === destinationId));
  return useReceivers(
    ({ items }) => destination && items.find((receiver) => usesReceiver(destination, receiver)),
  );
}
