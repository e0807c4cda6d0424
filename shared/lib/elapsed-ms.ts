import type { Statistics } from '../schemas/statistics.ts';

/**
 * Elapsed milliseconds of a statistics range: up to now, or all of it if it contains virtual time
 * after now because the clock was set back.
 */
export const elapsedMs = ({
  from,
  to,
  bucketMs,
  now,
}: Pick<Statistics, 'from' | 'to' | 'bucketMs' | 'now'>): number =>
  Math.max(bucketMs, (now < to - bucketMs ? to : Math.min(now, to)) - from);
