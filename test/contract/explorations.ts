/** Explorations of scenarios, over any transport. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExplorationUpdate } from '#shared/schemas/scenario/exploration.ts';
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
  external: [{ name: orders, url: ${url}/webhook, ${lookUpOf(url)}${reset} }]
  destinations: [{ name: Orders, payloadShape: full, sources: [Shop], webhooks: [{ receiver: orders }] }]
when:
  - { id: sent, send: { source: Shop, sample: track, count: 2, over: 1m } }
then:
  - { lookUp: orders, count: 1, timeout: 1s }
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
      await scenarios.create({
        file: 'several.yaml',
        text: scenario(url, ` }, { name: billing, url: ${url}`),
      });
      await scenarios.create({
        file: 'no-external.yaml',
        text: scenario(url, '')
          .replace(/ {2}external:.*\n/, '  receivers: [{ name: orders }]\n')
          .replace(/then:[\s\S]*/, 'then: [{ lost: 0 }]\n'),
      });
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

    it('find the shortest schedule that fails, as a scenario that can be run', async () => {
      const { updates, report } = await explore({ disturbances: ['duplicate', 'reorder'] });
      expect(updates[0]).toMatchObject({ kind: 'started' });
      expect(
        new Set(updates.flatMap((one) => (one.kind === 'progress' ? one.progress.phase : []))),
      ).toEqual(new Set(['baseline', 'searching', 'shrinking']));
      expect(report).toMatchObject({ verdict: 'failed', seed: 1, unchecked: [] });
      const { finding } = report;
      expect(finding).toMatchObject({
        disturbances: [{ kind: 'duplicate', messageId: expect.stringMatching(/^sent-[12]$/) }],
        failures: [{ processed: 2 }],
        ...{ failed: 3, runs: 3 },
      });
      const messageId = finding?.disturbances[0]?.messageId ?? '';
      const requests = finding?.events.filter(({ kind }) => kind === 'request') ?? [];
      expect(requests.length).toBeGreaterThan(0);
      for (const event of requests) expect(event).toMatchObject({ messageId, body: '' });
      const lane = finding?.timeline.lanes.find(({ receiver }) => receiver === 'orders-proxy');
      expect(lane?.buckets.map(({ copies }) => copies).filter(Boolean)).toEqual([1]);
      const { scenarios } = open().client;
      const found = 'explored.found.yaml';
      await scenarios.create({ file: found, text: finding?.text ?? '' });
      for await (const update of await scenarios.run({ file: found }))
        if (update.kind === 'finished') expect(update.run.verdict).toBe('failed');
    });

    it('find nothing if copies are ignored, and continue after what was tried', async () => {
      orders.ignoresCopies = true;
      const one = await explore({ disturbances: ['duplicate'] });
      // Both together, then each alone.
      expect(one.report).toMatchObject({
        ...{ verdict: 'passed', isComplete: true, position: 3, finding: null },
        coverage: { runs: 3, kinds: [{ kind: 'duplicate', tried: 2, possible: 2 }] },
      });
      const rest = await explore({ disturbances: ['duplicate'], position: 2 });
      const ran = rest.updates.flatMap((update) =>
        update.kind === 'progress' && update.progress.phase === 'searching'
          ? [update.progress.schedule]
          : [],
      );
      expect(ran).toEqual([[{ kind: 'duplicate', messageId: 'sent-2' }]]);
    });

    it('need an external that can be reset, and a known disturbance', async () => {
      const { check, get } = open().client.scenarios;
      await expectError(explore({ file: 'no-reset.yaml' }), 'conflict', 'reset');
      await expectError(explore({ file: 'no-external.yaml' }), 'conflict', 'external');
      await expectFieldError(explore({ external: 'other' }), ['external'], 'other');
      await expectFieldError(explore({ file: 'several.yaml' }), ['external'], 'several');
      await expectError(explore({ file: 'missing.yaml' }), 'not_found', 'Scenario not found');
      await expectFieldError(explore({ disturbances: [] }), ['disturbances'], 'at least one');
      const { text } = await get({ file: 'no-reset.yaml' });
      const { externals } = await check({ file: 'no-reset.yaml', text });
      const url = `${orders.url}/webhook`;
      expect(externals).toEqual([{ name: 'orders', url, isResettable: false, hasLookUp: true }]);
    });

    it('are stopped, and one at a time', async () => {
      orders.ignoresCopies = true;
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
