/** Mistakes that a request shows by itself, without a search: headers, timestamp, key and token. */

import { formatDuration } from '#shared/kit/duration.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles, isSignatureHeader } from '#shared/profiles/profiles.ts';
import type { Difference } from '#shared/signatures/signature.ts';
import type {
  SignatureExplanation,
  SignatureStep,
  SignatureVerdict,
} from '#shared/signatures/steps.ts';
import { type Fix, headerFormat, headerName } from '../fixes.ts';
import type { SignatureSubject } from '../signed-request.ts';
import { headerOf, timeOf } from '../signing/received-signature.ts';

interface RequestFacts extends SignatureSubject {
  readonly explanation: SignatureExplanation;
}

/** What is wrong, what is expected, and what was found. */
type Found = readonly [message: string, of: Difference['of'], expected: string, found: string];

/** The first mistake that is found is the cause. */
interface RequestMistake {
  readonly code: string;
  readonly fix: Fix;
  readonly find: (facts: RequestFacts) => Found | null;
}

const row = (code: string, fix: Fix, find: RequestMistake['find']): RequestMistake => ({
  ...{ code, fix, find },
});

// Mistakes with a token, of profiles that send the secret itself.

/** A token that becomes the secret by a change. The difference doesn't show either. */
const token = (
  code: string,
  message: string,
  isMistake: (token: string, secret: string) => boolean,
  fix: Fix = 'exact_secret',
): RequestMistake =>
  row(code, fix, ({ profile: { signature }, headers, secret }) => {
    const received = signature.kind === 'token' ? headerOf(headers, signature.header) : undefined;
    return received === undefined || received === secret || !isMistake(received, secret)
      ? null
      : [message, 'secret', secret, received];
  });

