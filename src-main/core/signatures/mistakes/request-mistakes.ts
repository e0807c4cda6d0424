/** Mistakes that a request shows by itself, without a search: headers, timestamp, key and token. */
import { formatDuration } from '#shared/lib/duration.ts';
import { builtInProfiles, isSignatureHeader } from '#shared/profiles/profiles.ts';
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import type { SignatureExplanation, SignatureStep } from '#shared/schemas/signature-steps.ts';
import { headerOf, timeOf } from '../../routing/received-signature.ts';
import { found, type RequestFacts, type RequestMistake } from './request-mistake.ts';
import { tokenMistakes } from './token-mistakes.ts';

type StepOf<Code extends SignatureStep['code']> = Extract<SignatureStep, { code: Code }>;

const stepOf = <Code extends SignatureStep['code']>(
  { explanation }: RequestFacts,
  code: Code,
): StepOf<Code> | undefined =>
  explanation.steps.find((step): step is StepOf<Code> => step.code === code);

const headerName = ({ signature }: ProviderProfile): string =>
  signature.kind === 'none' ? '' : signature.header;

/** `t=…,v1=…`: the form of the header. */
function headerForm({ signature }: ProviderProfile): string {
  if (signature.kind === 'none' || signature.kind === 'token') return '…';
  const fill = (text: string): string => text.replaceAll(/\{(?:signature|timestamp)\}/g, '…');
  return fill(signature.value.replace('{signatures}', signature.entry));
}

/** A header that looks like that of another signature. */
function otherHeader({ headers }: RequestFacts): readonly [name: string, value: string] | null {
  const names = Object.keys(headers).filter((name) => headerOf(headers, name) !== '');
  const name =
    names.find(isSignatureHeader) ??
    names.find((one) => /signature(?!-(?:input|timestamp))|hmac|hub-|-token$/i.test(one));
  return name === undefined ? null : [name, headerOf(headers, name) ?? ''];
}

const ownerOf = (name: string): ProviderProfile | undefined =>
  builtInProfiles.find(
    (profile) => profile.signature.kind !== 'none' && headerName(profile).toLowerCase() === name,
  );

const isVerdict = ({ explanation }: RequestFacts, verdict: SignatureExplanation['verdict']) =>
  explanation.verdict === verdict;

const dayMs = 86_400_000;
/** Another unit is off by decades. */
const yearMs = 365 * dayMs;

export const requestMistakes: readonly RequestMistake[] = [
  {
    code: 'header_of_other_profile',
    fix: 'header_name',
    find: (facts) => {
      if (!isVerdict(facts, 'header_missing')) return null;
      const [name = '', value = ''] = otherHeader(facts) ?? [];
      const owner = ownerOf(name);
      return owner === undefined
        ? null
        : found(
            `The request is signed the way ${owner.name} signs.`,
            'header',
            headerName(facts.profile),
            `${name}: ${value}`,
          );
    },
  },
  {
    code: 'header_other_name',
    fix: 'header_name',
    find: (facts) => {
      if (!isVerdict(facts, 'header_missing')) return null;
      const other = otherHeader(facts);
      return other === null
        ? null
        : found(
            'The signature is in a header with another name.',
            'header',
            headerName(facts.profile),
            `${other[0]}: ${other[1]}`,
          );
    },
  },
  {
    code: 'header_missing',
    fix: 'sender_signs',
    find: (facts) =>
      isVerdict(facts, 'header_missing')
        ? found(
            'The request carries no signature.',
            'header',
            headerName(facts.profile),
            '(nothing)',
          )
        : null,
  },
  {
    code: 'header_form',
    fix: 'whole_header',
    find: (facts) =>
      isVerdict(facts, 'header_malformed') && stepOf(facts, 'parts')?.status === 'failed'
        ? found(
            "The header isn't in the format of this profile.",
            'header',
            headerForm(facts.profile),
            stepOf(facts, 'header')?.value ?? '',
          )
        : null,
  },
  {
    code: 'timestamp_missing',
    fix: 'id_header',
    find: (facts) =>
      isVerdict(facts, 'timestamp_missing')
        ? found(
            'The timestamp is missing, but it is part of the signed content.',
            'timestamp',
            'a timestamp',
            '(nothing)',
          )
        : null,
  },
  {
    code: 'id_missing',
    fix: 'id_header',
    find: (facts) =>
      isVerdict(facts, 'id_missing')
        ? found(
            'The ID is missing, but it is part of the signed content.',
            'header',
            'an ID',
            '(nothing)',
          )
        : null,
  },
  {
    code: 'key_form',
    fix: 'secret_bytes',
    find: (facts) =>
      isVerdict(facts, 'key_malformed')
        ? found(
            "The secret isn't in the format of this profile.",
            'secret',
            'the secret as the provider shows it',
            facts.secret,
          )
        : null,
  },
  {
    code: 'body_hash',
    fix: 'body_hash',
    find: (facts) => {
      const step = stepOf(facts, 'body_hash');
      return isVerdict(facts, 'body_hash_mismatch') && step !== undefined
        ? found(
            'The hash in the URL is the hash of another body.',
            'digest',
            step.expected,
            step.received ?? '(nothing)',
          )
        : null;
    },
  },
  {
    code: 'timestamp_wrong_unit',
    fix: 'timestamp_value',
    find: (facts) => {
      const step = stepOf(facts, 'timestamp');
      if (step === undefined || !/^\d+$/.test(step.value)) return null;
      if (step.ageMs !== null && Math.abs(step.ageMs) < yearMs) return null;
      const unit = step.unit === 'seconds' ? 'milliseconds' : 'seconds';
      const time = timeOf(unit, step.value);
      return time !== null && Math.abs(facts.receivedAt - time) < dayMs
        ? found(
            `The timestamp is in ${unit} instead of ${step.unit}.`,
            'timestamp',
            step.unit,
            step.value,
          )
        : null;
    },
  },
  {
    code: 'timestamp_too_old',
    fix: 'tolerance',
    find: (facts) => {
      const { ageMs, maxPastMs, value } = stepOf(facts, 'timestamp') ?? {};
      return isVerdict(facts, 'too_old') && ageMs != null && maxPastMs != null
        ? found(
            `The signature is correct, but its timestamp is ${formatDuration(ageMs)} old. Verifiers allow ${formatDuration(maxPastMs)}.`,
            'timestamp',
            `at most ${formatDuration(maxPastMs)} old`,
            value ?? '',
          )
        : null;
    },
  },
  {
    code: 'timestamp_in_future',
    fix: 'tolerance',
    find: (facts) => {
      const { ageMs, maxFutureMs, value } = stepOf(facts, 'timestamp') ?? {};
      return isVerdict(facts, 'in_future') && ageMs != null && maxFutureMs != null
        ? found(
            `The signature is correct, but its timestamp is ${formatDuration(-ageMs)} ahead. Verifiers allow ${formatDuration(maxFutureMs)}.`,
            'timestamp',
            `at most ${formatDuration(maxFutureMs)} ahead`,
            value ?? '',
          )
        : null;
    },
  },
  ...tokenMistakes,
];
