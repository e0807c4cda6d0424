/** Path and query on the wire, byte for byte as configured (D66). */
import { expect, it } from 'vitest';
import { NewDestination } from '#shared/connections/destination.ts';
import { requestedUrl, sentUrl } from '#shared/kit/webhook-url.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

const targets = [
  ['', '/'],
  ['/', '/'],
  ['?', '/?'],
  ['/?', '/?'],
  ['?a=1', '/?a=1'],
  ['/a?', '/a?'],
  ['/a??b?', '/a??b?'],
  ['/a/../b/./c', '/a/../b/./c'],
  ['/%2e%2e/%2E/x%2fy', '/%2e%2e/%2E/x%2fy'],
  ['//a//', '//a//'],
  ["/a'b(c)*!$&+,;=:@[d]", "/a'b(c)*!$&+,;=:@[d]"],
  ["?q='a'&e=&f[]=[1]&100%", "/?q='a'&e=&f[]=[1]&100%"],
  ['/{a}?{b}', '/{a}?{b}'],
  ['/a"<b>\\^`|?"<b>\\^`|', '/a%22%3Cb%3E%5C%5E%60%7C?%22%3Cb%3E%5C%5E%60%7C'],
  ['/ü/😀?ß', '/%C3%BC/%F0%9F%98%80?%C3%9F'],
] as const;

it.each(targets)('%j is requested as %s', (configured, target) => {
  const url = `HTTP://ExAmple.com:80${configured}`;
  expect(requestedUrl(url)).toEqual({ origin: 'http://example.com', target });
  expect(sentUrl(url)).toBe(`http://example.com${target}`);
});

it('sends a request line of its own for each URL', async () => {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  const target = await startTarget();
  const origin = `http://127.0.0.1:${target.port}`;
  const expected = new Map(targets.map(([configured, path]) => [`${origin}${configured}`, path]));
  const urls = [...expected.keys()];
  for (let at = 0; at < urls.length; at += 5)
    await connect(core, { fanOut: 'each', urls: urls.slice(at, at + 5) });
  const { deliveries } = await send(core, track());
  for (const { id } of deliveries) await followed.state(id, 'delivered');
  const attempts = deliveries.flatMap(({ id }) => core.deliveries.get({ id }).attemptList);
  expect(attempts.map(({ url }) => url).sort()).toEqual([...urls].sort());
  expect(target.requests.map(({ path }) => path).sort()).toEqual([...expected.values()].sort());
});

it.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['localhost:3456/webhook', 'http://localhost:3456/webhook'],
  ['LocalHost:1/a?b', 'http://LocalHost:1/a?b'],
  ['app.localhost:80?x', 'http://app.localhost:80?x'],
  ['127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
  ['[::1]:8080/x', 'http://[::1]:8080/x'],
  [' http://example.com/x\n', 'http://example.com/x'],
  ['http://example.com/a/../b?', 'http://example.com/a/../b?'],
])('%j is saved as %s', (entered, saved) => {
  const parsed = NewDestination.parse({
    name: 'D',
    webhookUrl: entered,
    webhooks: [{ url: entered }],
  });
  expect([parsed.webhookUrl, parsed.webhooks[0]?.url]).toEqual([saved, saved]);
});

it.each([
  'example.com:3000/x',
  'localhost',
  'localhost/x',
  'mailto:a@localhost',
  'localhost@example.com',
  'localhost:x',
  'http:///x',
  'http:////x',
  'http://\\x',
  'http://a\\b/x',
  'http://?x',
  'http://example.com/#',
  'http://example.com/a#b',
])('%s is rejected at entry', (webhookUrl) => {
  expect(NewDestination.safeParse({ name: 'D', webhookUrl }).success).toBe(false);
});
