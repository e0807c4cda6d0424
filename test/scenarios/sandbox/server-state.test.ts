/** What scenarios ask a server about its own state, over real HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runText } from '#test/support/run-scenario.ts';

interface Webhook {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

interface Receiver {
  /** Takes a webhook; what it returns is the status. */
  readonly takes?: (webhook: Webhook) => number;
  /** Responds to GET. */
  readonly asked: (path: string, response: ServerResponse) => void;
}

/** Returns its origin. */
async function startReceiver({ takes = () => 200, asked }: Receiver): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return asked(request.url ?? '', response);
    const status = takes({ body: await text(request), headers: request.headers });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a lookup by a value of the payload', () => {
  const scenario = (origin: string, placeholder: string) => `
scenario: 1
name: Payloads
given:
  servers: [{ name: shop, url: '${origin}/hook', lookUp: '${origin}/count?id=${placeholder}' }]
  destinations: [{ name: Hooks, profile: github, sharedSecret: s3cret, webhooks: [{ server: shop }] }]
when:
  - { id: pushes, payload: { destination: Hooks, event: push, body: '{"after":"sha/{n}"}', count: 2 } }
  - finish: {}
then:
  - { name: once, lookUp: shop, count: 1, timeout: 1s }`;

  const values: readonly (readonly [string, (webhook: Webhook) => string])[] = [
    ['{body.after}', ({ body }) => JSON.parse(body).after],
    ['{header[X-GitHub-Delivery]}', ({ headers }) => String(headers['x-github-delivery'])],
  ];

  it.each(values)('counts effects: %s', async (placeholder, idOf) => {
    const effects: string[] = [];
    let perWebhook = 1;
    const origin = await startReceiver({
      takes(webhook) {
        for (let n = 0; n < perWebhook; n += 1) effects.push(idOf(webhook));
        return 200;
      },
      asked(path, response) {
        const id = new URL(path, 'http://localhost').searchParams.get('id');
        response.end(String(effects.filter((one) => one === id).length));
      },
    });
    const right = await runText(scenario(origin, placeholder));
    expect(right.report).toMatchObject({ verdict: 'passed', inconclusive: [] });
    effects.length = 0;
    perWebhook = 2;
    expect((await runText(scenario(origin, placeholder))).failing).toEqual(['once']);
  });

  it('is inconclusive for a message without it', async () => {
    const origin = await startReceiver({ asked: (_, response) => response.end('1') });
    const { report } = await runText(scenario(origin, '{body.none}'));
    expect(report.inconclusive).toMatchObject([
      { code: 'look_up_failed', message: expect.stringContaining('{body.none}') },
    ]);
  });
});
