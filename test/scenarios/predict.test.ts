/** Predictions, compared with simulated runs, and the built-in scenarios of the interface. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filmOfRun } from '#renderer/film/film-of-run.ts';
import { predict } from '#shared/scenarios/predict.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import { smallScenario } from '#test/e2e/support/small-scenario.ts';
import { hourMs, minuteMs, outage, simulateRun } from './simulated-run.ts';

async function read(text: string, set: Readonly<Record<string, string>> = {}) {
  const { problems, scenarios, description, variables } = await readScenario('test.yaml', {
    files: {
      resolve: (_from, name) => name,
      read: async () => ({ kind: 'text', text }),
      exists: async () => true,
    },
    ...{ set, environment: {}, isCheck: false },
  });
  expect(problems).toEqual([]);
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('no scenario');
  return { scenario, description, variables };
}

const withOutage = (more: string): string =>
  smallScenario('Outage', 'lost: 0')
    .replace('count: 3', 'count: 600, over: 3h')
    .replace('then:', `  - { at: 30m, outage: { mock: shop, for: 2h${more} } }\nthen:`);

describe('a prediction', () => {
  it('has the attempts of a run with the same steps', async () => {
    const { scenario } = await read(withOutage(''));
    const prediction = predict(scenario);
    const run = simulateRun({ count: 600, overMs: 3 * hourMs, outage });
    const attempts = run.events.filter(({ kind }) => kind === 'attempt');
    const [lane] = prediction?.lanes ?? [];
    const sum = (name: 'accepted' | 'failed') =>
      lane?.buckets.reduce((total, bucket) => total + bucket[name], 0);
    expect(sum('accepted')).toBe(600);
    expect(sum('failed')).toBe(attempts.length - 600);
    expect(prediction).toMatchObject({ messages: 600, held: 400, gaveUp: 0 });
    expect(prediction?.outages).toEqual([
      { mock: 'shop', from: 30 * minuteMs, until: 150 * minuteMs, status: 503 },
    ]);
    expect(Math.max(...(prediction?.waiting ?? []))).toBe(400);
    expect(prediction?.waiting.at(-1)).toBe(0);
  });

  it('knows what gives up, and that one URL is enough unless each must accept', async () => {
    const text = withOutage('').replace('for: 2h', 'for: 6h');
    expect(predict((await read(text)).scenario)?.gaveUp).toBeGreaterThan(0);
    const two = withOutage('').replace('{ mock: shop }]', '{ mock: shop }, { mock: other }]');
    const both = two.replace('[{ name: shop }]', '[{ name: shop }, { name: other }]');
    expect(predict((await read(both)).scenario)).toMatchObject({ held: 0 });
    const each = both.replace('sharedSecret: s,', 'sharedSecret: s, fanOut: each,');
    expect(predict((await read(each)).scenario)).toMatchObject({ held: 400 });
  });

  it.each([
    ['mock endpoints with steps', ['{ name: shop }', '{ name: shop, steps: [{ status: 500 }] }']],
    ['an outage that refuses', ['for: 2h', 'for: 2h, status: 404']],
    ['a disabled destination', ['sharedSecret: s,', 'sharedSecret: s, enabled: false,']],
    [
      'a destination with a filter',
      ['sharedSecret: s,', 'sharedSecret: s, trackFilter: { mode: block, events: [a] },'],
    ],
    ['a crash', ['then:', '  - { at: 31m, crash: {} }\nthen:']],
    ['too many messages', ['count: 600, over: 3h', 'count: 20001']],
  ] as const)('does not exist for %s', async (_name, [from, to]) => {
    const { scenario } = await read(withOutage('').replace(from, to));
    expect(predict(scenario)).toBeNull();
  });

  it('ends within one delivery of any number of attempts', async () => {
    const retry = 'retry: { baseMs: 1, capMs: 1, jitter: 0 }';
    const text = withOutage('').replace('sharedSecret: s,', `sharedSecret: s, ${retry},`);
    const { scenario } = await read(text);
    const [destination] = scenario.given.destinations;
    if (destination === undefined) throw new Error('no destination');
    let delays = 0;
    const counted = {
      ...destination.retry,
      get capMs() {
        delays += 1;
        return 1;
      },
    };
    const destinations = [{ ...destination, retry: counted }];
    const given = { ...scenario.given, destinations };
    expect(predict({ ...scenario, given })).toBeNull();
    expect(delays).toBeGreaterThan(1_000);
    expect(delays).toBeLessThan(200_000);
  });
});

const folder = join(import.meta.dirname, '../../src-renderer/places/rehearse/what-if');

describe('the built-in scenario', () => {
  it.each(globSync('*.yaml', { cwd: folder }).sort())(
    '%s is valid, and its sentence names its variables',
    async (name) => {
      const { description, variables } = await read(readFileSync(join(folder, name), 'utf8'));
      const named = [...(description ?? '').matchAll(/\$\{(\w+)\}/g)].map(
        ([, variable]) => variable,
      );
      expect(named.length).toBeGreaterThan(1);
      const open = Object.keys(variables).filter((variable) => variable !== 'secret');
      expect(named.toSorted()).toEqual(open.toSorted());
    },
  );

  it('outage is predicted with the values of its sentence', async () => {
    const text = readFileSync(join(folder, 'outage.yaml'), 'utf8');
    const { scenario } = await read(text, { server: 'erp', for: '1h', after: '10m', count: '90' });
    expect(predict(scenario)).toMatchObject({
      messages: 90,
      held: 30,
      outages: [{ mock: 'erp', from: 10 * minuteMs, until: 70 * minuteMs }],
    });
  });

  it('outage has as many deliveries at the top of its curve as are held', async () => {
    const text = readFileSync(join(folder, 'outage.yaml'), 'utf8');
    // Its end is within a bucket of the prediction, and within one of the film.
    const prediction = predict((await read(text, { after: '30m20s' })).scenario);
    expect(prediction?.held).toBe(600);
    expect(Math.max(...(prediction?.waiting ?? []))).toBe(600);
    const film = filmOfRun({
      ...{ timeline: null, checks: [], atMs: 0, isFinished: false, prediction },
    });
    expect(Math.max(...(film.predictedWaiting ?? []))).toBe(600);
    // Checks have their row before the first one is decided.
    expect(film.checks).toEqual([{ at: film.to, isPassed: null }]);
  });
});
