/** Tracks the attempts of a webhook and derives its health. */
import type { AttemptCounts, Latency, WebhookHealth } from '#shared/schemas/statistics.ts';
import { codedOutcomes, isBlocked, isDelivered } from './attempt-columns.ts';

/** Number of latest attempts that determine the current health. */
const recentAttempts = 20;
/** A webhook is failing above this fraction. A single failure may be temporary. */
const mostFailedShare = 0.1;
/** A fifth of the response timeout (spec 4.1). */
const slowMs = 1_000;

export interface WebhookCourse {
  lastAt: number | null;
  lastCode: number;
  lastStatus: number;
  failingSince: number | null;
  /** Latest attempts as bits, the newest in the lowest bit; 1 is failed or blocked. */
  failedBits: number;
  recent: number;
}

export const noCourse = (): WebhookCourse => ({
  lastAt: null,
  lastCode: 0,
  lastStatus: 0,
  failingSince: null,
  failedBits: 0,
  recent: 0,
});

/** Adds the next attempt. */
export function goOn(course: WebhookCourse, startedAt: number, code: number, status: number): void {
  const failed = !isDelivered(code);
  course.lastAt = startedAt;
  course.lastCode = code;
  course.lastStatus = status;
  course.failingSince = failed ? (course.failingSince ?? startedAt) : null;
  course.failedBits = ((course.failedBits << 1) | Number(failed)) & ((1 << recentAttempts) - 1);
  course.recent = Math.min(recentAttempts, course.recent + 1);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

export const attemptCount = ({ delivered, warned, failed, blocked }: AttemptCounts): number =>
  delivered + warned + failed + blocked;

export function healthOf(
  course: WebhookCourse,
  inRange: AttemptCounts,
  latency: Latency,
): WebhookHealth {
  if (attemptCount(inRange) === 0) return 'silent';
  if (isBlocked(course.lastCode)) return 'blocked';
  const failedShare = countBits(course.failedBits) / Math.max(1, course.recent);
  if (!isDelivered(course.lastCode) || failedShare > mostFailedShare) return 'failing';
  return (latency?.p90 ?? 0) > slowMs ? 'slow' : 'healthy';
}

export const lastOf = ({ lastAt, lastCode, lastStatus, failingSince }: WebhookCourse) => ({
  lastStatus: lastStatus === 0 ? null : lastStatus,
  lastFailure: codedOutcomes[lastCode]?.code ?? null,
  lastAttemptAt: lastAt,
  failingSince,
});
