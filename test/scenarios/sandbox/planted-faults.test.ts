/** Faults planted around the processes of a run: each is caught by the check named here. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Advanced, ProductPort, RunPorts } from '#main/hosts/sandbox/ports.ts';
import { canonicalLines, firstDifference } from '#main/scenarios/history/history-hash.ts';
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

const text = scenario('mocks: [{ name: shop, secret: s3cret, strict: true }]');

/** A run whose product does something else. */
const withProduct =
  (change: (product: ProductPort) => Partial<ProductPort>) =>
  (ports: RunPorts): RunPorts => ({
    ...ports,
    async startProduct(options) {
      const product = await ports.startProduct(options);
      return { ...product, ...change(product) };
    },
  });

const withAdvances = (change: (advanced: Advanced) => Advanced) =>
  withProduct((product) => ({
    advance: async (request) => change(await product.advance(request)),
  }));

const faults: Readonly<
  Record<string, readonly [code: string, wrap: (ports: RunPorts) => RunPorts]>
> = {
  'a 200 before the commit': [
    'accepted',
    (ports) => ({
      ...ports,
      request: async (request) =>
        request.body?.includes('orders-2') ? { status: 200, body: '' } : ports.request(request),
    }),
  ],
  'a lost entry of a mock endpoint': [
    'requests',
    (ports) => ({
      ...ports,
      async startMocks(options) {
        const mocks = await ports.startMocks(options);
        let seen = 0;
        return {
          ...mocks,
          takeRequests: () =>
            mocks.takeRequests().filter(() => {
              seen += 1;
              return seen !== 2;
            }),
        };
      },
    }),
  ],
  'a miscounted ledger': [
    'ledger',
    withAdvances((advanced) => ({
      ...advanced,
      ledger: { ...advanced.ledger, delivered: advanced.ledger.delivered + 1 },
    })),
  ],
  'a logged error': [
    'log',
    withProduct((product) => ({
      takeErrors: () => [
        ...product.takeErrors(),
        { at: Date.UTC(2026, 0, 1), message: "Can't store an attempt." },
      ],
    })),
  ],
};

describe('a planted fault', () => {
  it.each(Object.entries(faults))('is caught: %s', async (_, [code, wrap]) => {
    const { report } = await runText(text, { wrap });
    expect(report.inconclusive).toEqual([]);
    expect(report.verdict).toBe('failed');
    expect(
      report.checks.flatMap((check) =>
        check.kind === 'invariant' && check.verdict === 'failed' ? [check.code] : [],
      ),
    ).toEqual([code]);
  });

  it('is caught: work that never ends, by a stall that names it', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).resume());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    // Time stands still during an attempt to a mock endpoint, and this one neither responds nor waits for a moment.
    const wrap = withProduct(() => ({ setServers: async () => undefined }));
    const { report } = await runText(
      scenario(`servers: [{ name: silent, url: '${url}' }]`, 'server: silent'),
      { wrap, stallMs: 10_000 },
    );
    server.close();
    expect(report.verdict).toBe('inconclusive');
    expect(report.inconclusive).toMatchObject([
      { code: 'stall', message: expect.stringContaining(url) },
    ]);
  });

  it('is caught: real time in the history, by differing hashes', async () => {
    const wrap = withAdvances((advanced) => ({
      ...advanced,
      activity: {
        ...advanced.activity,
        attempts: advanced.activity.attempts.map((attempt) => ({
          ...attempt,
          durationMs: performance.now(),
        })),
      },
    }));
    const [a, b] = [await runText(text, { wrap }), await runText(text, { wrap })];
    expect(b.report.historyHash).not.toBe(a.report.historyHash);
    const [first, second] = [a, b].map(({ events }) => [...canonicalLines(events, new Set())]);
    expect(firstDifference(first ?? [], second ?? [])?.a).toContain('"kind":"attempt"');
    const unchanged = [await runText(text), await runText(text)];
    expect(unchanged[0]?.report.historyHash).toBe(unchanged[1]?.report.historyHash);
  });
});
