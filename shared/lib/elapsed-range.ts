import type { Statistics } from '../schemas/statistics.ts';

/**
 * How much of a range of statistics has passed, in milliseconds: up to now, or all of it where it
 * reaches beyond, into virtual time that the clock was set back from.
 */
export const elapsedMs = ({
  from,
  to,
  bucketMs,
  now,
}: Pick<Statistics, 'from' | 'to' | 'bucketMs' | 'now'>): number =>
  Math.max(bucketMs, (now < to - bucketMs ? to : Math.min(now, to)) - from);
