/** Which attempts a delivery has had, and which one is looked at. Pure. */
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';

/** Those of the present window; a retry by hand begins a new one, and those before are history. */
export function currentAttempts({
  attemptList,
  firstAttemptAt,
}: Pick<DeliveryDetail, 'attemptList' | 'firstAttemptAt'>): readonly Attempt[] {
  if (firstAttemptAt === null) return [];
  return attemptList.filter(({ startedAt }) => startedAt >= firstAttemptAt);
}

/** The chosen attempt; without a choice, the one that tells most: the success, else the latest. */
export function attemptShown(
  { attemptList }: Pick<DeliveryDetail, 'attemptList'>,
  chosenId: number | null,
): Attempt | null {
  const chosen = attemptList.find(({ id }) => id === chosenId);
  if (chosen !== undefined) return chosen;
  const byTime = attemptList.toSorted((a, b) => a.startedAt - b.startedAt || a.id - b.id);
  const lastRound = byTime.at(-1)?.round;
  const success = byTime.findLast(
    ({ verdict, round }) => verdict.kind === 'delivered' && round === lastRound,
  );
  return success ?? byTime.at(-1) ?? null;
}

/** The how-manieth attempt at its webhook it is. */
export function attemptNumber(attemptList: readonly Attempt[], attempt: Attempt): number {
  return attemptList.filter(({ url, id }) => url === attempt.url && id <= attempt.id).length;
}

/** The one that settled the others, where one success stops them (D23). */
export function successOf(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ verdict }) => verdict.kind === 'delivered');
}