const tokenMistakes: readonly RequestMistake[] = [
  token(
    'token_white_space',
    'The token has whitespace around it.',
    (text, secret) => text.trim() === secret.trim(),
  ),
  token(
    'token_scheme',
    'The token follows a scheme such as "Bearer".',
    (text, secret) => /^\w+\s+(.*)$/s.exec(text)?.[1] === secret,
  ),
  token(
    'token_quoted',
    'The token has quotes around it.',
    (text, secret) => /^(["'])(.*)\1$/s.exec(text)?.[2] === secret,
  ),
  token(
    'token_case',
    'The token has different uppercase and lowercase letters.',
    (text, secret) => text.toLowerCase() === secret.toLowerCase(),
  ),
  token('token_empty', 'The token is empty.', (text) => text === ''),
  token(
    'token_part',
    'The token is only a part of the secret, or the other way around.',
    (text, secret) =>
      text !== '' && secret !== '' && (secret.includes(text) || text.includes(secret)),
  ),
  token(
    'token_hashed',
    'The header has a digest; this profile sends the secret itself.',
    (text) => /^(?:sha\d+=)?[\da-f]{40,}$/i.test(text),
    'header_name',
  ),
];

type StepOf<Code extends SignatureStep['code']> = Extract<SignatureStep, { code: Code }>;

const stepOf = <Code extends SignatureStep['code']>(
  { explanation }: RequestFacts,
  code: Code,
): StepOf<Code> | undefined =>
  explanation.steps.find((step): step is StepOf<Code> => step.code === code);

/** Mistakes with this verdict. */
const when = (
  verdict: SignatureVerdict,
  code: string,
  fix: Fix,
  find: RequestMistake['find'],
): RequestMistake =>
  row(code, fix, (facts) => (facts.explanation.verdict === verdict ? find(facts) : null));

/** A header that looks like that of another signature. */
function otherHeader({ headers }: RequestFacts): readonly [name: string, value: string] | null {
  const names = Object.keys(headers).filter((name) => headerOf(headers, name) !== '');
  const name =
    names.find(isSignatureHeader) ??
    names.find((one) => /signature(?!-(?:input|timestamp))|hmac|hub-|-token$/i.test(one));
  return name === undefined ? null : [name, headerOf(headers, name) ?? ''];
}

const ownerOf = (name: string): ProviderProfile | null =>
  builtInProfiles.find(
    (profile) => profile.signature.kind !== 'none' && headerName(profile).toLowerCase() === name,
  ) ?? null;

const dayMs = 86_400_000;
/** Another unit is off by decades. */
const yearMs = 365 * dayMs;

export const requestMistakes: readonly RequestMistake[] = [
  when('header_missing', 'header_of_other_profile', 'header_name', (facts) => {
    const [name = '', value = ''] = otherHeader(facts) ?? [];
    const owner = ownerOf(name);
    return (
      owner && [
        `The request is signed the way ${owner.name} signs.`,
        'header',
        headerName(facts.profile),
        `${name}: ${value}`,
      ]
    );
  }),
  when('header_missing', 'header_other_name', 'header_name', (facts) => {
    const other = otherHeader(facts);
    return (
      other && [
        'The signature is in a header with another name.',
        'header',
        headerName(facts.profile),
        `${other[0]}: ${other[1]}`,
      ]
    );
  }),
  when('header_missing', 'header_missing', 'sender_signs', ({ profile }) => [
    'The request carries no signature.',
    'header',
    headerName(profile),
    '(nothing)',
  ]),
  when('header_malformed', 'header_format', 'whole_header', (facts) =>
    stepOf(facts, 'parts')?.status === 'failed'
      ? [
          "The header isn't in the format of this profile.",
          'header',
          headerFormat(facts.profile),
          stepOf(facts, 'header')?.value ?? '',
        ]
      : null,
  ),
  when('timestamp_missing', 'timestamp_missing', 'id_header', () => [
    'The timestamp is missing, but it is part of the signed content.',
    'timestamp',
    'a timestamp',
    '(nothing)',
  ]),
  when('id_missing', 'id_missing', 'id_header', () => [
    'The ID is missing, but it is part of the signed content.',
    'header',
    'an ID',
    '(nothing)',
  ]),
  when('key_malformed', 'key_format', 'secret_bytes', ({ secret }) => [
    "The secret isn't in the format of this profile.",
    'secret',
    'the secret as the provider shows it',
    secret,
  ]),
  when('body_hash_mismatch', 'body_hash', 'body_hash', (facts) => {
    const { expected = '', received } = stepOf(facts, 'body_hash') ?? {};
    const message = 'The hash in the URL is the hash of another body.';
    return [message, 'digest', expected, received ?? '(nothing)'];
  }),
  row('timestamp_wrong_unit', 'timestamp_value', (facts) => {
    const step = stepOf(facts, 'timestamp');
    if (step === undefined || !/^\d+$/.test(step.value)) return null;
    if (step.ageMs !== null && Math.abs(step.ageMs) < yearMs) return null;
    const unit = step.unit === 'seconds' ? 'milliseconds' : 'seconds';
    const time = timeOf(unit, step.value);
    const message = `The timestamp is in ${unit} instead of ${step.unit}.`;
    return time !== null && Math.abs(facts.receivedAt - time) < dayMs
      ? [message, 'timestamp', step.unit, step.value]
      : null;
  }),
  when('too_old', 'timestamp_too_old', 'tolerance', (facts) => {
    const { ageMs, maxPastMs, value = '' } = stepOf(facts, 'timestamp') ?? {};
    const limit = formatDuration(maxPastMs ?? 0);
    const message = `The signature is correct, but its timestamp is ${formatDuration(ageMs ?? 0)} old. Verifiers allow ${limit}.`;
    return [message, 'timestamp', `at most ${limit} old`, value];
  }),
  when('in_future', 'timestamp_in_future', 'tolerance', (facts) => {
    const { ageMs, maxFutureMs, value = '' } = stepOf(facts, 'timestamp') ?? {};
    const limit = formatDuration(maxFutureMs ?? 0);
    const message = `The signature is correct, but its timestamp is ${formatDuration(-(ageMs ?? 0))} ahead. Verifiers allow ${limit}.`;
    return [message, 'timestamp', `at most ${limit} ahead`, value];
  }),
  ...tokenMistakes,
];
