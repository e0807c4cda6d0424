/** Webhook URLs of a configuration file that name a mock endpoint on a port where it doesn't listen. */

import { webhooksOf } from '#shared/connections/destination.ts';
import { isLoopback } from '#shared/kit/loopback.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { Configuration } from '#shared/settings/configuration.ts';

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
