/** Text for signing modes: what is sent, and which receiver bug it finds. */
import { algorithmLabel, signatureLabel } from '#shared/labels/profiles.ts';
import type { SignatureScheme } from '#shared/schemas/profile.ts';
import type { RecordedSigning } from '#shared/schemas/resend.ts';

export const signingLabels: Readonly<Record<RecordedSigning, string>> = {
  valid: 'Valid signature',
  stale: 'Stale signature',
  wrong_secret: 'Wrong secret',
  upper_case: 'Uppercase',
  missing: 'No signature',
  sha256: 'Wrong algorithm',
  tampered: 'One byte changed',
  as_is: 'As recorded',
};

export const signingFinds: Readonly<Record<RecordedSigning, string>> = {
  valid: 'Receivers must accept it.',
  stale: "Finds receivers that don't hash the body.",
  wrong_secret: "Finds receivers that don't verify the signature.",
  upper_case: 'Finds case-insensitive comparison.',
  missing: 'Finds receivers that accept unsigned requests.',
  sha256: 'Finds receivers that accept any algorithm.',
  tampered: 'Finds receivers that verify one body but use another.',
  as_is: 'Valid only for its original body and secret.',
};

function signingText(signing: RecordedSigning, scheme: SignatureScheme): string {
  switch (signing) {
    case 'valid':
      return `${signatureLabel(scheme)}.`;
    case 'stale':
      return 'Signature of the original body.';
    case 'wrong_secret':
      return scheme.kind === 'token' ? 'Another secret.' : 'Signed with another secret.';
    case 'upper_case':
      return scheme.kind === 'token' ? 'The secret in uppercase.' : 'Uppercase digest.';
    case 'missing':
      return 'No header.';
    case 'sha256':
      return scheme.kind === 'hmac'
        ? `${algorithmLabel({ ...scheme, hash: scheme.hash === 'sha256' ? 'sha1' : 'sha256' })} instead of ${algorithmLabel(scheme)}.`
        : '';
    case 'tampered':
      return 'Changes one byte after signing.';
    case 'as_is':
      return 'The original signature, if any.';
  }
}

/** Whether the scheme can be broken this way. */
function isPossible(signing: RecordedSigning, scheme: SignatureScheme): boolean {
  if (scheme.kind === 'none') return signing === 'valid' || signing === 'as_is';
  if (signing === 'sha256') return scheme.kind === 'hmac';
  if (scheme.kind === 'token') return signing !== 'stale' && signing !== 'tampered';
  return signing !== 'upper_case' || scheme.encoding === 'hex';
}

/** The modes of a scheme; the chosen one is always among them. */
export const signingOptions = <Mode extends RecordedSigning>(
  modes: readonly Mode[],
  scheme: SignatureScheme,
  chosen: Mode,
): readonly { readonly value: Mode; readonly label: string; readonly hint: string }[] =>
  modes
    .filter((mode) => mode === chosen || isPossible(mode, scheme))
    .map((mode) => ({
      value: mode,
      label: signingLabels[mode],
      hint: signingText(mode, scheme),
    }));
