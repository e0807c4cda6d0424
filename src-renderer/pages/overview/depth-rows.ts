/** Deliveries by number of attempts, as histogram rows. Pure. */
import type { RetryDepth } from '#shared/schemas/statistics.ts';

/** Fits without scrolling; the standard backoff schedule has about twenty attempts. */
const maxRows = 10;

export interface DepthRow {
  readonly attempts: number;
  /** Whether the row includes higher numbers. */
  readonly orMore: boolean;
  readonly finished: number;
  readonly waiting: number;
}

/** A row per number from lowest to highest; the highest ones share the last row. */
export function depthRows(depth: readonly RetryDepth[]): readonly DepthRow[] {
  const numbers = depth.map(({ attempts }) => attempts);
  const highest = Math.max(1, ...numbers);
  const lowest = Math.min(1, ...numbers);
  const last = Math.min(highest, lowest + maxRows - 1);
  return Array.from({ length: last - lowest + 1 }, (_, index) => {
    const attempts = lowest + index;
    const orMore = attempts === last && highest > last;
    const matching = depth.filter((delivery) =>
      orMore ? delivery.attempts >= attempts : delivery.attempts === attempts,
    );
    return {
      attempts,
      orMore,
      finished: matching.reduce((sum, { finished }) => sum + finished, 0),
      waiting: matching.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  });
}

export function depthName({ attempts, orMore }: DepthRow): string {
  if (attempts === 0) return 'none';
  if (orMore) return `${attempts}+ attempts`;
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`;
}
