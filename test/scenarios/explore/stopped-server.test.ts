/** A server that stops while it is explored. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { exploreText } from './support/explore-text.ts';

beforeAll(ensureBuild);

/** Processes copies, and stops when it gets a copy of a message or when it is reset for this time. Returns its origin. */
async function startServer(stopsAt: 'copy' | number): Promise<string> {
  const counts = new Map<string, number>();
  let resets = 0;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://receiver');
    const body = await text(request);
    let isCopy = false;
    if (pathname === '/reset') {
      counts.clear();
      resets += 1;
    } else if (pathname === '/count') {
      response.write(String(counts.get(searchParams.get('id') ?? '') ?? 0));
    } else {
      const { messageId } = JSON.parse(body);
      isCopy = counts.has(messageId);
      counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
    }
    if (stopsAt === 'copy' ? !isCopy : resets < stopsAt) return void response.end();
    server.close();
    server.closeAllConnections();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function explored(stopsAt: 'copy' | number, then: string) {
  const origin = await startServer(stopsAt);
  const lookUp = then === '' ? '' : `, lookUp: '${origin}/count?id={messageId}'`;
  const { report } = await exploreText(
    `scenario: 1
name: Orders
given:
  sources: [{ name: Shop }]
  servers: [{ name: shop, url: '${origin}/hook', reset: { url: '${origin}/reset' }${lookUp} }]
  destinations: [{ name: Orders, payloadShape: full, sources: [Shop], webhooks: [{ server: shop }] }]
when:
  - { id: sent, send: { source: Shop, message: { type: track, userId: u1, event: Paid } } }
${then}
`,
    { kinds: ['lost_response'], maxRuns: 1, responsesOnly: true },
  );
  return report;
}

const lookUp = 'then: [{ lookUp: shop, count: 1 }]';

it.each([
  ['responses', ''],
  ['side effects', lookUp],
])('is no finding if a server that stops may have failed because of that: %s', async (_, then) => {
  expect(await explored('copy', then)).toMatchObject({
    ...{ verdict: 'inconclusive', finding: null },
    reason: { code: 'server_not_reachable', message: expect.stringContaining('sent-1') },
  });
});

it('keeps a finding from before, and the reason why there may be a shorter one', async () => {
  // Without disturbances, and with the one that fails.
  expect(await explored(3, lookUp)).toMatchObject({
    ...{ verdict: 'failed', reason: { code: 'server_not_reachable' } },
    finding: { failures: [{ processed: 2 }], runs: 1 },
  });
});
