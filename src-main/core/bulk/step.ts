/** One chunk of a run: what it does to rows and how far it is are one transaction, so that kill -9 tells no lie. */
import type { BulkReason } from '#shared/schemas/bulk.ts';
import type { CommandOutcome, DeliveryCommands, UndoOutcome } from '../deliveries/commands.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import type { StoredBulkRun } from '../store/bulk-runs.ts';
import { writeCursor } from '../store/cursor.ts';
import type { Store } from '../store/store.ts';

/** Deliveries changed in one transaction: some milliseconds, which others may have to wait. */
const chunkSize = 250;

/** Rows let go of in one transaction. */
const releaseChunk = 2_000;

export interface StepTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Pick<Clock, 'now'>;
  readonly commands: Pick<DeliveryCommands, 'run'>;
}

export const reasonsOf = (
  outcomes: readonly (CommandOutcome | UndoOutcome)[],
): readonly BulkReason[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'skipped' ? [outcome.reason] : []));

const countOf = (
  outcomes: readonly (CommandOutcome | UndoOutcome)[],
  kind: CommandOutcome['kind'],
): number => outcomes.filter((outcome) => outcome.kind === kind).length;

/** The next deliveries of a run, and how far it is when they are done. */
export async function nextOf(
  reader: Reader,
  { tree: filter, plannedAt: now, reached }: StoredBulkRun,
  limit: number,
  signal?: AbortSignal,
) {
  const cursor = writeCursor(reached);
  const found = await reader.run('findDeliveries', { filter, now, cursor, limit }, signal);
  return { ...found, reached: found.nextCursor === null ? 0 : (found.ids.at(-1) ?? reached) };
}

/** Retries or cancels a chunk. Tells whether there may be more. */
export async function changeSome(
  { store, reader, clock, commands }: StepTools,
  run: StoredBulkRun,
  action: 'retry' | 'cancel',
  signal: AbortSignal,
): Promise<boolean> {
  const found = await nextOf(reader, run, chunkSize, signal);
  await commands.run((tx, rows) => {
    // Cancelled since it was looked at.
    const current = store.bulkRuns.get(run.id);
    if (current?.state !== 'running') return { outcomes: [] };
    const outcomes = found.ids.map((id) => rows[action](tx, id, run.id));
    const sending = countOf(outcomes, 'sending');
    store.bulkRuns.advance(tx, current, {
      reached: found.reached,
      done: countOf(outcomes, 'done') + sending,
      sending,
      skipped: reasonsOf(outcomes),
    });
    if (found.nextCursor === null) store.bulkRuns.setState(tx, run.id, 'completed', clock.now());
    return { outcomes };
  });
  return found.nextCursor !== null;
}

/**
 * Puts a chunk back; tells how many there were. `waits`: the last answers of all of them are being
 * stored just now.
 */
export async function restoreSome(
  { store, clock, commands }: StepTools,
  run: StoredBulkRun,
): Promise<{ readonly count: number; readonly waits: boolean }> {
  const changes = store.undoLog.ofRun(run.id, chunkSize);
  const { outcomes } = await commands.run((tx, rows) => {
    const current = store.bulkRuns.get(run.id);
    if (current?.state !== 'undoing') return { outcomes: [] };
    const restored = changes.map((change) => rows.undo(tx, change));
    store.bulkRuns.restored(tx, current, countOf(restored, 'done'), reasonsOf(restored));
    if (changes.length === 0) store.bulkRuns.setState(tx, run.id, 'undone', clock.now());
    return { outcomes: restored };
  });
  return {
    count: changes.length,
    waits: outcomes.length > 0 && outcomes.every(({ kind }) => kind === 'later'),
  };
}

/** Lets go of what earlier runs did: only the newest is undone. Tells whether there may be more. */
export async function releaseSome({ store }: StepTools, run: StoredBulkRun): Promise<boolean> {
  const count = await store.write((tx) => store.undoLog.releaseBefore(tx, run.id, releaseChunk));
  return count > 0;
}
