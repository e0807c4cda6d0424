/** The origin of a copy, and how it differs from it. Pure. */

import type { CopySummary } from '#shared/schemas/copy.ts';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { attemptShown } from '../deliveries/attempts.ts';

/** The latest at the same webhook; for another URL, the most telling one. */
export function originalAttempt(
  delivery: Pick<DeliveryDetail, 'attemptList'>,
  url: string,
): Attempt | null {
  const atWebhook = delivery.attemptList.findLast((attempt) => attempt.url === url);
  return atWebhook ?? attemptShown(delivery, null);
}

// The origin of a copy.

interface Origin {
  /** The event, or the name of the mock endpoint. */
  readonly name: string;
  /** Of the delivery or the request. */
  readonly number: number | null;
  /** Full text of both. */
  readonly text: string;
}

type Made = Pick<CopySummary, 'deliveryId' | 'label' | 'received'>;

export function originOf({ deliveryId, label, received }: Made): Origin {
  if (received !== null) {
    const { mock, requestId } = received;
    return { name: mock, number: requestId, text: `${mock}, request ${requestId}` };
  }
  const name = label ?? 'Delivery';
  return { name, number: deliveryId, text: `${name}, delivery ${deliveryId}` };
}

/** Whether the result says more than the status alone. */
export const saysMoreThanStatus = ({
  status,
  signatureFit,
}: Pick<CopySummary, 'status' | 'signatureFit'>): boolean =>
  status === null || signatureFit === 'invalid';
