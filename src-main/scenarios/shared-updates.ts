/** The updates of a run, for any number of readers who may come late or leave early. */
export function createSharedUpdates<Update>() {
  let first: Update | null = null;
  let newest: Update | null = null;
  let count = 0;
  let end: { readonly error: unknown } | null = null;
  let changed = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();

  function wake(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  return {
    /** Takes all of them, with or without readers. */
    async take(updates: AsyncIterable<Update>): Promise<void> {
      let error: unknown = null;
      try {
        for await (const update of updates) {
          first ??= update;
          newest = update;
          count += 1;
          wake();
        }
      } catch (problem) {
        error = problem;
      }
      end = { error };
      ended.resolve();
      wake();
    },
    /** Resolves once all were taken, or there was an error. */
    ended: ended.promise,
    /** Changes what readers see next; without effect at the end. */
    update(change: (newest: Update) => Update): void {
      if (newest === null || end !== null) return;
      newest = change(newest);
      count += 1;
      wake();
    },
    /** The first one, then each time the newest; a slow reader skips those between. */
    async *read(signal?: AbortSignal): AsyncGenerator<Update, void, void> {
      let read = 0;
      signal?.addEventListener('abort', wake);
      try {
        while (signal?.aborted !== true) {
          if (read === 0 && first !== null) {
            read = 1;
            yield first;
          } else if (read < count && newest !== null) {
            read = count;
            yield newest;
          } else if (end === null) await changed.promise;
          else if (end.error === null) return;
          else throw end.error;
        }
      } finally {
        signal?.removeEventListener('abort', wake);
      }
    },
  };
}
export type SharedUpdates<Update> = ReturnType<typeof createSharedUpdates<Update>>;
