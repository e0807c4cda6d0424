/**
 * The windows of a delivery: retried by hand after it has ended, it begins a new one (D31). Pure.
 */
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { currentAttempts } from '../attempts.ts';

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
