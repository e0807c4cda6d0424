/** What an answer to a request made by hand says of the receiver. Pure. */

import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ResendSummary } from '#shared/schemas/resend.ts';
import { attemptShown } from '../deliveries/attempts.ts';

interface Judgement {
  readonly tone: 'ok' | 'warn' | 'bad' | 'info';
  /** For one line of a list. */
  readonly title: string;
  readonly text: string;
}

/** Statuses by which receivers refuse a signature; others may have other reasons. */
const refusing = new Set([400, 401, 403, 422]);

function ofWrongSignature(status: number): Judgement {
  if (status >= 500)
    return {
      tone: 'warn',
      title: 'Failed instead of refusing',
      text: `To a ${status} the service sends the same again, for up to 4 hours: answer a wrong signature with 401 or 403.`,
    };
  if (refusing.has(status))
    return {
      tone: 'ok',
      title: 'Refused, as it should be',
      text: `The receiver answered ${status} to a request whose signature is wrong.`,
    };
  if (status >= 200 && status <= 299)
    return {
      tone: 'bad',
      title: 'A wrong signature was accepted',
      text: `The receiver answered ${status}, so it does not check the signature, or not in this respect.`,
    };
  return {
    tone: 'warn',
    title: 'Answered, but not refused',
    text: `The receiver answered ${status}, which says nothing about the signature: it was wrong, and 401 or 403 is expected.`,
  };
}

const rightly = {
  valid: 'a rightly signed request',
  unsigned: 'a request without a signature',
  unknown: 'a request with the signature of the file',
} as const;

function ofRightSignature(status: number, fit: keyof typeof rightly): Judgement {
  const what = rightly[fit];
  if (status >= 500)
    return {
      tone: 'bad',
      title: 'The receiver failed',
      text: `It answered ${status} to ${what}. Made by hand, it is not tried again.`,
    };
  if (status >= 200 && status <= 299)
    return { tone: 'ok', title: 'Accepted', text: `The receiver answered ${status} to ${what}.` };
  return {
    tone: 'warn',
    title: 'Not accepted',
    text: `The receiver answered ${status} to ${what}. The service counts any answer but a 5xx as delivered, and would not try again.`,
  };
}

export function judgementOf({
  state,
  status,
  signatureFit,
}: Pick<ResendSummary, 'state' | 'status' | 'signatureFit'>): Judgement {
  if (state === 'sending')
    return { tone: 'info', title: 'On its way', text: 'The answer is here within 5 seconds.' };
  if (state === 'interrupted')
    return {
      tone: 'warn',
      title: 'No answer is known',
      text: 'Hookwright ended before the answer was stored. The request may have arrived: the receiver knows. It is not made again.',
    };
  if (state === 'blocked')
    return {
      tone: 'bad',
      title: 'Not sent',
      text: 'The request was blocked; the reason is below.',
    };
  if (status === null)
    return { tone: 'bad', title: 'No answer', text: 'Made by hand, it is not tried again.' };
  return signatureFit === 'invalid'
    ? ofWrongSignature(status)
    : ofRightSignature(status, signatureFit);
}

// Which attempt of its delivery a request made by hand is held against.

/** The latest at the same webhook; to another URL, the one that tells most. */
export function originalAttempt(
  delivery: Pick<DeliveryDetail, 'attemptList'>,
  url: string,
): Attempt | null {
  const atWebhook = delivery.attemptList.findLast((attempt) => attempt.url === url);
  return atWebhook ?? attemptShown(delivery, null);
}

// What a request was made from by hand, in the list of all of them.

interface Origin {
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

/** Says which byte of a body is another one than was typed; null where they cannot be compared. Pure. */
export function changedByte(typed: string, sent: string | null): string | null {
  if (sent === null) return null;
  const [before, after] = [new TextEncoder().encode(typed), new TextEncoder().encode(sent)];
  const at = before.findIndex((byte, index) => byte !== after[index]);
  if (at < 0 || before.length !== after.length) return null;
  const shown = (byte: number | undefined): string =>
    byte !== undefined && byte > 32 && byte < 127
      ? `“${String.fromCharCode(byte)}”`
      : `0x${(byte ?? 0).toString(16).padStart(2, '0')}`;
  return `Byte ${(at + 1).toLocaleString('en')} becomes ${shown(after[at])} where ${shown(before[at])} was signed.`;
}
