/** Text for jobs: actions, progress and reasons for skipping. */

import type { UrlOutcome } from '#shared/deliveries/retry-urls.ts';
import { codeLabel } from '#shared/deliveries/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { storageRetryText, syncProblemText } from '#shared/kit/problem.ts';
import type {
  BulkAction,
  Job,
  JobError,
  JobKindName,
  JobState,
  PlannedUrl,
  SkipReason,
} from './job.ts';

interface JobLabels {
  /** Before the items: "Retry". */
  readonly verb: string;
  /** While running: "Retrying". */
  readonly doing: string;
  /** When completed: "retried". */
  readonly done: string;
  /** Items: "12 deliveries", "12 users". */
  readonly counted: (count: number) => string;
}

const number = (count: number): string => formatCount(count);

export const deliveriesText = (count: number): string =>
  `${number(count)} ${count === 1 ? 'delivery' : 'deliveries'}`;

const attemptsText = (count: number): string =>
  `${number(count)} ${count === 1 ? 'attempt' : 'attempts'}`;

const copiesText = (count: number): string => `${number(count)} ${count === 1 ? 'copy' : 'copies'}`;

const usersText = (count: number): string => `${number(count)} ${count === 1 ? 'user' : 'users'}`;

export const jobLabels: Readonly<Record<JobKindName, JobLabels>> = {
  retry: { verb: 'Retry', doing: 'Retrying', done: 'retried', counted: deliveriesText },
  copy: {
    verb: 'Send copies of',
    doing: 'Sending copies of',
    done: 'sent as copies',
    counted: deliveriesText,
  },
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

/** For example "Retry 12" or "Send copies of 12". */
export const actionText = (action: BulkAction, count: number): string =>
  `${jobLabels[action].verb} ${number(count)}`;

/** For example "Retry all deliveries" or "Send copies of all deliveries". */
export const actionOnText = (action: BulkAction, deliveries: string): string =>
  `${jobLabels[action].verb} ${deliveries}`;

/** For example "Retry with 12 attempts", "Send 12 copies" or "Cancel 12 deliveries". */
export function plannedText(action: BulkAction, count: number): string {
  if (action === 'retry') return `Retry with ${attemptsText(count)}`;
  return action === 'copy'
    ? `Send ${copiesText(count)}`
    : actionOnText(action, deliveriesText(count));
}

export const urlOutcomeLabel = (outcome: UrlOutcome): string => outcome ?? 'not attempted';

/** The latest response of a URL, without its time: a status, or why there was none. */
export function lastResponseText({ lastResponse }: PlannedUrl): string {
  if (lastResponse === null) return '';
  const { status, code } = lastResponse;
  if (status !== null) return String(status);
  return code === null ? '' : codeLabel(code);
}

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
  retry: "Finished deliveries start a new retry window. Can't be undone.",
  copy: "Copies are sent once and don't change their deliveries. Can't be undone.",
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
  no_request: 'not sent: no request',
  destination_deleted: 'destination deleted',
  no_webhook: 'destination without a URL',
  not_chosen: 'no chosen URL',
  secret_unreadable: 'destination secret not readable here',
  changed: 'changed in the meantime',
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
export function responsesText({ kind, counts, state }: Job): string {
  const { copies = 0, accepted = 0, refused = 0, failed = 0, blocked = 0 } = counts;
  if (kind !== 'copy' || copies === 0) return '';
  const open = copies - accepted - refused - failed - blocked;
  return [
    `${number(accepted)} accepted`,
    ...(refused > 0 ? [`${number(refused)} refused`] : []),
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
