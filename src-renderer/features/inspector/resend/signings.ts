/** Ways of signing in plain words: what goes out, and which fault of a receiver it finds. */
import type { Signing } from '#shared/schemas/resend.ts';

interface SigningWords {
  readonly label: string;
  readonly text: string;
}

export const signingWords: Record<Signing, SigningWords> = {
  valid: {
    label: 'Rightly',
    text: 'The HMAC-SHA1 of exactly this body with this secret, in lower-case hex: a receiver must accept it.',
  },
  stale: {
    label: 'Stale signature',
    text: 'The signature of the delivery’s own body, kept although the body is edited. Finds receivers that do not hash what has come.',
  },
  wrong_secret: {
    label: 'Wrong secret',
    text: 'Signed with the secret and “-wrong” behind it. Finds receivers that look whether there is a signature, but not at it.',
  },
  upper_case: {
    label: 'In capitals',
    text: 'The right digest in upper-case hex, which is never sent. Finds receivers that compare without regard to case.',
  },
  missing: {
    label: 'No X-Signature',
    text: 'The header is left out. Finds receivers that check a signature only where there is one.',
  },
  sha256: {
    label: 'SHA-256',
    text: 'HMAC-SHA256 in the place of HMAC-SHA1, 64 digits long. Finds receivers that take whichever algorithm fits.',
  },
  tampered: {
    label: 'One byte changed',
    text: 'Signed rightly, then one byte of the body is changed. Finds receivers that check something else than the bytes they use.',
  },
};
