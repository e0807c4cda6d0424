/**
 * Creates valid signatures and deliberately invalid ones, each with a mistake that receivers often
 * miss.
 */
import { createHmac } from 'node:crypto';
import type { Signing } from '#shared/schemas/resend.ts';
import { fieldError } from '../app-error.ts';
import { sign } from '../routing/signature.ts';

export interface Signed {
  /** The body to send, which differs from the input if tampered with. */
  readonly body: Uint8Array;
  readonly signature: string | null;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isLetter = (byte: number): boolean => /[A-Za-z]/.test(String.fromCharCode(byte));

/**
 * Changes one byte of the body. Increments the last digit, which keeps JSON valid, so that only the
 * signature reveals it. Without a digit, changes the case of the last letter, or else one bit.
 */
export function withOneByteChanged(body: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(body);
  const digitAt = body.findLastIndex(isDigit);
  const letterAt = body.findLastIndex(isLetter);
  const at = digitAt >= 0 ? digitAt : letterAt >= 0 ? letterAt : body.length - 1;
  const byte = body[at] ?? 0;
  changed[at] =
    digitAt >= 0 ? 0x30 + ((byte - 0x30 + 1) % 10) : letterAt >= 0 ? byte ^ 0x20 : byte ^ 1;
  return changed;
}

/** Signs a body; `originalBody` is the delivery's own. */
export function signAs(
  signing: Signing,
  secret: string,
  body: Uint8Array,
  originalBody: Uint8Array,
): Signed {
  if (signing === 'missing' || (signing === 'valid' && secret === ''))
    return { body, signature: null };
  if (secret === '')
    throw fieldError(
      ['secret'],
      'This signature needs a secret.',
      'Enter one or choose another signature.',
    );
  switch (signing) {
    case 'valid':
      return { body, signature: sign(secret, body) };
    case 'stale':
      return { body, signature: sign(secret, originalBody) };
    case 'wrong_secret':
      return { body, signature: sign(`${secret}-wrong`, body) };
    case 'upper_case':
      return { body, signature: sign(secret, body).toUpperCase() };
    case 'sha256':
      return { body, signature: createHmac('sha256', secret).update(body).digest('hex') };
    case 'tampered':
      if (body.length === 0)
        throw fieldError(
          ['body'],
          "Can't tamper with an empty body.",
          'Enter one or choose another signature.',
        );
      return { body: withOneByteChanged(body), signature: sign(secret, body) };
  }
}
