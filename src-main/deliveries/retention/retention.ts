/**
 * Enforces the storage limits (D49). One job runs whenever they are exceeded: it deletes finished
 * data, oldest first, in chunks of a few milliseconds, and frees disk space.
 */

import type { Chunk, JobKind, Jobs } from '#main/jobs/jobs.ts';
import type { Clock, Log } from '#main/kit/ports.ts';
import type { RequestLog } from '#main/mocks/request-log.ts';
import type { RowBounds } from '#main/store/retention.ts';
import type { Space } from '#main/store/space.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import { deliveryStates } from '#shared/deliveries/delivery.ts';
import type { Retention, Storage } from '#shared/settings/retention.ts';

// Limits for deletion in one write, because ingestion and dispatch may have to wait for it.

export const chunkRows = 250;
const chunkMs = 8;

export function chunkDeadline(): () => boolean {
  const endsAt = performance.now() + chunkMs;
  return () => performance.now() >= endsAt;
}

export type RequestLogRows = Pick<RequestLog, 'deleteSome'>;

/**
 * Deletes rows without a delivery up to these bounds: messages, rejected requests, copies of
 * received requests and mock endpoint logs. Returns the number of deleted rows.
 */
export function deleteOthers(
  { store, requestLog }: { readonly store: Store; readonly requestLog: RequestLogRows },
  tx: Tx,
  upTo: RowBounds,
): number {
  return (
    store.retention.deleteMessagesWithoutDeliveries(tx, upTo.messageId, chunkRows) ||
    store.rejected.deleteSome(tx, upTo.rejectedId, chunkRows) ||
    store.retention.deleteCopies(tx, upTo.copyId, chunkRows) ||
    requestLog.deleteSome(tx, upTo.mockRequestId, chunkRows)
  );
}

// Computes what to delete and how much disk space to free (D49). Pure functions.

/** Part of `maxBytes` for the WAL: at this size, SQLite checkpoints it within commits. */
export const logShareBytes = 65_536_000;

/** Fraction of the remaining `maxBytes` to fill, so that the file doesn't exceed the limit. */
const filledShare = 0.9;

/** Above this fraction, deletion takes priority over other work. */
const urgentShare = 0.95;

/** Free pages kept for reuse, up to this many bytes or this fraction of the data. */
const minFreeBytes = 16_000_000;
const minFreeShare = 0.1;

interface Excess {
  /** Number of deliveries above the limit. */
  readonly deliveries: number;
  readonly isTooLarge: boolean;
  readonly isUrgent: boolean;
  /** Free bytes in the file to give back. */
  readonly freeBytes: number;
}

