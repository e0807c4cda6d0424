import { expect, it } from 'vitest';
import { compareRuns } from '#core/scenarios/compare-runs.ts';

const attempt = (at: number, status: number): string =>
  JSON.stringify({ kind: 'attempt', at, startedAt: at - 7, status, durationMs: 7, headers: [] });

async function compared(a: readonly string[], b: readonly string[]) {
  const lines = async function* (id: string) {
    yield* id === 'a' ? a : b;
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
