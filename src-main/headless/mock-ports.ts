/** Webhook URLs of a configuration file that name a mock endpoint on a port where it doesn't listen. */
import { isLoopback } from '#shared/lib/loopback.ts';
import { portOf } from '#shared/lib/webhook-url.ts';
import type { Configuration } from '#shared/schemas/configuration.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { Mock } from '#shared/schemas/mock.ts';

/** A warning for each such URL. A mock endpoint without a URL has a problem of its own. */
export function wrongMockPorts(
  { destinations, mocks }: Configuration,
  listening: readonly Pick<Mock, 'name' | 'url'>[],
): readonly string[] {
  const own = new Set(mocks.map(({ name }) => name));
  const urls = listening
    .filter(({ name }) => own.has(name))
    .flatMap(({ url }) => (url === null ? [] : new URL(url)));
  return destinations.flatMap((destination) =>
    webhooksOf(destination).flatMap(({ url }) => {
      const sent = URL.parse(url);
      if (sent === null || !isLoopback(sent.hostname)) return [];
      const mock = urls.find(({ pathname }) => pathname === sent.pathname);
      if (mock === undefined || portOf(mock) === portOf(sent)) return [];
      return [
        `The destination "${destination.name}" sends to the mock endpoint ${sent.pathname} on port ${portOf(sent)}, but it listens on port ${portOf(mock)}. Start with --mock-port ${portOf(sent)}, or change the URL.`,
      ];
    }),
  );
}
