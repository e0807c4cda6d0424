/** A long read in slices, as the reader thread runs it. */

/**
 * Yields `undefined` after every slice, so that other reads have their turn and a cancelled one ends,
 * and whatever it has to hand out before its result.
 */
export type Reading<Result, Item = never> = Generator<Item | undefined, Result, void>;

/** Everything that can be asked of the thread, by name. */
export type Reads = Readonly<Record<string, (query: never) => Reading<unknown, unknown>>>;

/**
 * Length of a slice: others wait for one of each read that is under way. A slice is also as long as
 * the log (WAL) keeps what the read looks at, so it ends every statement that it began.
 */
const sliceMs = 5;

/** Returns whether the current slice is over. */
export function createSlice(): () => boolean {
  const endsAt = performance.now() + sliceMs;
  return () => performance.now() >= endsAt;
}
