/** What a run sends stays on this machine, except for the origins that its user allowed (D60). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { Product } from '#main/hosts/sandbox/product.ts';
import { UntrustedWorkspaceError } from '#main/kit/http-client/attempt-result.ts';
import { createOriginGate } from '#main/kit/http-client/send-gate.ts';
import { runText } from '#test/support/run-scenario.ts';

const text = `
scenario: 1
name: A URL that no check knows of
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop, secret: s3cret }]
  destinations: [{ name: Orders, sharedSecret: s3cret, sources: [Shop], webhooks: [{ mock: shop }] }]
when:
  - { id: order, send: { source: Shop, message: { type: track, userId: ada, event: Paid } } }
then:
  - lost: 0
`;

/** Its product sends elsewhere as soon as it is set up, as after a fault in what lists the URLs. */
const sendingTo =
  (url: string) =>
  (product: Product): Partial<Product> => {
    let isChanged = false;
    return {
      async advance(request) {
        const [destination] = await product.client.destinations.list();
        const [webhook] = destination?.webhooks ?? [];
        if (!isChanged && destination && webhook) {
          isChanged = true;
          const webhooks = [{ ...webhook, url }];
          await product.client.destinations.update({ id: destination.id, webhooks });
          await product.setServers([url]);
        }
        return product.advance(request);
      },
    };
  };

it('blocks attempts to other machines', async () => {
  const { events } = await runText(text, { change: sendingTo('http://hooks.invalid/') });
  expect(events.filter(({ kind }) => kind === 'attempt')).toEqual([
    expect.objectContaining({ outcome: 'blocked' }),
  ]);
});

it('sends requests of its own only there, too', async () => {
  const { report } = await runText(
    text.replace('when:', "when:\n  - { http: { url: 'http://hooks.invalid/' } }"),
  );
  expect(report.inconclusive).toMatchObject([
    {
      code: 'http_step_failed',
      message: expect.stringContaining(new UntrustedWorkspaceError().message),
    },
  ]);
});

it('sends requests of its own with the bytes of their URL, and knows localhost without a look-up', async () => {
  const urls: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    urls.push(url);
    response.end(headers.host);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://shop.localhost:${port}/a/../b/%7e?x=[1]`;
  const scenario = text.replace(
    'mocks: [',
    `servers: [{ name: app, url: '${url}', reset: { method: POST, url: '${url}' } }]\n  mocks: [`,
  );
  const { report } = await runText(scenario);
  server.close();
  expect(report.inconclusive).toEqual([]);
  expect(urls).toEqual(['/a/../b/%7e?x=[1]']);
});

it('compares hosts and ports of allowed origins', () => {
  const gate = createOriginGate(['https://a.example', 'http://[2001:db8::1]:8080']);
  const allowed = (host: string, port: number) => typeof gate.hostFor(host, port) === 'string';
  expect(allowed('a.example', 443)).toBe(true);
  expect(allowed('a.example', 80)).toBe(false);
  expect(allowed('b.a.example', 443)).toBe(false);
  expect(allowed('2001:db8::1', 8080)).toBe(true);
  expect(allowed('[2001:db8::1]', 8080)).toBe(true);
  expect(allowed('127.0.0.1', 5)).toBe(true);
  expect(allowed('[::1]', 5)).toBe(true);
});
