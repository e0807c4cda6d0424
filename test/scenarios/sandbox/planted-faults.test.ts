/** Faults planted around the processes of a run: each is caught by the check named here. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  type AddressInfo,
  createServer as createSilentServer,
  type Server as NetServer,
} from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Advanced } from '#main/hosts/sandbox/messages.ts';
import type { Product } from '#main/hosts/sandbox/product.ts';
import { canonicalLines, firstDifference } from '#main/scenarios/history/history-hash.ts';
import type { MadeAttempt } from '#main/scenarios/sandbox-activity.ts';
import { runText } from '#test/support/run-scenario.ts';

const scenario = (given: string, webhook = 'mock: shop') => `
scenario: 1
name: Planted fault
given:
  sources: [{ name: Shop }]
  ${given}
  destinations: [{ name: Orders, sharedSecret: s3cret, sources: [Shop], webhooks: [{ ${webhook} }] }]
when:
  - { id: orders, send: { source: Shop, count: 3, over: 1m, message: { type: track, userId: 'user_{n}', event: Paid } } }
then:
  - lost: 0
`;

const scenarioText = scenario('mocks: [{ name: shop, secret: s3cret, strict: true }]');

const urlOf = (server: NetServer): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

type Change = (product: Product) => Partial<Product>;

const withAdvances =
  (change: (advanced: Advanced) => Advanced): Change =>
  (product) => ({ advance: async (request) => change(await product.advance(request)) });

const withAttempts = (change: (attempt: MadeAttempt) => Partial<MadeAttempt>) =>
  withAdvances((advanced) => ({
    ...advanced,
    activity: {
      ...advanced.activity,
      attempts: advanced.activity.attempts.map((attempt) => ({ ...attempt, ...change(attempt) })),
    },
  }));

/** An ingestion endpoint that accepts a message without storing it. */
const forgetful = createServer(async (request, response) => {
  const body = await text(request);
  const { authorization = '' } = request.headers;
  const isForgotten = body.includes('orders-2');
  const { status } = isForgotten
    ? { status: 200 }
    : await fetch(`${ingestUrl}${request.url}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      });
  response.writeHead(status).end();
});
let ingestUrl = '';
beforeAll(() => once(forgetful.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => forgetful.close());

const withError =
  (storageCode: string | null): Change =>
  (product) => ({
    takeErrors: () => [
      ...product.takeErrors(),
      { at: Date.UTC(2026, 0, 1), message: "Can't store an attempt.", storageCode },
    ],
  });

const faults: Readonly<Record<string, readonly [code: string, change: Change]>> = {
  'a 200 before the commit': [
    'accepted',
    (product) => {
      ingestUrl = product.ingestUrl;
      return { ingestUrl: urlOf(forgetful) };
    },
  ],
  'a status that the mock endpoint never returned': [
    'requests',
    withAttempts(({ messageId }) => (messageId === 'orders-2' ? { status: 202 } : {})),
  ],
  'a miscounted ledger': [
    'ledger',
    withAdvances((advanced) => ({
      ...advanced,
      ledger: { ...advanced.ledger, delivered: advanced.ledger.delivered + 1 },
    })),
  ],
  'a logged error': ['log', withError(null)],
};

describe('a planted fault', () => {
  it.each(Object.entries(faults))('is caught: %s', async (_, [code, change]) => {
    const { report } = await runText(scenarioText, { change });
    expect(report.inconclusive).toEqual([]);
    expect(report.verdict).toBe('failed');
    expect(
      report.checks.flatMap((check) =>
        check.kind === 'invariant' && check.verdict === 'failed' ? [check.code] : [],
      ),
    ).toEqual([code]);
  });

  it('decides nothing if it is about storing', async () => {
    const { report } = await runText(scenarioText, { change: withError('SQLITE_FULL') });
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      inconclusive: [{ code: 'step_failed' }],
    });
    expect(report.checks.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  it('is caught: work that never ends, by a stall that names it', async () => {
    const server = createSilentServer((socket) => socket.on('error', () => undefined).resume());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `${urlOf(server)}/hook`;
    // Time stands still during an attempt to a mock endpoint, and this one neither responds nor waits for a moment.
    const { report } = await runText(
      scenario(`servers: [{ name: silent, url: '${url}' }]`, 'server: silent'),
      { change: () => ({ setServers: async () => undefined }), stallMs: 10_000 },
    );
    server.close();
    expect(report.verdict).toBe('inconclusive');
    expect(report.inconclusive).toMatchObject([
      { code: 'stall', message: expect.stringContaining(url) },
    ]);
  });

  it('is caught: real time in the history, by differing hashes', async () => {
    const change = withAttempts(() => ({ durationMs: performance.now() }));
    const [a, b] = [
      await runText(scenarioText, { change }),
      await runText(scenarioText, { change }),
    ];
    expect(b.report.historyHash).not.toBe(a.report.historyHash);
    const [first, second] = [a, b].map(({ events }) => [...canonicalLines(events, new Set())]);
    expect(firstDifference(first ?? [], second ?? [])?.a).toContain('"kind":"attempt"');
    const unchanged = [await runText(scenarioText), await runText(scenarioText)];
    expect(unchanged[0]?.report.historyHash).toBe(unchanged[1]?.report.historyHash);
  });
});
