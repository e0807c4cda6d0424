/** Text for jobs: actions, progress and reasons for skipping. */

import type { UrlOutcome } from '#shared/deliveries/retry-urls.ts';
import { codeLabel } from '#shared/deliveries/text.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { storageRetryText, syncProblemText } from '#shared/kit/problem.ts';
import {
  type BulkAction,
  type BulkPlan,
  canChooseUrls,
  type Job,
  type JobError,
  type JobKindName,
  type JobState,
  type PlannedUrl,
  plannedCount,
  type SkipReason,
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

export const deliveriesText = (count: number): string => counted(count, 'delivery', 'deliveries');

const usersText = (count: number): string => counted(count, 'user');

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

/** For example "Retry 12 deliveries to 1 URL", "Send 24 copies to 2 URLs" or "Cancel 12 deliveries". */
export function plannedText(
  plan: Pick<BulkPlan, 'kind' | 'applyCount'>,
  chosen: readonly PlannedUrl[],
): string {
  const { kind } = plan;
  const count = plannedCount(plan, chosen);
  if (!canChooseUrls(kind)) return actionOnText(kind, deliveriesText(count));
  const urlCount = new Set(chosen.map(({ destinationId, url }) => `${destinationId} ${url}`)).size;
  const to = `to ${counted(urlCount, 'URL')}`;
  if (kind === 'copy') return `Send ${counted(count, 'copy', 'copies')} ${to}`;
  // A delivery gets a request for each of its URLs.
  const requests = urlCount > 1 ? `with ${counted(count, 'request')}` : deliveriesText(count);
  return `${jobLabels[kind].verb} ${requests} ${to}`;
}

/** What of it a receiver gets again although it accepted it; empty if that is nothing. */
export function duplicatesText(chosen: readonly PlannedUrl[]): string {
  const accepted = chosen.filter(({ outcome }) => outcome === 'accepted');
  const count = accepted.reduce((total, row) => total + row.count, 0);
  if (count === 0) return '';
  return count === 1
    ? '1 request is a duplicate: its URL already accepted the delivery.'
    : `${number(count)} requests are duplicates: their URL already accepted the delivery.`;
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
