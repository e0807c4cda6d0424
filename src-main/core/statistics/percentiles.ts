/** Exact percentiles of very many values, without ever sorting more than a few of them at once. */
import type { Latency } from '#shared/schemas/statistics.ts';
import type { Turn } from '../turns.ts';

/** Two milliseconds to sort. */
const runLength = 32_768;
const firstRunLength = 16;

/** Whole numbers below 2^32, in runs that are sorted when asked about. */
export interface Values {
  /** All full but the last one. */
  readonly runs: Uint32Array[];
  /** Used of the last one. */
  lastLength: number;
}

export const noValues = (): Values => ({ runs: [], lastLength: 0 });

export function addValue(values: Values, value: number): void {
  const { runs } = values;
  let last = runs.at(-1);
  if (last === undefined || values.lastLength === runLength) {
    last = new Uint32Array(runs.length === 0 ? firstRunLength : runLength);
    runs.push(last);
    values.lastLength = 0;
  } else if (values.lastLength === last.length) {
    const longer = new Uint32Array(Math.min(runLength, last.length * 4));
    longer.set(last);
    runs[runs.length - 1] = longer;
    last = longer;
  }
  last[values.lastLength] = value;
  values.lastLength += 1;
}

/** How many of a sorted run are at most `value`. */
function countUpTo(run: Uint32Array, value: number): number {
  let low = 0;
  let high = run.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value at a rank, counted from 1, of all runs together. */
function valueAt(sorted: readonly Uint32Array[], rank: number): number {
  let low = 0;
  let high = 0xffff_ffff;
  // Halves the values there can be, until one is left.
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const upTo = sorted.reduce((sum, run) => sum + countUpTo(run, middle), 0);
    if (upTo >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** By nearest rank: the smallest value that at least so many of a hundred do not exceed. */
export async function percentilesOf(
  { runs, lastLength }: Values,
  percents: readonly number[],
  turn: Turn,
): Promise<readonly number[] | null> {
  const count = Math.max(0, runs.length - 1) * runLength + lastLength;
  if (count === 0) return null;
  const sorted: Uint32Array[] = [];
  for (const [index, run] of runs.entries()) {
    sorted.push((index === runs.length - 1 ? run.subarray(0, lastLength) : run).sort());
    await turn();
  }
  return percents.map((percent) => valueAt(sorted, Math.ceil((percent * count) / 100)));
}

/** Of values in microseconds. */
export async function latencyOf(micros: Values, turn: Turn): Promise<Latency> {
  const found = await percentilesOf(micros, [50, 90, 99], turn);
  if (found === null) return null;
  const [p50 = 0, p90 = 0, p99 = 0] = found.map((value) => value / 1_000);
  return { p50, p90, p99 };
}