function excessOf(
  { maxDeliveries, maxBytes }: Retention,
  keptDeliveries: number,
  { fileBytes, freeBytes }: Space,
): Excess {
  const usedBytes = fileBytes - freeBytes;
  const maxFileBytes = maxBytes === null ? Number.POSITIVE_INFINITY : maxBytes - logShareBytes;
  const isTooLarge = usedBytes > maxFileBytes * filledShare;
  const freeTarget = Math.max(minFreeBytes, usedBytes * minFreeShare);
  const tooManyFree = Math.max(freeBytes - freeTarget, fileBytes - maxFileBytes, 0);
  return {
    deliveries: maxDeliveries === null ? 0 : Math.max(0, keptDeliveries - maxDeliveries),
    isTooLarge,
    isUrgent: usedBytes > maxFileBytes * urgentShare,
    freeBytes: Math.min(freeBytes, tooManyFree),
  };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Bytes given back per write. Moves up to 256 pages. */
const chunkBytes = 1_048_576;

/** Pause after each chunk: this many times its duration, and at least `minPauseMs`. */
const pausePerWork = 3;
const minPauseMs = 10;

/** Interval between checks while data is written. */
const checkIntervalMs = 1_000;

/** The job ends after this many checks without excess. */
const checksWithoutExcess = 3;

export interface RetentionTools {
  readonly store: Store;
  readonly jobs: Jobs;
  readonly requestLog: RequestLogRows;
  /** Age uses real time. */
  readonly machineClock: Clock;
  readonly log: Log;
  /** Called when the alert starts or ends. */
  readonly alertChanged: () => void;
}

/** Deletes one chunk within a write; returns the number of deliveries deleted. */
type Work = (tx: Tx) => number;

/** Uses real timers even if a test's clock doesn't advance, because it protects the disk. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

export function createRetention(tools: RetentionTools) {
  const { store, jobs, machineClock, log } = tools;
  let alert: Storage['alert'] = null;
  /** Deliveries up to `reached` have been checked for this mark. */
  let aged = { markAt: 0, reached: 0 };

  const othersWork =
    (upTo: RowBounds): Work =>
    (tx) => {
      deleteOthers(tools, tx, upTo);
      return 0;
    };

  const limits = (): Retention => store.settings.get().retention;

  function excess(): Excess {
    const ledger = store.counters.ledger();
    const deliveryCount = deliveryStates.reduce((sum, state) => sum + ledger[state], 0);
    return excessOf(limits(), deliveryCount, store.space.measure());
  }

  /** Data older than the limit. Deliveries attempted more recently are left for a later mark. */
  function agedWork(): Work | null {
    const { maxAgeDays } = limits();
    const mark =
      maxAgeDays === null
        ? null
        : store.retention.markBefore(machineClock.now() - maxAgeDays * dayMs);
    if (mark === null) return null;
    const { reached } = mark.at === aged.markAt ? aged : { reached: 0 };
    const ids = store.retention.oldestFinished(reached, mark.deliveryId, chunkRows);
    const last = ids.at(-1);
    if (last === undefined) return store.retention.hasOthers(mark) ? othersWork(mark) : null;
    return (tx) => {
      const old = ids.filter((id) => !store.retention.hasAttemptAfter(id, mark.attemptId));
      const chunk = store.retention.deleteDeliveries(tx, old, chunkDeadline());
      tx.whenCommitted(() => {
        aged = { markAt: mark.at, reached: chunk.isCut ? (chunk.reached ?? reached) : last };
      });
      return chunk.deleted.length;
    };
  }

  const deleteOldest =
    (count: number): Work =>
    (tx) => {
      const ids = store.retention.oldestFinished(0, Number.MAX_SAFE_INTEGER, count);
      return store.retention.deleteDeliveries(tx, ids, chunkDeadline()).deleted.length;
    };

  /** Other data older than the oldest finished delivery is deleted first. */
  function spaceWork(oldest: number | undefined): Work | null {
    const upTo = store.retention.olderThan(oldest);
    if (store.retention.hasOthers(upTo)) return othersWork(upTo);
    return oldest === undefined ? null : deleteOldest(chunkRows);
  }

  /** Determines the next step without changing anything. */
  function nextWork(): { readonly work: Work | null; readonly isUrgent: boolean } {
    const work = agedWork();
    const { deliveries, isTooLarge, isUrgent, freeBytes } = excess();
    if (work !== null) return { work, isUrgent };
    const [oldest] = store.retention.oldestFinished(0, Number.MAX_SAFE_INTEGER, 1);
    if (deliveries > 0 && oldest !== undefined)
      return { work: deleteOldest(Math.min(deliveries, chunkRows)), isUrgent };
    const spaceStep = isTooLarge ? spaceWork(oldest) : null;
    setAlert(isTooLarge && spaceStep === null ? 'storage_limit_exceeded' : null);
    if (spaceStep !== null) return { work: spaceStep, isUrgent };
    if (freeBytes === 0) return { work: null, isUrgent };
    return {
      work(tx) {
        store.space.shrink(tx, Math.min(freeBytes, chunkBytes));
        return 0;
      },
      isUrgent,
    };
  }

  function setAlert(next: Storage['alert']): void {
    if (alert === next) return;
    alert = next;
    tools.alertChanged();
  }

  async function step(_job: unknown, chunk: Chunk): Promise<void> {
    const startedAt = performance.now();
    for (let checks = 0; checks < checksWithoutExcess && !chunk.signal.aborted; checks += 1) {
      const { work, isUrgent } = nextWork();
      if (work === null) {
        await pause(checkIntervalMs, chunk.signal);
        continue;
      }
      await store.write((tx) => chunk.advance(tx, () => ({ done: work(tx) })));
      const pauseMs = Math.max(minPauseMs, pausePerWork * (performance.now() - startedAt));
      return isUrgent ? undefined : pause(pauseMs, chunk.signal);
    }
    if (!chunk.signal.aborted)
      await store.write((tx) => chunk.advance(tx, () => ({ isLast: nextWork().work === null })));
  }

  const kind: JobKind = {
    name: 'retention',
    afterRestart: 'resume',
    isRecurring: true,
    queue: null,
    chunkSize: chunkRows,
    step,
    show: (_job, progress) => ({ kind: 'retention', ...progress }),
  };
  jobs.register(kind);

  async function markHour(): Promise<void> {
    const now = machineClock.now();
    const last = store.retention.newestMarkAt();
    // If the clock was set back, new marks start when it has caught up.
    if (last !== null && now - last < hourMs) return;
    const { maxAgeDays } = limits();
    await store.write((tx) => {
      store.retention.mark(tx, now);
      const oldestNeeded =
        maxAgeDays === null ? null : store.retention.markBefore(now - maxAgeDays * dayMs);
      if (oldestNeeded !== null) store.retention.deleteMarks(tx, oldestNeeded.at);
    });
  }

  let checkedAt = Number.NEGATIVE_INFINITY;
  let isStarting = false;
  let isStopped = false;
  /** Timer for the next check. */
  let nextCheck: NodeJS.Timeout | null = null;
  let cancelHour: () => void = () => undefined;

  async function startJob(): Promise<void> {
    if (isStarting) return;
    isStarting = true;
    try {
      await store.write((tx) =>
        jobs.recur(tx, {
          kind: 'retention',
          params: {},
          cursor: null,
          totalCount: null,
          perSecond: null,
        }),
      );
    } catch (error) {
      log.error("Can't delete old data; retrying.", { error });
    }
    isStarting = false;
  }

  function check(): void {
    clearTimeout(nextCheck ?? undefined);
    nextCheck = null;
    if (isStopped) return;
    checkedAt = performance.now();
    try {
      if (nextWork().work !== null) void startJob();
    } catch (error) {
      // Runs after a commit, which must not fail because of it.
      log.error("Can't measure stored data; retrying.", { error });
    }
  }

  async function everyHour(): Promise<void> {
    cancelHour = machineClock.at(machineClock.now() + hourMs, () => void everyHour());
    await markHour().catch((error) => log.error("Can't store the age of data.", { error }));
    check();
  }

  return {
    storage(): Storage {
      const { fileBytes, logBytes } = store.space.measure();
      return { bytes: fileBytes + logBytes, alert: store.disk.alert() ?? alert };
    },
    /** Checks the limits after a write or a change of the limits. */
    wake(isNow = false): void {
      const waitMs = checkedAt + checkIntervalMs - performance.now();
      if (isNow || waitMs <= 0) check();
      else nextCheck ??= setTimeout(check, waitMs);
    },
    start: (): void => void everyHour(),
    stop(): void {
      isStopped = true;
      clearTimeout(nextCheck ?? undefined);
      cancelHour();
    },
  };
}
