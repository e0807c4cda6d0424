/** Times of a run, as in scenario files: durations such as `1h 15m 49s`, offsets such as `+30m`. */
import { formatDuration } from './duration.ts';

/** Shortest exact format of whole milliseconds: `250ms`, `1.5s`, `1h 15m 49s`. */
export const compactDuration = (ms: number): string =>
  formatDuration(ms)
    .replace(/ (?=[a-z])/g, '')
    .replace('min', 'm');

/** A time since the start of the run. */
export const formatOffset = (ms: number): string => `+${compactDuration(ms)}`;
