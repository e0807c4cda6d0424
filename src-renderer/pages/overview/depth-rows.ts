/** How many deliveries are after how many attempts, as rows of a histogram. Pure. */
import type { RetryDepth } from '#shared/schemas/statistics.ts';

/** As many as fit without scrolling; the ladder as documented makes some twenty attempts. */
const maxRows = 10;

export interface DepthRow {
  readonly attempts: number;
  /** Whether it holds those with more attempts, too. */
  readonly orMore: boolean;
  readonly settled: number;
  readonly waiting: number;
}

/** One row for every number from the lowest that there is to the highest; the last ones together. */
export function depthRows(depth: readonly RetryDepth[]): readonly DepthRow[] {
  const numbers = depth.map(({ attempts }) => attempts);
  const highest = Math.max(1, ...numbers);
  const lowest = Math.min(1, ...numbers);
  const last = Math.min(highest, lowest + maxRows - 1);
  return Array.from({ length: last - lowest + 1 }, (_, index) => {
    const attempts = lowest + index;
    const orMore = attempts === last && highest > last;
    const those = depth.filter((one) =>
      orMore ? one.attempts >= attempts : one.attempts === attempts,
    );
    return {
      attempts,
      orMore,
      settled: those.reduce((sum, { settled }) => sum + settled, 0),
      waiting: those.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  });
}

export function depthName({ attempts, orMore }: DepthRow): string {
  if (attempts === 0) return 'none yet';
  if (orMore) return `${attempts} or more`;
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`;
}
