/** Text for jobs: actions, progress and reasons for skipping. */

import { formatCount } from '../lib/format.ts';
import type {
  BulkAction,
  Job,
  JobError,
  JobKindName,
  JobState,
  SkipReason,
} from '../schemas/job.ts';
import { storageRetryText, syncProblemText } from './problems.ts';

interface JobLabels {
  /** Before the items: "Retry". */
  readonly verb: string;
  /** While running: "Retrying". */
  readonly doing: string;
  /** When completed: "retried". */
  readonly done: string;
  /** Items: "12 deliveries", "12 copies". */
  readonly counted: (count: number) => string;
}

const number = (count: number): string => formatCount(count);

export const deliveriesText = (count: number): string =>
  `${number(count)} ${count === 1 ? 'delivery' : 'deliveries'}`;

const copiesText = (count: number): string => `${number(count)} ${count === 1 ? 'copy' : 'copies'}`;

const usersText = (count: number): string => `${number(count)} ${count === 1 ? 'user' : 'users'}`;

export const jobLabels: Readonly<Record<JobKindName, JobLabels>> = {
  retry: { verb: 'Retry', doing: 'Retrying', done: 'retried', counted: deliveriesText },
  copy: { verb: 'Send', doing: 'Sending', done: 'sent', counted: copiesText },
  cancel: { verb: 'Cancel', doing: 'Cancelling', done: 'cancelled', counted: deliveriesText },
  delete: { verb: 'Delete', doing: 'Deleting', done: 'deleted', counted: deliveriesText },
  retention: {
    verb: 'Delete old',
    doing: 'Deleting old',
    done: 'deleted by the storage limits',
    counted: deliveriesText,
  },
  sync: { verb: 'Sync', doing: 'Syncing', done: 'synced', counted: usersText },
  deletion_request: {
    verb: 'Send deletion notices for',
    doing: 'Sending deletion notices for',
    done: 'forwarded for deletion',
    counted: usersText,
  },
};

/** Button: "Retry", or "Retry 12" with a number of deliveries. */
export function actionText(action: BulkAction, count?: number): string {
  const { verb } = jobLabels[action];
  if (action === 'copy')
    return count === undefined ? 'Send copies' : `${verb} ${copiesText(count)}`;
  return count === undefined ? verb : `${verb} ${number(count)}`;
}

/** For example "Retry all deliveries" or "Send copies of all deliveries". */
export const actionOnText = (action: BulkAction, deliveries: string): string =>
  `${actionText(action)}${action === 'copy' ? ' of' : ''} ${deliveries}`;

export const jobStateLabels: Readonly<Record<JobState, string>> = {
  planned: 'Queued',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Effect of an action, shown before it starts. */
const meanings: Readonly<Record<BulkAction, string>> = {
  retry: "Retries pending deliveries now and finished ones in full. Can't be undone.",
  copy: "Sends a copy of each request to its destination's first webhook. Can't be undone.",
  cancel: 'Stops further attempts. Attempts in flight finish. A single delivery can be restored.',
  delete: "Includes messages, attempts and copies. Can't be undone.",
};

export const jobMeaning = (kind: BulkAction, filter: string): string =>
  kind === 'delete' && filter === ''
    ? `${meanings.delete} Rejected requests and mock endpoint logs are deleted too.`
    : meanings[kind];

/** Why deliveries are skipped. Follows their count. */
export const skipReasonLabels: Readonly<Record<SkipReason, string>> = {
  sending: 'in flight',
  paused: 'destination disabled',
  unfinished: 'not finished: cancel them first',
  ended: 'already finished',
  no_request: 'filtered or excluded: no request to send',
  destination_deleted: 'destination deleted',
  no_webhook: 'destination without a webhook URL',
  secret_unreadable: 'destination secret not readable here',
  changed: 'changed since',
};

/** Progress of a job from 0 to 1; null if its total is unknown. */
export function jobShare(job: Job): number | null {
  if (job.state === 'completed') return 1;
  if (job.totalCount === null) return null;
  return job.totalCount === 0
    ? 1
    : Math.min(1, (job.doneCount + job.skippedCount) / job.totalCount);
}

/** For example "Retrying 12 deliveries" or "12 deliveries retried". */
export function jobTitle(job: Job): string {
  const { verb, doing, done, counted } = jobLabels[job.kind];
  const total = counted(job.totalCount ?? job.doneCount);
  switch (job.state) {
    case 'planned':
      return `${verb} ${total}`;
    case 'running':
      return job.kind === 'retention' ? `${doing} deliveries` : `${doing} ${total}`;
    case 'completed':
      return `${counted(job.doneCount)} ${done}`;
    case 'paused':
    case 'failed':
    case 'cancelled':
      return `${number(job.doneCount)} of ${total} ${done}`;
  }
}

/** Responses to the copies of a job; empty for other kinds. */
export function responsesText({ kind, counts, doneCount, state }: Job): string {
  const { delivered = 0, failed = 0, blocked = 0 } = counts;
  if (kind !== 'copy' || doneCount === 0) return '';
  const open = doneCount - delivered - failed - blocked;
  return [
    `${number(delivered)} delivered`,
    ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ...(blocked > 0 ? [`${number(blocked)} blocked`] : []),
    ...(open > 0 ? [`${number(open)} ${state === 'running' ? 'in flight' : 'interrupted'}`] : []),
  ].join(', ');
}

/** Details of an ended job; empty if its title is sufficient. */
export function jobSummary(job: Job): string {
  const unmatchedCount = (job.totalCount ?? job.doneCount) - job.doneCount - job.skippedCount;
  const isDone = job.state === 'completed';
  return [
    responsesText(job),
    isDone && unmatchedCount > 0 ? `${number(unmatchedCount)} no longer matched` : '',
    (job.counts.sending ?? 0) > 0
      ? `${number(job.counts.sending ?? 0)} in flight: the current attempt is the last`
      : '',
  ]
    .filter((text) => text !== '')
    .join('. ');
}

export const jobErrorText = (error: JobError): string =>
  error.code === 'storage_failed' ? storageRetryText(error) : syncProblemText(error);
