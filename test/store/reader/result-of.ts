import type { Reading } from '#main/store/reader/reading.ts';

/** The result of a read, without pauses between its slices. */
export function resultOf<Result>(reading: Reading<Result, unknown>): Result {
  let step = reading.next();
  while (!step.done) step = reading.next();
  return step.value;
}
