/** Tracks the attempts of a webhook and derives its health. */
import { healthAttempts, healthOf, latestOf } from '#shared/lib/webhook-health.ts';
import type { AttemptCounts, Latency } from '#shared/schemas/statistics.ts';
import { codedOutcomes, isBlocked, isDelivered, isNon2xx } from './attempt-columns.ts';

export interface WebhookHistory {
  lastAt: number | null;
  lastCode: number;
  lastStatus: number;
  failingSince: number | null;
  /** Latest attempts as bits, the newest in the lowest bit; 1 is failed or blocked. */
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
  const failed = !isDelivered(code);
  history.lastAt = startedAt;
  history.lastCode = code;
  history.lastStatus = status;
  history.failingSince = failed ? (history.failingSince ?? startedAt) : null;
  history.failedBits = ((history.failedBits << 1) | Number(failed)) & ((1 << healthAttempts) - 1);
  history.recent = Math.min(healthAttempts, history.recent + 1);
}

export const attemptCount = ({ delivered, warned, failed, blocked }: AttemptCounts): number =>
  delivered + warned + failed + blocked;

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
      isNon2xx: isNon2xx(history.lastCode),
      p90Ms: latency?.p90 ?? null,
    }),
    latest: latestOf(failures),
  };
}

export const lastOf = ({ lastAt, lastCode, lastStatus, failingSince }: WebhookHistory) => ({
  lastStatus: lastStatus === 0 ? null : lastStatus,
  lastFailure: codedOutcomes[lastCode]?.code ?? null,
  lastAttemptAt: lastAt,
  failingSince,
});
