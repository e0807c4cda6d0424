import { isLoopback } from '#shared/lib/loopback.ts';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import type { Mock } from '#shared/schemas/mock.ts';

/** On this machine, the port identifies the server. */
const nameOf = ({ hostname, host }: URL): string => (isLoopback(hostname) ? host : hostname);

/** Servers that destinations send to and mock endpoints forward to, sorted; without Hookwright's mock endpoints. */
export function serversOf(
  destinations: readonly Pick<Destination, 'webhookUrl' | 'webhooks'>[],
  mocks: readonly Pick<Mock, 'forward' | 'url'>[],
): readonly string[] {
  const urls = [
    ...destinations.flatMap(webhooksOf).map(({ url }) => url),
    ...mocks.flatMap(({ forward }) => forward?.url ?? []),
  ];
  // A stored URL may be invalid.
  const names = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => URL.parse(text ?? '') ?? []).map(nameOf);
  const own = new Set(names(mocks.map(({ url }) => url)));
  return [...new Set(names(urls).filter((name) => !own.has(name)))].toSorted();
}
