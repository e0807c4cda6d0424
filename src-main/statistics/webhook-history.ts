/** Tracks the attempts of a webhook and derives its health. */

import type { AttemptCounts, Latency } from '#shared/statistics/statistics.ts';
import { healthAttempts, healthOf, latestOf } from '#shared/statistics/webhook-health.ts';
import { codedOutcomes, isAccepted, isBlocked, isRefused } from './attempt-columns.ts';

export interface WebhookHistory {
  lastAt: number | null;
  lastCode: number;
  lastStatus: number;
  failingSince: number | null;
  /** Latest attempts as bits, the newest in the lowest bit; 1 is not accepted. */
  failedBits: number;
  recent: number;
}

export const emptyHistory = (): WebhookHistory => ({
  lastAt: null,
  lastCode: 0,
  lastStatus: 0,
  failingSince: null,
  failedBits: 0,
  recent: 0,
});

/** Adds the next attempt. */
export function addAttempt(
  history: WebhookHistory,
  startedAt: number,
  code: number,
  status: number,
): void {
  const failed = !isAccepted(code);
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
  const failures = Array.from(
    { length: history.recent },
    (_, age) => ((history.failedBits >> age) & 1) === 1,
  );
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

export const lastOf = ({ lastAt, lastCode, lastStatus, failingSince }: WebhookHistory) => ({
  lastStatus: lastStatus === 0 ? null : lastStatus,
  lastCode: codedOutcomes[lastCode]?.code ?? null,
  lastAttemptAt: lastAt,
  failingSince,
});
