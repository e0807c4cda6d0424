/** What a pause, a cancel or a retry by hand makes of a delivery, pure (D31, D32). */
import type { Delivery } from '../store/deliveries.ts';
import { conclude, isOpen } from './progress.ts';

/** Goes on after a pause: at its time, or at once when it waited for nothing but room (D32). */
export const resumed = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: delivery.attempts > 0 ? 'retrying' : 'pending',
  nextAttemptAt: delivery.nextAttemptAt ?? now,
});

/** How one that was cancelled after an attempt would have waited: its webhooks still have their times. */
export const afterCancel = (delivery: Delivery): Pick<Delivery, 'state' | 'nextAttemptAt'> => {
  const { state, nextAttemptAt } = conclude(delivery, delivery.webhooks);
  // Without a webhook that is open it had not begun.
  return state === 'retrying'
    ? { state, nextAttemptAt }
    : { state: 'pending', nextAttemptAt: null };
};

/** Makes what waits due at once, or opens a new window for what has ended. */
export function retryNow(delivery: Delivery, now: number): Delivery {
  const hasEnded = delivery.state !== 'pending' && delivery.state !== 'retrying';
  if (!hasEnded)
    return {
      ...delivery,
      nextAttemptAt: now,
      webhooks: delivery.webhooks.map((webhook) =>
        isOpen(webhook) ? { ...webhook, nextAttemptAt: now } : webhook,
      ),
    };
  return {
    ...delivery,
    state: 'pending',
    windowRounds: 0,
    firstAttemptAt: null,
    nextAttemptAt: now,
    webhooks: delivery.webhooks.map((webhook) => ({
      ...webhook,
      state: 'pending',
      windowAttempts: 0,
      nextAttemptAt: null,
    })),
  };
}
