import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { compareRuns } from '#main/scenarios/compare-runs.ts';

const attempt = (at: number, status: number): string =>
  JSON.stringify({ kind: 'attempt', at, startedAt: at - 7, status, durationMs: 7, headers: [] });

async function compared(a: readonly string[], b: readonly string[]) {
  const lines = async function* (id: string) {
    yield id === 'a' ? a : b;
  };
  return compareRuns({ lines }, 'a', 'b');
}

it('distinguishes different times from different events', async () => {
  const a = [attempt(1_000, 503), attempt(2_000, 200)];
  expect(await compared(a, a)).toMatchObject({ onlyInA: { count: 0 }, isTimesOnly: true });
  expect(await compared(a, [attempt(1_003, 503), attempt(2_000, 200)])).toMatchObject({
    ...{ onlyInA: { count: 1 }, onlyInB: { count: 1 } },
    isTimesOnly: true,
  });
  expect(await compared(a, [attempt(1_000, 500), attempt(2_000, 200)])).toMatchObject({
    onlyInA: { count: 1 },
    isTimesOnly: false,
  });
});

it('shows the first events and counts the others', async () => {
  const many = Array.from({ length: 60 }, (_, at) => attempt(at, 500 + at));
  const twice = [...many, ...many];
  const { onlyInA, onlyInB } = await compared(twice, [attempt(1, 200)]);
  expect(onlyInA.count).toBe(120);
  expect(onlyInA.first).toEqual(many.slice(0, 50).map((line): unknown => JSON.parse(line)));
  expect(onlyInB).toMatchObject({ count: 1, first: [{ status: 200 }] });
});

/** In a heap that holds none of the histories. */
const inSmallHeap = `
  const { parentPort } = require('node:worker_threads');
  async function* lines(id) {
    for (let at = 0; at < 1500; at += 1)
      yield [JSON.stringify({ kind: id, at, path: id + at + 'x'.repeat(60_000) })];
  }
  import(process.argv[2])
    .then(({ compareRuns }) => compareRuns({ lines }, 'a', 'b'))
    .then(({ onlyInA, onlyInB }) => parentPort.postMessage([onlyInA.count, onlyInB.count]));
`;

it('keeps no events of large histories', async () => {
  const compareFile = new URL('../../src-main/scenarios/compare-runs.ts', import.meta.url);
  const worker = new Worker(inSmallHeap, {
    ...{ eval: true, argv: [compareFile.href], execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: 48 },
  });
  expect(await once(worker, 'message')).toEqual([[1500, 1500]]);
  await worker.terminate();
});
