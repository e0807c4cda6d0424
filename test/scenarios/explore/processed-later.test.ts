/** Explores receivers that respond first and process a message afterwards. */
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { runText } from '#test/support/run-scenario.ts';
import { serve } from '#test/support/serve.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { exploreText } from './support/explore-text.ts';

beforeAll(ensureBuild);

interface Behavior {
  /** By default, longer than between two readings. */
  readonly processingMs?: number;
  /** Whether it processes copies, too. */
  readonly forgets?: boolean;
  /** Of a copy of a message that is still being processed. */
  readonly busyStatus?: number;
  /** Whether messages are processed one after the other. */
  readonly isQueued?: boolean;
}

/** Returns its origin. */
function startReceiver({
  processingMs = 250,
  forgets = false,
  busyStatus = 202,
  isQueued = false,
}: Behavior) {
  let start = 0;
  let last = Promise.resolve();
  const counts = new Map<string, number>();
  const inProgress = new Set<string>();
  async function perform(id: string): Promise<void> {
    const own = start;
    await pause(processingMs);
    if (own !== start) return;
    inProgress.delete(id);
    counts.set(id, forgets ? (counts.get(id) ?? 0) + 1 : 1);
  }
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://receiver');
    const body = await text(request);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (pathname === '/reset') {
      start += 1;
      last = Promise.resolve();
      counts.clear();
      inProgress.clear();
    } else if (pathname === '/count') {
      return void response.end(String(counts.get(searchParams.get('id') ?? '') ?? 0));
    } else if (pathname === '/state') {
      return void response.end(JSON.stringify({ total, readAt: performance.now(), start }));
    } else {
      const id: string = JSON.parse(body).messageId;
      const isCopy = inProgress.has(id);
      response.statusCode = isCopy ? busyStatus : 202;
      if (forgets || !(isCopy || counts.has(id))) {
        inProgress.add(id);
        last = isQueued ? last.then(() => perform(id)) : perform(id);
      }
    }
    response.end();
  });
}

const scenario = (origin: string, then: string, count = 2): string => `scenario: 1
name: Orders
given:
  sources: [{ name: Shop }]
  servers: [{ name: shop, url: '${origin}/hook', reset: { url: '${origin}/reset' }, lookUp: '${origin}/count?id={messageId}' }]
  destinations: [{ name: Orders, payloadShape: full, sources: [Shop], webhooks: [{ server: shop }] }]
when:
  - { id: sent, send: { source: Shop, count: ${count}, over: 1m, message: { type: track, userId: u1, event: Paid } } }
then: [${then}]
`;

const lookUp = () => '{ lookUp: shop, count: 1, timeout: 10s }';
const state = (field: string) => (origin: string) =>
  `{ probe: shop, url: '${origin}/state', field: ${field}, asUndisturbed: true, timeout: 3s }`;

async function explored(behavior: Behavior, then: (origin: string) => string = lookUp, count = 2) {
  const origin = await startReceiver(behavior);
  const { report } = await exploreText(scenario(origin, then(origin), count), {
    ...{ kinds: ['duplicate'], maxRuns: 1, allowIncomplete: true },
  });
  return report;
}

describe('a receiver that processes messages after its response', () => {
  it.each([
    ['in parallel', {}],
    ['one after the other', { isQueued: true }],
  ])('%s is found if it processes a copy, too', async (_, behavior) => {
    const report = await explored({ ...behavior, forgets: true });
    expect(report).toMatchObject({
      verdict: 'failed',
      finding: { disturbances: [{ kind: 'duplicate' }], failures: [{ processed: 2 }] },
    });
  });

  it('is found by the scenario of the finding, too, and passes once it is right', async () => {
    const behavior = { processingMs: 900, isQueued: true, forgets: true };
    const report = await explored(behavior, lookUp, 1);
    const finding = report.finding?.text ?? '';
    expect(finding).toContain('processesWithin: ');
    expect(await runText(finding)).toMatchObject({ report: { verdict: 'failed' } });
    const right = await startReceiver({ ...behavior, forgets: false });
    const fixed = finding.replace(/http:\/\/[^/']+/g, right);
    expect(await runText(fixed)).toMatchObject({ report: { verdict: 'passed' } });
  });

  it('is found if another expectation holds at once', async () => {
    const then = (origin: string): string =>
      `{ probe: shop, url: '${origin}/state', field: start, matches: '.' }, ${lookUp()}`;
    const behavior = { processingMs: 150, isQueued: true, forgets: true };
    expect(await explored(behavior, then, 1)).toMatchObject({
      verdict: 'failed',
      finding: { disturbances: [{ kind: 'duplicate' }], failures: [{ processed: 2 }] },
    });
  });

  it.each([202, 503])('once passes, if it responds with %d to a copy meanwhile', async (status) => {
    const report = await explored({ busyStatus: status });
    expect(report).toMatchObject({ verdict: 'passed', coverage: { runs: 1 } });
  });

  it('may respond with 503 to a copy meanwhile where nothing is looked up', async () => {
    const origin = await startReceiver({ busyStatus: 503 });
    const { report } = await exploreText(
      scenario(origin, '{ lost: 0 }', 1).replace(/, lookUp: '[^']*'/, ''),
      { kinds: ['duplicate'], maxRuns: 1, allowIncomplete: true, responsesOnly: true },
    );
    expect(report).toMatchObject({ verdict: 'passed', coverage: { runs: 1 } });
  });

  it('is compared with the state after it has processed them', async () => {
    const total = state('total');
    expect(await explored({ isQueued: true }, total)).toMatchObject({
      verdict: 'passed',
    });
    expect(await explored({ isQueued: true, forgets: true }, total)).toMatchObject({
      verdict: 'failed',
      finding: { disturbances: [{ kind: 'duplicate' }] },
    });
  });

  it('is not accused if its state differs by itself', async () => {
    expect(await explored({}, state('start'))).toMatchObject({
      verdict: 'inconclusive',
      reason: { code: 'state_differs' },
    });
  });
});
