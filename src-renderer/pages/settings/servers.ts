import { isLoopback } from '#shared/lib/loopback.ts';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';

/** On this machine, the port identifies the server. */
const nameOf = ({ hostname, host }: URL): string => (isLoopback(hostname) ? host : hostname);

/** Servers that destinations send to and receivers forward to, sorted; without Hookwright's own receivers. */
export function serversOf(
  destinations: readonly Pick<Destination, 'webhookUrl' | 'webhooks'>[],
  receivers: readonly Pick<Receiver, 'forward' | 'url'>[],
): readonly string[] {
  const urls = [
    ...destinations.flatMap(webhooksOf).map(({ url }) => url),
    ...receivers.flatMap(({ forward }) => forward?.url ?? []),
  ];
  // A stored URL may be invalid.
  const names = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => URL.parse(text ?? '') ?? []).map(nameOf);
  const own = new Set(names(receivers.map(({ url }) => url)));
  return [...new Set(names(urls).filter((name) => !own.has(name)))].toSorted();
}
