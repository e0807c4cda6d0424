/** Text for signing modes: what is sent, and which receiver bug it finds. */
import type { RecordedSigning } from '#shared/schemas/resend.ts';

interface SigningLabels {
  readonly label: string;
  readonly what: string;
  readonly finds: string;
}

export const signingLabels: Record<RecordedSigning, SigningLabels> = {
  valid: {
    label: 'Valid signature',
    what: 'HMAC-SHA1 of this body.',
    finds: 'Receivers must accept it.',
  },
  stale: {
    label: 'Stale signature',
    what: 'Signature of the original body.',
    finds: "Finds receivers that don't hash the body.",
  },
  wrong_secret: {
    label: 'Wrong secret',
    what: 'Signed with the secret plus "-wrong".',
    finds: "Finds receivers that don't verify the signature.",
  },
  upper_case: {
    label: 'Uppercase',
    what: 'Uppercase hex digest.',
    finds: 'Finds case-insensitive comparison.',
  },
  missing: {
    label: 'No X-Signature',
    what: 'No header.',
    finds: 'Finds receivers that accept unsigned requests.',
  },
  sha256: {
    label: 'SHA-256',
    what: 'HMAC-SHA256 instead of HMAC-SHA1.',
    finds: 'Finds receivers that accept any algorithm.',
  },
  tampered: {
    label: 'One byte changed',
    what: 'Changes one byte after signing.',
    finds: 'Finds receivers that verify one body but use another.',
  },
  as_is: {
    label: 'As recorded',
    what: 'The original X-Signature, if any.',
    finds: 'Valid only for its original body and secret.',
  },
};
