/** What a request was made from by hand, in the list of all of them. Pure. */
import type { ResendSummary } from '#shared/schemas/resend.ts';

export interface Origin {
  /** The event of its delivery, or the file. */
  readonly name: string;
  /** Of the delivery, or of the line or entry in the file. */
  readonly number: number | null;
  /** Both, in words. */
  readonly words: string;
}

type Made = Pick<ResendSummary, 'deliveryId' | 'label' | 'imported'>;

export function originOf({ deliveryId, label, imported }: Made): Origin {
  if (imported === null) {
    const name = label ?? 'Delivery';
    return { name, number: deliveryId, words: `${name}, delivery ${deliveryId}` };
  }
  const { file, entry } = imported;
  return { name: file, number: entry, words: `${file}, number ${entry}` };
}

/** Whether what it came to is more than the status of the answer says by itself. */
export const saysMoreThanStatus = ({
  status,
  signatureFit,
}: Pick<ResendSummary, 'status' | 'signatureFit'>): boolean =>
  status === null || signatureFit === 'invalid';
