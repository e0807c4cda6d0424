/** Numbers and reasons as all pages write them. Pure. */

import { useLedger } from '#renderer/stores/ledger-store.ts';
import type {
  Attempt,
  DeliveryDetail,
  FailureReason,
  RefusalReason,
} from '#shared/schemas/delivery.ts';
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

export const failureLabels: Record<FailureReason, string> = {
  server_error: 'server error',
  time_out: 'no answer in time',
  connection_refused: 'connection refused',
  connection_reset: 'connection reset',
  host_not_found: 'host not found',
  malformed_response: 'answer not HTTP',
  network_error: 'network error',
};

export const refusalLabels: Record<RefusalReason, string> = {
  self_signed: 'self-signed',
  expired: 'certificate expired',
  not_yet_valid: 'certificate not yet valid',
  wrong_host: 'certificate for another host',
  unknown_issuer: 'unknown issuer',
  untrusted: 'certificate not trusted',
  own_endpoint: 'own ingestion endpoint',
};

/** What an attempt came to, in a word or a number. */
export function outcomeLabel({ verdict, response }: Pick<Attempt, 'verdict' | 'response'>): string {
  if (verdict.kind === 'refused') return refusalLabels[verdict.reason];
  if (response !== null) return String(response.status);
  return verdict.kind === 'failed' ? failureLabels[verdict.reason] : 'delivered';
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
  return useLedger(({ ledger }) => waitingCount(ledger));
}
