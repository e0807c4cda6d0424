/** Health of a webhook, derived from its latest attempts. The only definition. Pure. */
import type { LatestAttempts, WebhookHealth } from '../schemas/statistics.ts';

/** Number of latest attempts that determine the health. */
export const healthAttempts = 20;
/** A larger share of failures, or of slow responses, is a problem. A single one may be temporary. */
const maxShare = 0.1;
/** Consecutive failures that make a webhook failing, whatever happened before. */
const minFailuresInRow = 5;
/** A fifth of the response timeout (spec 4.1). */
const slowMs = 1_000;

export interface HealthFacts {
  /** Attempts in the time range. */
  readonly attempts: number;
  /** Whether each of the latest attempts failed or was blocked, newest first. */
  readonly failures: readonly boolean[];
  /** The latest attempt was blocked, and the next one will be too. */
  readonly isBlocked: boolean;
  /** The latest attempt was delivered with a non-2xx status: the receiver may not accept any. */
  readonly isNon2xx: boolean;
  readonly p90Ms: number | null;
}

const countOf = (failures: readonly boolean[]): number => failures.filter(Boolean).length;

function inRowOf(failures: readonly boolean[]): number {
  const end = failures.findIndex((failed) => failed !== failures[0]);
  return end === -1 ? failures.length : end;
}

/** The latest attempt failed, as did the ones before it or more than two thirds of all. */
const isFailing = (failures: readonly boolean[]): boolean =>
  failures[0] === true &&
  (inRowOf(failures) >= minFailuresInRow || countOf(failures) > failures.length * (2 / 3));

export function healthOf(facts: HealthFacts): WebhookHealth {
  const { attempts, failures, isBlocked, isNon2xx, p90Ms } = facts;
  if (attempts === 0 || failures.length === 0) return 'inactive';
  if (isBlocked || isFailing(failures)) return 'failing';
  const wasFailing = failures[0] === false && isFailing(failures.slice(inRowOf(failures)));
  if (countOf(failures) > failures.length * maxShare) return wasFailing ? 'recovering' : 'degraded';
  return isNon2xx || (p90Ms !== null && p90Ms > slowMs) ? 'degraded' : 'healthy';
}

/** The numbers behind the health. */
export const latestOf = (failures: readonly boolean[]): LatestAttempts => ({
  attempts: failures.length,
  failed: countOf(failures),
  inRow: inRowOf(failures),
});
