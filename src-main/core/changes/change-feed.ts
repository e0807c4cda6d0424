/**
 * The numbered change feed. Commits append what changed; followers get the present values of it in
 * batches, can resume after a number, or are told to load afresh when too much was missed.
 */
import type { Change, ChangeBatch, FollowRequest } from '#shared/schemas/change.ts';
import type { Changed } from '../store/write-queue.ts';

/** Numbers kept for resuming: some seconds at full load; a longer gap is cheaper to load afresh. */
const keptNumbers = 20_000;

/** Things in one batch; a larger burst is answered with "load afresh", which reads one page. */
const maxBatchChanges = 1_000;

/** Pause between batches: about a frame of a screen at 60 Hz, and two of them under load. */
const batchIntervalMs = 33;

export interface ChangeFeed {
  /** Told after every commit. */
  append(changes: readonly Changed[]): void;
  follow(request: FollowRequest, signal?: AbortSignal): AsyncGenerator<ChangeBatch, void, void>;
  /** Ends all followers. */
  close(): void;
}

function keyOf(change: Changed): string {
  if (change.kind === 'clock') return 'clock';
  return change.kind === 'removed' ? `${change.noun}:${change.id}` : `${change.kind}:${change.id}`;
}

export function createChangeFeed(options: {
  readonly epoch: string;
  /** The present values of what changed, of what is still there. */
  readonly load: (changed: readonly Changed[]) => Change[];
  readonly ledger: () => ChangeBatch['ledger'];
  readonly clock: () => ChangeBatch['clock'];
}): ChangeFeed {
  const { epoch, load, ledger, clock } = options;
  const kept: Changed[] = [];
  let number = 0;
  let closed = false;
  let waiters: (() => void)[] = [];

  function wakeAll(): void {
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  }

  const somethingNew = () =>
    new Promise<void>((resolve) => {
      waiters.push(resolve);
    });

  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, batchIntervalMs));

  /** What changed after `from`, the last change of each thing only; null when too much is missed. */
  function since(from: number): Change[] | null {
    const first = number - kept.length;
    if (from < first || from > number) return null;
    const latest = new Map<string, Changed>();
    for (const changed of kept.slice(from - first)) {
      latest.delete(keyOf(changed));
      latest.set(keyOf(changed), changed);
    }
    if (latest.size > maxBatchChanges) return null;
    return load([...latest.values()]);
  }

  function batch(from: number | null): ChangeBatch {
    const changes = from === null ? null : since(from);
    return {
      epoch,
      number,
      resync: changes === null,
      changes: changes ?? [],
      ledger: ledger(),
      clock: clock(),
    };
  }

  return {
    append(changes) {
      number += changes.length;
      // One by one: a large batch is more than a call takes arguments.
      for (const changed of changes) kept.push(changed);
      if (kept.length > 2 * keptNumbers) kept.splice(0, kept.length - keptNumbers);
      wakeAll();
    },
    async *follow(request, signal) {
      const { after } = request;
      // One listener for the whole life: the wait below is begun anew for every batch.
      signal?.addEventListener('abort', wakeAll, { once: true });
      const resumed = after !== undefined && after.epoch === epoch;
      // Without a place to resume from, the first batch says where the feed stands.
      let last = number;
      const first = batch(after === undefined ? number : resumed ? after.number : null);
      yield first;
      last = first.number;
      while (!closed && signal?.aborted !== true) {
        if (last === number) await somethingNew();
        else {
          const next = batch(last);
          last = next.number;
          yield next;
          await pause();
        }
      }
    },
    close() {
      closed = true;
      wakeAll();
    },
  };
}
