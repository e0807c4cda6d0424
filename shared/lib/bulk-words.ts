/** Bulk actions in words: what they do, and why they do not apply. Pure. */
import type { BulkAction, BulkReason, BulkRun } from '../schemas/bulk.ts';

interface ActionWords {
  /** The button: "Retry". */
  readonly verb: string;
  /** While it runs: "Retrying". */
  readonly doing: string;
  /** Afterwards: "retried". */
  readonly done: string;
}

export const actionWords: Readonly<Record<BulkAction, ActionWords>> = {
  retry: { verb: 'Retry', doing: 'Retrying', done: 'retried' },
  resend: { verb: 'Resend', doing: 'Resending', done: 'resent' },
  cancel: { verb: 'Cancel', doing: 'Cancelling', done: 'cancelled' },
};

/** What an action means, before it is run. */
export const actionMeanings: Readonly<Record<BulkAction, string>> = {
  retry:
    'What waits is sent now; what has ended begins anew, with an attempt at every webhook. It can be undone for those that have not begun.',
  resend:
    'Each request is made once more, as a request made by hand: signed anew, to the first webhook of its destination, outside the ledger and never retried. It cannot be undone.',
  cancel:
    'No further attempt is made. What is being sent just now is finished and recorded. It can be undone.',
};

/** Why a delivery is left out, to follow a number of them. */
export const reasonWords: Readonly<Record<BulkReason, string>> = {
  sending: 'being sent just now',
  paused: 'paused: their destination is off, and they go on when it is switched on',
  ended: 'ended already, so there is nothing to cancel',
  no_request: 'filtered or excluded, so there never was a request',
  destination_deleted: 'of a destination that was deleted',
  no_webhook: 'of a destination without a webhook URL',
  secret_unreadable: 'of a destination whose secret cannot be read here',
  begun: 'begun already',
  changed: 'changed since',
};

export const deliveriesText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'delivery' : 'deliveries'}`;

export const skippedCount = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);

/** How far a run is, from 0 to 1. */
export function bulkShare({
  state,
  matchCount,
  doneCount,
  skipped,
  restoredCount,
  notRestored,
}: BulkRun) {
  if (state === 'undoing')
    return doneCount === 0 ? 1 : (restoredCount + skippedCount(notRestored)) / doneCount;
  if (state === 'completed' || state === 'undone' || matchCount === 0) return 1;
  return Math.min(1, (doneCount + skippedCount(skipped)) / matchCount);
}
