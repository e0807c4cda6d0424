/** A server that doesn't respond in time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { hangOf } from '#main/scenarios/explore/hang.ts';
import { createHistory } from '#main/scenarios/history/history-index.ts';
import { runCommand } from '#test/hosts/headless/support/run-command.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { exploreText } from './support/explore-text.ts';
import { ordersScenario, startOrdersForTest } from './support/orders.ts';

const target = { server: 'orders', timeLimitMs: 5_000 };

const delayOf = (ms: number) => ({ since: () => ms, recent: () => ms, stop: () => undefined });

beforeAll(ensureBuild);

interface Late {
  readonly messageId: string;
  readonly at: number;
  readonly timeouts?: number;
  readonly mock?: string;
}

function hangIn(...late: readonly Late[]) {
  const history = createHistory();
  for (const { mock = 'orders-proxy', ...of } of late)
    history.append({
      ...{ kind: 'request', mock, entry: 'request', destination: 'Orders', attempt: 1 },
      ...{ copiedBy: null, status: 504, fault: 'none', cause: 'server_failed', signature: null },
      ...{ method: 'POST', path: '/', headers: [], body: '', bodyIsBase64: false, ...of },
    });
  return hangOf(history, target)?.messageIds ?? null;
}

it('names two requests in progress at the same time, or the first', () => {
  const first = { messageId: 'a', at: 0, timeouts: 1 };
  expect(hangIn({ messageId: 'a', at: 0 })).toBe(null);
  expect(hangIn({ ...first, mock: 'other' })).toBe(null);
  expect(hangIn(first, { ...first, messageId: 'b', at: 5_000 })).toEqual(['a']);
  expect(hangIn(first, { ...first, at: 1_000 })).toEqual(['a']);
  expect(hangIn(first, { ...first, messageId: 'b', at: 4_900 })).toEqual(['a', 'b']);
  expect(hangIn(first, { messageId: 'b', at: 9_000, timeouts: 2 })).toEqual(['b', 'b']);
});

it('is a finding if it occurs in three runs, which repeats as a scenario', async () => {
  const orders = await startOrdersForTest({ deadlocks: true });
  const { report } = await exploreText(ordersScenario(orders.url, { count: 1 }), {
    ...{ kinds: ['concurrent'], watchDelay: () => delayOf(500) },
  });
  expect(report.finding).toMatchObject({
    disturbances: [{ kind: 'concurrent', messageId: 'sent-1' }],
    hang: { messageIds: ['sent-1', 'sent-1'], timeLimitMs: 5_000 },
    ...{ failures: [], runs: 3, failed: 3 },
  });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'found.yaml'), report.finding?.text ?? '');
  const again = await runCommand(folder, ['run', 'found.yaml']);
  expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining('timeouts>0') });
});

it('is not shortened to what does not cause it if it lasts', async () => {
  const orders = await startOrdersForTest({ deadlocks: 'lasting' });
  const { report } = await exploreText(ordersScenario(orders.url), {
    ...{ kinds: ['concurrent'], watchDelay: () => delayOf(0) },
  });
  expect(report).toMatchObject({
    ...{ verdict: 'failed', reason: { code: 'server_not_reachable' } },
    finding: { disturbances: [{ kind: 'concurrent' }, { kind: 'concurrent' }], failed: 3 },
  });
});

it('is no finding on a busy machine', async () => {
  const orders = await startOrdersForTest({ deadlocks: true });
  const { report } = await exploreText(ordersScenario(orders.url, { count: 1 }), {
    ...{ kinds: ['concurrent'], maxRuns: 1 },
    watchDelay: () => delayOf(501),
  });
  expect(report).toMatchObject({
    ...{ verdict: 'inconclusive', reason: { code: 'machine_busy' }, finding: null },
    coverage: { runs: 1, inconclusive: 1 },
  });
  // Once without disturbances; each of the three tries ends after the two copies.
  expect(orders.deliveries()).toBe(1 + 3 * 2);
});
