/** Tracks the attempts of a webhook and derives its health. */

import type { AttemptCounts, Latency, UrlOutage } from '#shared/statistics/statistics.ts';
import {
  healthAttempts,
  healthOf,
  isFailing,
  latestOf,
} from '#shared/statistics/webhook-health.ts';
import {
  codeNumbered,
  isAccepted,
  isBlocked,
  isRefused,
  outcomeNumbered,
} from './attempt-columns.ts';
import type { TimeRange } from './time-range.ts';

export interface WebhookHistory {
  lastAt: number | null;
  lastCode: number;
  lastStatus: number;
  failingSince: number | null;
  /** Latest attempts as bits, the newest in the lowest bit; 1 is not accepted. */
  failedBits: number;
  recent: number;
  /** Start of the current series of failed attempts. */
  downSince: number | null;
  readonly outages: (UrlOutage & { to: number })[];
}

export const emptyHistory = (): WebhookHistory => ({
  lastAt: null,
  lastCode: 0,
  lastStatus: 0,
  failingSince: null,
  failedBits: 0,
  recent: 0,
  downSince: null,
  outages: [],
});

const failuresOf = ({ recent, failedBits }: WebhookHistory): readonly boolean[] =>
  Array.from({ length: recent }, (_, age) => ((failedBits >> age) & 1) === 1);

/** The outage that the latest failed attempts are part of; null if the URL isn't failing. */
function currentOutage(history: WebhookHistory): UrlOutage | null {
  const { downSince, lastCode } = history;
  if (downSince === null || !isFailing(failuresOf(history))) return null;
  return { from: downSince, to: null, status: statusOf(history), code: codeNumbered(lastCode) };
}

/** Ends the current outage, as part of the previous one if they are too close to be distinguished. */
function endOutage(history: WebhookHistory, to: number, range: TimeRange): void {
  const outage = currentOutage(history);
  history.downSince = null;
  if (outage === null || to < range.from || to <= outage.from) return;
  const previous = history.outages.at(-1);
  if (previous === undefined || outage.from > previous.to + range.bucketMs)
    history.outages.push({ ...outage, to });
  else previous.to = Math.max(previous.to, to);
}

/** Those that ended in the range, and the current one. */
export function outagesOf(history: WebhookHistory): UrlOutage[] {
  const current = currentOutage(history);
  return [...history.outages, ...(current === null ? [] : [current])];
}

/** Adds the next attempt. */
export function addAttempt(
  history: WebhookHistory,
  startedAt: number,
  code: number,
  status: number,
  range: TimeRange,
): void {
  const failed = !isAccepted(code);
  if (outcomeNumbered(code) === 'failed') history.downSince ??= startedAt;
  else if (history.downSince !== null) endOutage(history, startedAt, range);
  history.lastAt = startedAt;
  history.lastCode = code;
  history.lastStatus = status;
  history.failingSince = failed ? (history.failingSince ?? startedAt) : null;
  history.failedBits = ((history.failedBits << 1) | Number(failed)) & ((1 << healthAttempts) - 1);
  history.recent = Math.min(healthAttempts, history.recent + 1);
}

export const attemptCount = ({ accepted, refused, failed, blocked }: AttemptCounts): number =>
  accepted + refused + failed + blocked;

/** Health in a time range, and the numbers behind it. */
export function healthIn(history: WebhookHistory, inRange: AttemptCounts, latency: Latency) {
  const failures = failuresOf(history);
  return {
    health: healthOf({
      attempts: attemptCount(inRange),
      failures,
      isBlocked: isBlocked(history.lastCode),
      isRefused: isRefused(history.lastCode),
      p90Ms: latency?.p90 ?? null,
    }),
    latest: latestOf(failures),
  };
}

const statusOf = ({ lastStatus }: WebhookHistory): number | null =>
  lastStatus === 0 ? null : lastStatus;

export const lastOf = (history: WebhookHistory) => ({
  lastStatus: statusOf(history),
  lastCode: codeNumbered(history.lastCode),
  lastAttemptAt: history.lastAt,
  failingSince: history.failingSince,
});
