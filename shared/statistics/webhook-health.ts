/** Health of a webhook, derived from its latest attempts. The only definition. Pure. */

import { outcomeOf } from '#shared/deliveries/delivery.ts';
import { codeLabel } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatPercent } from '#shared/kit/format.ts';
import type { LatestAttempts, WebhookHealth, WebhookStatistics } from './statistics.ts';

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
  /** Whether each of the latest attempts was not accepted, newest first. */
  readonly failures: readonly boolean[];
  /** The latest attempt was blocked, and the next one will be too. */
  readonly isBlocked: boolean;
  /** The latest attempt was refused: the receiver may not accept any. */
  readonly isRefused: boolean;
  readonly p90Ms: number | null;
}

const countOf = (failures: readonly boolean[]): number => failures.filter(Boolean).length;

function inRowOf(failures: readonly boolean[]): number {
  const end = failures.findIndex((failed) => failed !== failures[0]);
  return end === -1 ? failures.length : end;
}

/** The latest attempt was not accepted, nor were the ones before it or more than two thirds of all. */
export const isFailing = (failures: readonly boolean[]): boolean =>
  failures[0] === true &&
  (inRowOf(failures) >= minFailuresInRow || countOf(failures) > failures.length * (2 / 3));

export function healthOf(facts: HealthFacts): WebhookHealth {
  const { attempts, failures, isBlocked, isRefused, p90Ms } = facts;
  if (attempts === 0 || failures.length === 0) return 'inactive';
  if (isBlocked || isFailing(failures)) return 'failing';
  const wasFailing = failures[0] === false && isFailing(failures.slice(inRowOf(failures)));
  if (countOf(failures) > failures.length * maxShare) return wasFailing ? 'recovering' : 'degraded';
  return isRefused || (p90Ms !== null && p90Ms > slowMs) ? 'degraded' : 'healthy';
}

/**
 * Whether a failing webhook is known to be up again: its mock endpoint accepts requests, although none was sent since its
 * outage.
 */
export const isUpAgain = (
  { health, lastCode, outages }: Pick<WebhookStatistics, 'health' | 'lastCode' | 'outages'>,
  now: number,
): boolean =>
  health === 'failing' &&
  outcomeOf(lastCode) === 'failed' &&
  outages.length > 0 &&
  outages.every(({ to }) => to !== null && to <= now);

/** The numbers behind the health. */
export const latestOf = (failures: readonly boolean[]): LatestAttempts => ({
  attempts: failures.length,
  failed: countOf(failures),
  inRow: inRowOf(failures),
});

type Reasons = Pick<
  WebhookStatistics,
  'health' | 'latest' | 'latency' | 'lastCode' | 'lastStatus' | 'active'
>;

function failedText({ latest: { attempts, failed } }: Reasons): string {
  if (attempts === 1)
    return failed === 1 ? 'The only attempt failed' : 'The only attempt succeeded';
  if (failed === attempts) return `All ${attempts} latest attempts failed`;
  return `${failed === 0 ? 'None' : failed} of the last ${attempts} attempts failed (${formatPercent(failed / attempts)})`;
}

function inRowText(latest: Reasons['latest'], suffix: string): string {
  return latest.inRow === 1 ? `the latest ${suffix}` : `the latest ${latest.inRow} ${suffix}`;
}

/** Why a webhook has its health, for a tooltip. */
export function healthText(webhook: Reasons): string {
  const { health, latest, latency, lastCode, lastStatus, active } = webhook;
  switch (health) {
    case 'inactive':
      return active ? 'No attempts' : 'No attempts; not in use';
    case 'failing': {
      const reason = lastCode === null ? '' : `: ${codeLabel(lastCode)}`;
      return latest.failed === latest.attempts
        ? `${failedText(webhook)}${reason}`
        : `${failedText(webhook)}, ${inRowText(latest, 'in a row')}${reason}`;
    }
    case 'recovering':
      return `${failedText(webhook)}, but ${inRowText(latest, 'succeeded')}`;
    case 'degraded':
    case 'healthy': {
      const slow = latency === null ? '' : `. 90 % within ${formatLatency(latency.p90)}`;
      const isRefused = lastCode !== null && outcomeOf(lastCode) === 'refused';
      return `${failedText(webhook)}${isRefused ? `. Latest response: ${lastStatus}` : ''}${slow}`;
    }
  }
}
