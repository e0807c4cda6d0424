import { isLoopback } from '#shared/lib/loopback.ts';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';

/** Hosts other than this machine that destinations send to and receivers forward to, sorted. */
export function remoteHosts(
  destinations: readonly Pick<Destination, 'webhookUrl' | 'webhooks'>[],
  receivers: readonly Pick<Receiver, 'forward'>[],
): readonly string[] {
  const urls = [
    ...destinations.flatMap(webhooksOf).map(({ url }) => url),
    ...receivers.flatMap(({ forward }) => forward?.url ?? []),
  ];
  // A stored URL may be invalid.
  const hosts = urls.flatMap((url) => URL.parse(url)?.hostname ?? []);
  return [...new Set(hosts.filter((host) => !isLoopback(host)))].toSorted();
}
