/** Exact percentiles. */
import type { Latency } from '#shared/schemas/statistics.ts';

/** By nearest rank, of values in microseconds: the smallest that so many of a hundred do not exceed. */
export function latencyOf(micros: readonly number[]): Latency {
  if (micros.length === 0) return null;
  const sorted = Uint32Array.from(micros).sort();
  const at = (percent: number): number =>
    (sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? 0) / 1_000;
  return { p50: at(50), p90: at(90), p99: at(99) };
}
