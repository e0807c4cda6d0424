/** Attempts of a delivery that explain its state. */
import type { Attempt, DeliveryDetail } from './delivery.ts';

/**
 * Attempts of the current window; a retry starts a new window. Compared by number, not time: the
 * clock may have been ahead during earlier windows.
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

export const acceptedOf = (attempts: readonly Attempt[]): Attempt | undefined =>
  attempts.find(({ result }) => result.outcome === 'accepted');

/** The attempt that stopped the other webhooks: accepted, or refused if none was (D23). */
export const finalOf = (attempts: readonly Attempt[]): Attempt | undefined =>
  acceptedOf(attempts) ?? attempts.find(({ result }) => result.outcome === 'refused');
