/** What a resend was made from, and how it differs. Pure. */

import { formatCount } from '#shared/lib/format.ts';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ResendSummary } from '#shared/schemas/resend.ts';
import { attemptShown } from '../deliveries/attempts.ts';

/** The latest at the same webhook; for another URL, the most telling one. */
export function originalAttempt(
  delivery: Pick<DeliveryDetail, 'attemptList'>,
  url: string,
): Attempt | null {
  const atWebhook = delivery.attemptList.findLast((attempt) => attempt.url === url);
  return atWebhook ?? attemptShown(delivery, null);
}

// The origin of a resend.

interface Origin {
  /** The event, or the file name. */
  readonly name: string;
  /** Of the delivery, or of the entry in the file. */
  readonly number: number | null;
  /** Full text of both. */
  readonly text: string;
}

type Made = Pick<ResendSummary, 'deliveryId' | 'label' | 'imported'>;

export function originOf({ deliveryId, label, imported }: Made): Origin {
  if (imported === null) {
    const name = label ?? 'Delivery';
    return { name, number: deliveryId, text: `${name}, delivery ${deliveryId}` };
  }
  const { file, entry } = imported;
  return { name: file, number: entry, text: `${file}, entry ${entry}` };
}

/** Whether the result says more than the status alone. */
export const saysMoreThanStatus = ({
  status,
  signatureFit,
}: Pick<ResendSummary, 'status' | 'signatureFit'>): boolean =>
  status === null || signatureFit === 'invalid';

/** Names the changed byte; null if the bodies can't be compared. Pure. */
export function changedByte(typed: string, sent: string | null): string | null {
  if (sent === null) return null;
  const [before, after] = [new TextEncoder().encode(typed), new TextEncoder().encode(sent)];
  const at = before.findIndex((byte, index) => byte !== after[index]);
  if (at < 0 || before.length !== after.length) return null;
  const shown = (byte: number | undefined): string =>
    byte !== undefined && byte > 32 && byte < 127
      ? `"${String.fromCharCode(byte)}"`
      : `0x${(byte ?? 0).toString(16).padStart(2, '0')}`;
  return `Byte ${formatCount(at + 1)} changed from ${shown(before[at])} to ${shown(after[at])} after signing.`;
}
