/** A long read in slices, run by the reader thread. */

/**
 * Yields `undefined` after each slice, so that other reads can run and a cancelled one stops. Other
 * yielded values are items delivered before the result.
 */
export type Reading<Result, Item = never> = Generator<Item | undefined, Result, void>;

/** All reads of the thread by name. One that can't be divided into slices is a promise, on a thread of its own. */
export type Reads = Readonly<
  Record<string, (query: never) => Reading<unknown, unknown> | Promise<unknown>>
>;

/**
 * Length of a slice. Each read waits for one slice of every other read. SQLite keeps the WAL pages
 * of a running statement, so a slice must finish all its statements.
 */
const sliceMs = 5;

/** Returns whether the current slice is over. */
export function createSlice(): () => boolean {
  const endsAt = performance.now() + sliceMs;
  return () => performance.now() >= endsAt;
}
