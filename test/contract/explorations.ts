/** Explorations of scenarios. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExplorationUpdate } from '#shared/scenarios/schema/exploration.ts';
import {
  lookUpOf,
  type OrdersServer,
  resetOf,
  startOrdersServer,
} from '../support/orders-server.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

const scenario = (url: string, reset: string): string => `scenario: 1
name: Orders
given:
  sources: [{ name: Shop }]
  servers: [{ name: orders, url: ${url}/webhook, ${lookUpOf(url)}${reset} }]
  destinations: [{ name: Orders, payloadShape: full, sources: [Shop], webhooks: [{ server: orders }] }]
when:
  - { id: sent, send: { source: Shop, sample: track, count: 1 } }
then:
  - { lookUp: orders, count: 1, timeout: 1m }
`;

export function describeExplorations(open: () => Connected): void {
  describe('explorations', () => {
    const file = 'explored.yaml';
    let orders: OrdersServer;
    beforeAll(async () => {
      orders = await startOrdersServer();
      const { url } = orders;
      const { scenarios } = open().client;
      await scenarios.create({ file, text: scenario(url, `, ${resetOf(url)}`) });
      await scenarios.create({ file: 'no-reset.yaml', text: scenario(url, '') });
    });
    afterAll(() => orders.stop());

    async function explore(more: object = {}) {
      const updates: ExplorationUpdate[] = [];
      const stream = await open().client.scenarios.explore({ file, ...more });
      for await (const update of stream) updates.push(update);
      const last = updates.at(-1);
      if (last?.kind !== 'finished') throw new Error('The exploration has no report.');
      return { updates, report: last.report };
    }

    it('report how they proceed, and the schedule that fails as a scenario', async () => {
      const { updates, report } = await explore({ disturbances: ['duplicate'] });
      expect(updates[0]).toMatchObject({ kind: 'started' });
      expect(
        new Set(updates.flatMap((one) => (one.kind === 'progress' ? one.progress.phase : []))),
      ).toEqual(new Set(['baseline', 'searching', 'shrinking']));
      expect(report).toMatchObject({ verdict: 'failed', seed: 1, unchecked: ['server_clock'] });
      const { finding } = report;
      expect(finding).toMatchObject({
        disturbances: [{ kind: 'duplicate', messageId: 'sent-1' }],
        failures: [{ processed: 2 }],
        ...{ failed: 3, runs: 3 },
      });
      const requests = finding?.events.filter(({ kind }) => kind === 'request') ?? [];
      expect(requests.length).toBeGreaterThan(0);
      for (const event of requests) expect(event).toMatchObject({ messageId: 'sent-1', body: '' });
      const lane = finding?.timeline.lanes.find(({ mock }) => mock === 'orders-proxy');
      expect(lane?.buckets.map(({ copies }) => copies).filter(Boolean)).toEqual([1]);
      const { scenarios } = open().client;
      const found = { file: 'explored.found.yaml', text: finding?.text ?? '' };
      expect(await scenarios.check(found)).toMatchObject({
        name: 'Orders (duplicate)',
        problems: [],
      });
    });

    it('continue after what was tried', async () => {
      // The only schedule would fail.
      const { report } = await explore({ disturbances: ['duplicate'], position: 1 });
      expect(report).toMatchObject({
        ...{ verdict: 'passed', isComplete: true, position: 1, finding: null },
        coverage: { kinds: [{ kind: 'duplicate', possible: 1 }] },
      });
    });

    it('need a server that can be reset, and a known disturbance', async () => {
      const { check, get } = open().client.scenarios;
      await expectError(explore({ file: 'no-reset.yaml' }), 'conflict', 'reset');
      await expectFieldError(explore({ server: 'other' }), ['server'], 'other');
      await expectError(explore({ file: 'missing.yaml' }), 'not_found', 'Scenario not found');
      await expectFieldError(explore({ disturbances: [] }), ['disturbances'], 'at least one');
      // Only the command line starts programs.
      const restart = { disturbances: ['restart' as 'duplicate'] };
      await expectFieldError(explore(restart), ['disturbances', 0], 'duplicate');
      const { text } = await get({ file: 'no-reset.yaml' });
      const { servers } = await check({ file: 'no-reset.yaml', text });
      const url = `${orders.url}/webhook`;
      expect(servers).toEqual([{ name: 'orders', url, isResettable: false, hasLookUp: true }]);
    });

    it('are stopped, and one at a time', async () => {
      const { scenarios } = open().client;
      let last: ExplorationUpdate | undefined;
      for await (const update of await scenarios.explore({ file })) {
        last = update;
        if (update.kind !== 'started') continue;
        await expectError(explore(), 'conflict', 'Another scenario is running');
        await scenarios.cancel({ id: update.id });
      }
      expect(last).toMatchObject({
        ...{
          kind: 'finished',
          report: { verdict: 'inconclusive', reason: { code: 'interrupted' } },
        },
      });
    });
  });
}
