/** Which attempt of its delivery a request made by hand is held against. Pure. */
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { attemptShown } from '../deliveries/attempts.ts';

/** The latest at the same webhook; to another URL, the one that tells most. */
export function originalAttempt(
  delivery: Pick<DeliveryDetail, 'attemptList'>,
  url: string,
): Attempt | null {
  const atWebhook = delivery.attemptList.findLast((attempt) => attempt.url === url);
  return atWebhook ?? attemptShown(delivery, null);
}
