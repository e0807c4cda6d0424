/** What has come over the feed since the last frame: of each thing only the latest value. */
import type { Change, ChangeBatch } from '#shared/schemas/change.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

export interface PendingChanges {
  readonly byThing: ReadonlyMap<string, Change>;
  readonly ledger: Ledger | null;
}

export const nothingPending: PendingChanges = { byThing: new Map(), ledger: null };

function thingOf(change: Change): string {
  switch (change.kind) {
    case 'delivery':
      return `delivery ${change.delivery.id}`;
    case 'message':
      return `message ${change.message.id}`;
    case 'rejected':
      return `rejected ${change.rejected.id}`;
    case 'source':
      return `source ${change.source.id}`;
    case 'destination':
      return `destination ${change.destination.id}`;
    case 'authority':
      return `authority ${change.authority.id}`;
    case 'settings':
      return 'settings';
    case 'removed':
      return `${change.noun} ${change.id}`;
  }
}

export function withBatch(pending: PendingChanges, batch: ChangeBatch): PendingChanges {
  const byThing = new Map(pending.byThing);
  for (const change of batch.changes) byThing.set(thingOf(change), change);
  return { byThing, ledger: batch.ledger };
}
