/** How many deliveries waited over virtual time. */

export interface WaitingChange {
  /** In milliseconds since the start. */
  readonly at: number;
  readonly by: number;
}

/** The most that waited at once in each bucket, so that no peak is lost; in the last one, those that wait at its end. */
export function mostWaiting(
  changes: readonly WaitingChange[],
  bucketMs: number,
  count: number,
): number[] {
  const sorted = changes.toSorted((a, b) => a.at - b.at);
  let [next, waiting] = [0, 0];
  return Array.from({ length: count }, (_, bucket) => {
    let most: number | null = null;
    const until = (bucket + 1) * bucketMs;
    for (let change = sorted[next]; change !== undefined && change.at < until; ) {
      const { at } = change;
      // What changes at one moment is seen after it.
      for (; change?.at === at; change = sorted[next]) {
        waiting += change.by;
        next += 1;
      }
      most = Math.max(most ?? 0, waiting);
    }
    return bucket === count - 1 ? waiting : (most ?? waiting);
  });
}
