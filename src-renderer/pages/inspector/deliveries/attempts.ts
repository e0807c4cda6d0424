/** Which attempts a delivery has had, and which one is looked at. Pure. */

import { type Attempt, type DeliveryDetail, isOpenState } from '#shared/schemas/delivery.ts';

/**
 * Those of the present window; a retry by hand begins a new one, and those before are history. By
 * their number and not by time, since the clock may have been ahead when those before were made.
 */
export function currentAttempts({
  attemptList,
  webhooks,
}: Pick<DeliveryDetail, 'attemptList' | 'webhooks'>): readonly Attempt[] {
  const inWindow = webhooks.flatMap(({ url, windowAttempts }) =>
    windowAttempts === 0
      ? []
      : attemptList.filter((attempt) => attempt.url === url).slice(-windowAttempts),
  );
  const ids = new Set(inWindow.map(({ id }) => id));
  return attemptList.filter(({ id }) => ids.has(id));
}

/** The chosen attempt; without a choice, the one that tells most: the success, else the latest. */
export function attemptShown(
  { attemptList }: { readonly attemptList: readonly Attempt[] },
  chosenId: number | null,
): Attempt | null {
  const chosen = attemptList.find(({ id }) => id === chosenId);
  if (chosen !== undefined) return chosen;
  const lastRound = attemptList.at(-1)?.round;
  const success = attemptList.findLast(
    ({ result, round }) => result.outcome === 'delivered' && round === lastRound,
  );
  return success ?? attemptList.at(-1) ?? null;
}

/** The how-manieth attempt at its webhook it is. */
export function attemptNumber(attemptList: readonly Attempt[], attempt: Attempt): number {
  return attemptList.filter(({ url, id }) => url === attempt.url && id <= attempt.id).length;
}

/** The one that settled the others, where one success stops them (D23). */
export function successOf(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ result }) => result.outcome === 'delivered');
}

/** Whether an attempt at the same webhook follows this one: not once it settled or was cancelled. */
export function willRetry(
  { state, webhooks, attemptList }: Pick<DeliveryDetail, 'state' | 'webhooks' | 'attemptList'>,
  { id, url, result }: Attempt,
): boolean {
  if (result.outcome !== 'failed' || !isOpenState(state)) return false;
  const isLatest = attemptList.findLast((attempt) => attempt.url === url)?.id === id;
  const webhook = webhooks.find((one) => one.url === url);
  return isLatest && (webhook?.state === 'pending' || webhook?.state === 'retrying');
}

// The windows of a delivery: retried by hand after it has ended, it begins a new one (D31).

/**
 * The rounds made before each window began, ascending. An attempt tells it of its own, also where a
 * crash cut the first round off; those that were made before this was kept tell none, and are of the
 * first unless a later attempt tells of theirs.
 */
function windowStarts(attempts: readonly Attempt[]): readonly number[] {
  const told = attempts.flatMap(({ round, windowRound }) =>
    windowRound === null ? [] : [round - windowRound],
  );
  return [...new Set(told)].sort((one, other) => one - other);
}

/** Attempts by window, the present one last; that one may have none yet. */
export function windowsOf(
  delivery: Pick<DeliveryDetail, 'attemptList' | 'webhooks'>,
): readonly (readonly Attempt[])[] {
  const present = currentAttempts(delivery);
  const ids = new Set(present.map(({ id }) => id));
  const earlier = delivery.attemptList.filter(({ id }) => !ids.has(id));
  const starts = windowStarts(earlier);
  const windows = Map.groupBy(earlier, ({ round }) => starts.findLast((start) => start < round));
  return [...windows.values(), present];
}
