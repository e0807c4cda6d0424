/** Receivers that a destination sends to. */
import { collections, useItems } from '#renderer/data/collections.ts';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';

export function usesReceiver(
  destination: Pick<Destination, 'webhookUrl' | 'webhooks'>,
  { url }: Pick<Receiver, 'url'>,
): boolean {
  return webhooksOf(destination).some((webhook) => webhook.url === url);
}

/** The first receiver among its webhooks; undefined if there is none. */
export function useReceiverOf(destinationId: string): Receiver | undefined {
  const destination = useItems(collections.destinations).find(({ id }) => id === destinationId);
  const receivers = useItems(collections.receivers);
  return destination && receivers.find((receiver) => usesReceiver(destination, receiver));
}
