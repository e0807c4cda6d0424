/** The servers that a configuration sends to, for the decision whether to trust it (D60). */
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import { isLoopback } from '#shared/kit/loopback.ts';
import type { Mock } from '#shared/mocks/mock.ts';

/** On this machine, the port identifies the server. */
const nameOf = ({ hostname, host }: URL): string => (isLoopback(hostname) ? host : hostname);

export interface Sending {
  readonly destinations: readonly Pick<Destination, 'webhookUrl' | 'webhooks'>[];
  readonly mocks: readonly Pick<Mock, 'forward'>[];
}

/** Servers that destinations send to and mock endpoints forward to, sorted; without those of the own URLs. */
export function serversOf(
  { destinations, mocks }: Sending,
  ownUrls: readonly (string | null)[],
): string[] {
  const urls = [
    ...destinations.flatMap(webhooksOf).map(({ url }) => url),
    ...mocks.flatMap(({ forward }) => forward?.url ?? []),
  ];
  // A stored URL may be invalid.
  const names = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => URL.parse(text ?? '') ?? []).map(nameOf);
  const own = new Set(names(ownUrls));
  return [...new Set(names(urls).filter((name) => !own.has(name)))].toSorted();
}
