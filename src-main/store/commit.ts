/** Commits whose follow-up work must run even if the sync fails. */
import type { StorageProblem } from '#shared/kit/problem.ts';
import type { Tx, WriteQueue } from './write-queue.ts';

/** Delay before a failed write is retried; the disk may be full. */
export const storeRetryMs = 1_000;

export function storageProblem(error: unknown): StorageProblem {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return { code: 'storage_failed', params: { code } };
}

export interface Committed<T> {
  readonly value: T;
  /** Why the committed change could not be synced to disk; undefined if it is durable. */
  readonly unsynced: unknown;
}

/**
 * Like `write`, but resolves if only the sync failed: the change is in the file and is synced with the next
 * write. Rejects if nothing was committed.
 */
export async function commit<T>(
  { write }: Pick<WriteQueue, 'write'>,
  change: (tx: Tx) => T,
): Promise<Committed<T>> {
  const committed: { value: T }[] = [];
  try {
    const value = await write((tx) => {
      const result = change(tx);
      tx.whenCommitted(() => committed.push({ value: result }));
      return result;
    });
    return { value, unsynced: undefined };
  } catch (unsynced) {
    const [done] = committed;
    if (done === undefined) throw unsynced;
    return { value: done.value, unsynced };
  }
}
