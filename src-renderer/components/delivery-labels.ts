/** Text for deliveries and attempts. Pure. */

import { useLedger } from '#renderer/data/ledger.ts';
import { blockedLabels, failureLabels } from '#shared/labels/attempt-result.ts';
import { formatTime } from '#shared/lib/format.ts';
import type {
  Attempt,
  DeliveryDetail,
  DeliveryState,
  DeliverySummary,
} from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

/** A webhook's display name: host and path. */
export function webhookName(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const path = `${parsed.pathname}${parsed.search}`;
  return path === '/' ? parsed.host : `${parsed.host}${path}`;
}

/** Statuses of a receiver that rejects the signature or the credentials. */
export const isUnauthorized = (status: number | null | undefined): boolean =>
  status === 401 || status === 403;

/** A delivery's state; one that the receiver rejected with 401 or 403 is marked as such (D25). */
export const markedState = ({
  state,
  lastStatus,
}: Pick<DeliverySummary, 'state' | 'lastStatus'>): DeliveryState | 'unauthorized' =>
  state === 'delivered' && isUnauthorized(lastStatus) ? 'unauthorized' : state;

/** An attempt's outcome as a word or status. */
export function outcomeLabel({ result, response }: Pick<Attempt, 'result' | 'response'>): string {
  if (result.outcome === 'blocked') return blockedLabels[result.code];
  if (response !== null) return String(response.status);
  return result.outcome === 'failed' ? failureLabels[result.code] : 'delivered';
}

/** When the retry window ends, while attempts may follow. */
export function windowLabels(
  { state, firstAttemptAt }: Pick<DeliveryDetail, 'state' | 'firstAttemptAt'>,
  endAt: number,
): readonly string[] {
  if (firstAttemptAt === null) return [];
  const open = state === 'pending' || state === 'sending' || state === 'retrying';
  return open ? [`window ends ${formatTime(endAt)}`] : [];
}

/** Deliveries with a next attempt; paused ones wait for their destination. */
export function pendingCount(ledger: Ledger | null): number {
  return ledger === null ? 0 : ledger.pending + ledger.sending + ledger.retrying;
}

export function usePendingCount(): number {
  return useLedger((ledger) => pendingCount(ledger));
}
