/** What has come over the feed since the last frame: of each thing only the latest value. */
import type { Change, ChangeBatch } from '#shared/schemas/change.ts';
import type { ClockState } from '#shared/schemas/clock.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

/** What every batch tells beside the changes. */
export interface Standing {
  readonly ledger: Ledger;
  readonly clock: ClockState;
  /** This machine's time when it came: the clock has gone on since. */
  readonly receivedAt: number;
}

export interface PendingChanges {
  readonly byThing: ReadonlyMap<string, Change>;
  readonly standing: Standing | null;
}

export const nothingPending: PendingChanges = { byThing: new Map(), standing: null };

function thingOf(change: Change): string {
  switch (change.kind) {
    case 'delivery':
      return `delivery ${change.delivery.id}`;
    case 'message':
      return `message ${change.message.id}`;
    case 'rejected':
      return `rejected ${change.rejected.id}`;
    case 'resend':
      return `resend ${change.resend.id}`;
    case 'bulkRun':
      return `bulkRun ${change.bulkRun.id}`;
    case 'source':
      return `source ${change.source.id}`;
    case 'destination':
      return `destination ${change.destination.id}`;
    case 'authority':
      return `authority ${change.authority.id}`;
    case 'receiver':
      return `receiver ${change.receiver.id}`;
    case 'receiverRequest':
      return `receiverRequest ${change.request.id}`;
    case 'receiverCleared':
      return `receiverCleared ${change.id}`;
    case 'audience':
      return `audience ${change.audience.id}`;
    case 'trait':
      return `trait ${change.trait.id}`;
    case 'sync':
      return `sync ${change.sync.id}`;
    case 'deletion':
      return `deletion ${change.deletion.id}`;
    case 'savedFilter':
      return `savedFilter ${change.savedFilter.id}`;
    case 'notice':
      return `notice ${change.notice.id}`;
    case 'settings':
      return 'settings';
    case 'removed':
      return `${change.noun} ${change.id}`;
  }
}

export function withBatch(
  pending: PendingChanges,
  batch: ChangeBatch,
  receivedAt: number,
): PendingChanges {
  const byThing = new Map(pending.byThing);
  for (const change of batch.changes) byThing.set(thingOf(change), change);
  return { byThing, standing: { ledger: batch.ledger, clock: batch.clock, receivedAt } };
}
