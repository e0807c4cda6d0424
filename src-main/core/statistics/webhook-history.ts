/** Tracks the attempts of a webhook and derives its health. */
import type { AttemptCounts, Latency, WebhookHealth } from '#shared/schemas/statistics.ts';
import { codedOutcomes, isBlocked, isDelivered } from './attempt-columns.ts';

/** Number of latest attempts that determine the current health. */
const recentAttempts = 20;
/** A webhook is failing above this fraction. A single failure may be temporary. */
const maxFailedShare = 0.1;
/** A fifth of the response timeout (spec 4.1). */
const slowMs = 1_000;

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
  history.failedBits = ((history.failedBits << 1) | Number(failed)) & ((1 << recentAttempts) - 1);
  history.recent = Math.min(recentAttempts, history.recent + 1);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

export const attemptCount = ({ delivered, warned, failed, blocked }: AttemptCounts): number =>
  delivered + warned + failed + blocked;

export function healthOf(
  history: WebhookHistory,
  inRange: AttemptCounts,
  latency: Latency,
): WebhookHealth {
  if (attemptCount(inRange) === 0) return 'silent';
  if (isBlocked(history.lastCode)) return 'blocked';
  const failedShare = countBits(history.failedBits) / Math.max(1, history.recent);
  if (!isDelivered(history.lastCode) || failedShare > maxFailedShare) return 'failing';
  return (latency?.p90 ?? 0) > slowMs ? 'slow' : 'healthy';
}

export const lastOf = ({ lastAt, lastCode, lastStatus, failingSince }: WebhookHistory) => ({
  lastStatus: lastStatus === 0 ? null : lastStatus,
  lastFailure: codedOutcomes[lastCode]?.code ?? null,
  lastAttemptAt: lastAt,
  failingSince,
});
