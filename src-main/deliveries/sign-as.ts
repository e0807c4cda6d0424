/**
 * Creates valid signatures and deliberately invalid ones, each with a mistake that receivers often
 * miss.
 */

import { fieldError } from '#main/kit/app-error.ts';
import { otherSecret, withOtherHash } from '#main/signatures/signing/other-signing.ts';
import {
  type Digest,
  type SignedFacts,
  signatureLine,
} from '#main/signatures/signing/profile-signature.ts';
import type { Signing } from '#shared/deliveries/copy.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';

export interface Signed {
  /** The body to send, which differs from the input if tampered with. */
  readonly body: Uint8Array;
  readonly signature: SignatureLine | null;
}

type SignatureLine = readonly [name: string, value: string];

/** How a request is signed. */
export interface Signer {
  readonly profile: ProviderProfile;
  readonly facts: Omit<SignedFacts, 'body'>;
  readonly secret: string;
}

const line = (
  { profile, facts }: Omit<Signer, 'secret'>,
  secret: string,
  body: Uint8Array,
  digest?: Digest,
): SignatureLine | null => signatureLine(profile, [secret], { ...facts, body }, digest);

const upperCase = (signature: SignatureLine | null): SignatureLine | null =>
  signature && [signature[0], signature[1].toUpperCase()];

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
  signer: Signer,
  body: Uint8Array,
  originalBody: Uint8Array,
): Signed {
  const { secret, profile } = signer;
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
      return { body, signature: line(signer, secret, body) };
    case 'stale':
      return { body, signature: line(signer, secret, originalBody) };
    case 'wrong_secret':
      return { body, signature: line(signer, otherSecret(profile, secret), body) };
    case 'upper_case':
      return { body, signature: upperCase(line(signer, secret, body)) };
    case 'sha256':
      return { body, signature: line(signer, secret, body, withOtherHash) };
    case 'tampered':
      if (body.length === 0)
        throw fieldError(
          ['body'],
          "Can't tamper with an empty body.",
          'Enter one or choose another signature.',
        );
      return { body: withOneByteChanged(body), signature: line(signer, secret, body) };
  }
}
