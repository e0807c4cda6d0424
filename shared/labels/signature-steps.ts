/** Text for the steps of a signature's verification. */
import { formatDuration } from '../lib/duration.ts';
import type { SignatureStep, SignatureVerdict } from '../schemas/signature-steps.ts';
import { algorithmNames } from './profiles.ts';

export const verdictLabels: Readonly<Record<SignatureVerdict, string>> = {
  valid: 'Valid for this request and secret.',
  unsigned: "This profile doesn't sign requests.",
  header_missing: 'The header with the signature is missing.',
  secret_missing: 'The secret is empty.',
  header_malformed: "The header isn't in the format of this profile.",
  timestamp_missing: 'The timestamp is missing, but it is part of the signed content.',
  id_missing: 'The ID is missing, but it is part of the signed content.',
  key_malformed: "The secret isn't in the format of this profile.",
  body_hash_mismatch: "The hash in the URL doesn't match the body.",
  mismatch: 'Not valid for this request and secret.',
  too_old: 'Signed correctly, but the timestamp is too old.',
  in_future: 'Signed correctly, but the timestamp is too far in the future.',
};

export const stepTitles: Readonly<Record<SignatureStep['code'], string>> = {
  header: 'Header',
  parts: 'Values',
  timestamp: 'Age',
  body_hash: 'Body hash in the URL',
  key: 'Key',
  content: 'Signed content',
  algorithm: 'Algorithm',
  expected: 'Expected value',
  result: 'Result',
};

const units: Readonly<Record<'seconds' | 'milliseconds' | 'iso', string>> = {
  seconds: 'Unix seconds',
  milliseconds: 'Unix milliseconds',
  iso: 'ISO 8601',
};

type StepOf<Code extends SignatureStep['code']> = Extract<SignatureStep, { code: Code }>;

function limitText({ maxPastMs, maxFutureMs }: StepOf<'timestamp'>): string {
  if (maxPastMs === null && maxFutureMs === null) return 'no limit';
  if (maxPastMs === maxFutureMs) return `at most ${formatDuration(maxPastMs ?? 0)} either way`;
  return [
    maxPastMs === null ? '' : `at most ${formatDuration(maxPastMs)} old`,
    maxFutureMs === null ? '' : `at most ${formatDuration(maxFutureMs)} ahead`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** `12 s old; at most 5 min either way; not signed`. */
export function ageText(step: StepOf<'timestamp'>): string {
  const { ageMs, unit, isSigned } = step;
  const age =
    ageMs === null
      ? `not in ${units[unit]}`
      : ageMs < 0
        ? `${formatDuration(-ageMs)} ahead`
        : `${formatDuration(ageMs)} old`;
  return `${age}; ${limitText(step)}${isSigned ? '' : '; not signed'}`;
}

const keyKinds: Readonly<Record<StepOf<'key'>['kind'], string>> = {
  shared: 'shared secret',
  private: "the sender's private key; its public key verifies signatures",
  public: 'public key',
  private_or_public: 'private or public key',
};

/** `shared secret, without "whsec_", decoded from base64: 24 bytes`. */
export function keyText({ form, removedPrefix, kind, byteLength }: StepOf<'key'>): string {
  const steps = [
    keyKinds[kind],
    ...(removedPrefix === null ? [] : [`without "${removedPrefix}"`]),
    form === 'text' ? 'as entered, in UTF-8' : `decoded from ${form}`,
  ];
  if (byteLength === null) return `${steps.join(', ')}: not possible`;
  return `${steps.join(', ')}: ${byteLength} ${byteLength === 1 ? 'byte' : 'bytes'}`;
}

export const algorithmText = ({ kind, hash, encoding }: StepOf<'algorithm'>): string =>
  `${algorithmNames[hash ?? kind]}, written as ${encoding}`;
