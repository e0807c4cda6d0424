/** Numbers and reasons as all pages write them. Pure. */

import { useLedger } from '#renderer/data/ledger.ts';
import { blockedLabels, failureLabels } from '#shared/labels/attempt-result.ts';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** `214 ms`, `5.0 s`, `3 min`, `4 h`. */
export function durationText(ms: number): string {
  if (ms < second) return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
  if (ms < minute) return `${(ms / second).toFixed(1)} s`;
  if (ms < hour) return `${Number((ms / minute).toFixed(1))} min`;
  return `${Number((ms / hour).toFixed(1))} h`;
}

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export function timeText(at: number): string {
  return timeOfDay.format(at);
}

/** A webhook as people name it: host and path. */
export function webhookName(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const path = `${parsed.pathname}${parsed.search}`;
  return path === '/' ? parsed.host : `${parsed.host}${path}`;
}

/** What an attempt came to, in a word or a number. */
export function outcomeLabel({ result, response }: Pick<Attempt, 'result' | 'response'>): string {
  if (result.outcome === 'blocked') return blockedLabels[result.code];
  if (response !== null) return String(response.status);
  return result.outcome === 'failed' ? failureLabels[result.code] : 'delivered';
}

/** Until when it is tried; the last attempt of the ladder is seldom at the very end. */
export function windowLabels(
  { state, firstAttemptAt }: Pick<DeliveryDetail, 'state' | 'firstAttemptAt'>,
  endAt: number,
): readonly string[] {
  if (firstAttemptAt === null) return [];
  if (state === 'exhausted')
    return endAt === firstAttemptAt ? [] : [`no further attempt fits before ${timeText(endAt)}`];
  const open = state === 'pending' || state === 'sending' || state === 'retrying';
  return open ? [`window ends ${timeText(endAt)}`] : [];
}

/** Deliveries that have a next attempt; those that are paused wait for their destination instead. */
export function waitingCount(ledger: Ledger | null): number {
  return ledger === null ? 0 : ledger.pending + ledger.sending + ledger.retrying;
}

export function useWaitingCount(): number {
  return useLedger((ledger) => waitingCount(ledger));
}
