/** Text for signing modes, with the receiver bug that each one finds. */

import type { RecordedSigning } from '#shared/deliveries/copy.ts';
import type { SignatureScheme } from '#shared/profiles/profile.ts';

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
  stale: "Signature of the original body. Finds receivers that don't hash it.",
  wrong_secret: "Finds receivers that don't verify signatures.",
  upper_case: 'Finds case-insensitive comparison.',
  missing: 'Finds receivers that accept unsigned requests.',
  sha256: 'Finds receivers that accept any algorithm.',
  tampered: 'Finds receivers that verify one body but use another.',
  as_is: 'Valid only for its original body and secret.',
};

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
): readonly { readonly value: Mode; readonly label: string }[] =>
  modes
    .filter((mode) => mode === chosen || isPossible(mode, scheme))
    .map((mode) => ({ value: mode, label: signingLabels[mode] }));
