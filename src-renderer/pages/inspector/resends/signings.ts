/** Ways of signing in plain words: what goes out, and which fault of a receiver it finds. */
import type { RecordedSigning } from '#shared/schemas/resend.ts';

interface SigningLabels {
  readonly label: string;
  readonly what: string;
  readonly finds: string;
}

export const signingLabels: Record<RecordedSigning, SigningLabels> = {
  valid: {
    label: 'Right signature',
    what: 'HMAC-SHA1 of exactly this body, in lower-case hex.',
    finds: 'A receiver must accept it.',
  },
  stale: {
    label: 'Stale signature',
    what: 'Still the one of the delivery’s own body, while the body is edited.',
    finds: 'Finds receivers that do not hash what has come.',
  },
  wrong_secret: {
    label: 'Wrong secret',
    what: 'Signed with the secret and “-wrong” behind it.',
    finds: 'Finds receivers that look whether there is a signature, but not at it.',
  },
  upper_case: {
    label: 'In capitals',
    what: 'The right digest, but in upper-case hex.',
    finds: 'Finds receivers that compare without regard to case.',
  },
  missing: {
    label: 'No X-Signature',
    what: 'The header is left out.',
    finds: 'Finds receivers that check a signature only where there is one.',
  },
  sha256: {
    label: 'SHA-256',
    what: 'HMAC-SHA256 in the place of HMAC-SHA1.',
    finds: 'Finds receivers that take whichever algorithm fits.',
  },
  tampered: {
    label: 'One byte changed',
    what: 'Signed as it should be, then one byte of the body is changed.',
    finds: 'Finds receivers that check something else than the bytes they use.',
  },
  as_is: {
    label: 'As in the file',
    what: 'The X-Signature that the file had, if any.',
    finds: 'A receiver must accept it when it is of these bytes and its secret.',
  },
};
