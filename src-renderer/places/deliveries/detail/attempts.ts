/** Attempts of a delivery, and which one is shown. Pure. */

import { currentAttempts } from '#shared/deliveries/attempts.ts';
import type { Attempt, DeliveryDetail, DeliveryState } from '#shared/deliveries/delivery.ts';

/**
 * The chosen attempt; by default the accepted one of a delivered delivery, and of others the latest that was not
 * accepted.
 */
export function attemptShown(
  {
    attemptList,
    state,
  }: { readonly attemptList: readonly Attempt[]; readonly state: DeliveryState },
  chosenId: number | null,
): Attempt | null {
  const chosenAttempt = attemptList.find(({ id }) => id === chosenId);
  if (chosenAttempt !== undefined) return chosenAttempt;
  const lastRound = attemptList.at(-1)?.round;
  const isDelivered = state === 'delivered';
  const deciding = attemptList.findLast(
    ({ result, round }) => (result.outcome === 'accepted') === isDelivered && round === lastRound,
  );
  return deciding ?? attemptList.at(-1) ?? null;
}

/** Its number among the attempts at its webhook. */
export function attemptNumber(attemptList: readonly Attempt[], attempt: Attempt): number {
  return attemptList.filter(({ url, id }) => url === attempt.url && id <= attempt.id).length;
}

/** Whether the cause of a delivery that gave up says why this attempt failed. */
export function isAttemptExplained(
  { state, webhooks, attemptList }: Pick<DeliveryDetail, 'state' | 'webhooks' | 'attemptList'>,
  { id, url }: Attempt,
): boolean {
  const isLatest = attemptList.findLast((attempt) => attempt.url === url)?.id === id;
  const webhook = webhooks.find((one) => one.url === url);
  return isLatest && state === 'gave_up' && webhook?.state === 'gave_up';
}

// The windows of a delivery: a retry after the end starts a new one (D31).

/** Rounds before each window started, ascending. */
function windowStarts(attempts: readonly Attempt[]): readonly number[] {
  const starts = attempts.map(({ round, windowRound }) => round - windowRound);
  return [...new Set(starts)].sort((a, b) => a - b);
}

/** Attempts by window, the current one last; it may be empty. */
export function windowsOf(
  delivery: Pick<DeliveryDetail, 'attemptList' | 'webhooks'>,
): readonly (readonly Attempt[])[] {
  const present = currentAttempts(delivery);
  const ids = new Set(present.map(({ id }) => id));
  const earlier = delivery.attemptList.filter(({ id }) => !ids.has(id));
  const windowStartRounds = windowStarts(earlier);
  const windows = Map.groupBy(earlier, ({ round }) =>
    windowStartRounds.findLast((start) => start < round),
  );
  return [...windows.values(), present];
}
