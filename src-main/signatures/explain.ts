/** Verifies a request's signature by profile and records every step (D55). */
import { redactedMark } from '#shared/kit/redacted.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import type {
  ContentPart,
  HashedBytes,
  SignatureExplanation,
  SignatureStep,
  SignatureVerdict,
} from '#shared/signatures/steps.ts';
import {
  type ContentScheme,
  hasDigest,
  isSignatureWith,
  keyBytes,
  placeholders,
  signedBody,
  signedContent,
  verificationKeys,
} from './signing/profile-signature.ts';
import {
  bodyHashOf,
  headerOf,
  type ReceivedSignature,
  readSignature,
  type SignedRequest,
  type SigningProfile,
  timeOf,
} from './signing/received-signature.ts';
import { expectedValue } from './signing/verify-signature.ts';

export interface ExplainedRequest extends SignedRequest {
  /** Compared with the timestamp. */
  readonly receivedAt: number;
}

type StepOf<Code extends SignatureStep['code']> = Extract<SignatureStep, { code: Code }>;
/** A step, and the verdict if nothing before it failed. */
interface Checked {
  readonly step: SignatureStep;
  readonly problem?: SignatureVerdict | null;
}

const statusOf = (isPassed: boolean) => (isPassed ? 'passed' : 'failed');

export const hashedBytes = (bytes: Uint8Array): HashedBytes => {
  const buffer = Buffer.from(bytes);
  return {
    byteLength: buffer.length,
    text: visibleText(buffer.toString('utf8')),
    hex: buffer.toString('hex'),
  };
};

function headerStep(name: string, value: string | null, isSecret = false): Checked {
  return {
    step: {
      code: 'header',
      status: statusOf(value !== null),
      name,
      value: value !== null && isSecret ? redactedMark : value,
    },
    problem: value === null ? 'header_missing' : null,
  };
}

function partsStep(
  { signature: { header, content } }: SigningProfile,
  { signatures, timestamp, id }: ReceivedSignature,
): Checked {
  const found = [
    ...(id !== null && content.includes('{id}') ? [{ name: 'id' as const, ...id }] : []),
    ...(timestamp === null ? [] : [{ name: 'timestamp' as const, ...timestamp }]),
    ...(signatures.length === 0
      ? [{ name: 'signature' as const, header, value: null }]
      : signatures.map((value) => ({ name: 'signature' as const, header, value }))),
  ];
  const isMissing = (part: 'id' | 'timestamp'): boolean =>
    content.includes(`{${part}}`) && !found.some(({ name, value }) => name === part && value);
  const problem =
    signatures.length === 0
      ? 'header_malformed'
      : isMissing('timestamp')
        ? 'timestamp_missing'
        : isMissing('id')
          ? 'id_missing'
          : null;
  return { step: { code: 'parts', status: statusOf(problem === null), parts: found }, problem };
}

function timestampStep(
  { signature: { content }, timestamp: unit, tolerance }: SigningProfile,
  value: string,
  receivedAt: number,
): Checked {
  const time = timeOf(unit, value);
  const ageMs = time === null ? null : receivedAt - time;
  const { pastMs, futureMs } = tolerance;
  const hasLimit = pastMs !== null || futureMs !== null;
  const problem =
    ageMs === null
      ? hasLimit
        ? 'header_malformed'
        : null
      : pastMs !== null && ageMs > pastMs
        ? 'too_old'
        : futureMs !== null && -ageMs > futureMs
          ? 'in_future'
          : null;
  const step: StepOf<'timestamp'> = {
    code: 'timestamp',
    status: hasLimit ? statusOf(problem === null) : 'info',
    value,
    unit,
    ageMs,
    maxPastMs: pastMs,
    maxFutureMs: futureMs,
    isSigned: content.includes('{timestamp}'),
  };
  return { step, problem };
}

function bodyHashStep(profile: SigningProfile, request: SignedRequest): Checked[] {
  const hash = bodyHashOf(profile, request);
  if (hash === null) return [];
  const isSame = hash.expected === hash.received;
  return [
    {
      step: { code: 'body_hash', status: statusOf(isSame), ...hash },
      problem: isSame ? null : 'body_hash_mismatch',
    },
  ];
}

/** Node ignores what it can't decode. */
const isInForm = ({ keyForm, keyPrefix }: ContentScheme, secret: string): boolean => {
  const text = secret.startsWith(keyPrefix) ? secret.slice(keyPrefix.length) : secret;
  if (keyForm === 'text') return true;
  return keyForm === 'hex' ? /^([\da-f]{2})+$/i.test(text) : /^[A-Za-z\d+/]+={0,2}$/.test(text);
};

function keyStep(
  scheme: ContentScheme,
  secret: string,
  signatures: readonly string[],
  content: Uint8Array,
): Checked {
  const isAsymmetric = scheme.kind !== 'hmac';
  const keys = isAsymmetric && secret !== '' ? verificationKeys(scheme, secret) : [];
  const used = keys.find(({ key }) =>
    signatures.some((text) => isSignatureWith(scheme, key, content, text)),
  );
  const kind = keys.length > 1 ? 'private_or_public' : (keys[0]?.kind ?? 'public');
  const isRight = isInForm(scheme, secret) && (!isAsymmetric || keys.length > 0);
  const { keyForm, keyPrefix } = scheme;
  const step: StepOf<'key'> = {
    code: 'key',
    status: statusOf(secret !== '' && isRight),
    form: keyForm,
    removedPrefix:
      keyForm !== 'text' && keyPrefix !== '' && secret.startsWith(keyPrefix) ? keyPrefix : null,
    kind: isAsymmetric ? (used?.kind ?? kind) : 'shared',
    byteLength: secret !== '' && isRight ? keyBytes(scheme, secret).length : null,
  };
  const problem = secret === '' ? 'secret_missing' : isRight ? null : 'key_malformed';
  return { step, problem };
}

function contentStep(
  template: string,
  timestamp: string,
  request: SignedRequest,
  id: string,
): { readonly step: StepOf<'content'>; readonly content: Uint8Array } {
  const partBytes = (part: string): Uint8Array =>
    signedContent(part, timestamp, { ...request, id: () => id });
  const parts = template
    .split(placeholders)
    .filter((part) => part !== '')
    .map((part) => ({
      name: (placeholders.test(part) ? part.slice(1, -1) : 'literal') as ContentPart['name'],
      bytes: partBytes(part),
    }));
  const content = Buffer.concat(parts.map(({ bytes }) => bytes));
  return {
    content,
    step: {
      code: 'content',
      status: 'info',
      template,
      parts: parts.map(({ name, bytes }) => ({ name, byteLength: bytes.length })),
      bytes: hashedBytes(content),
    },
  };
}

const ageProblems: ReadonlySet<SignatureVerdict> = new Set(['too_old', 'in_future']);

function explanationOf(
  profile: ProviderProfile,
  checked: readonly Checked[],
): SignatureExplanation {
  const problems = checked.flatMap(({ problem }) => problem ?? []);
  // The age counts only for a signature that is otherwise valid.
  const verdict = problems.find((problem) => !ageProblems.has(problem)) ?? problems[0] ?? 'valid';
  return {
    profile: profile.id,
    verdict,
    steps: [
      ...checked.map(({ step }) => step),
      { code: 'result', status: statusOf(verdict === 'valid'), verdict },
    ],
  };
}

function explainToken(
  profile: ProviderProfile,
  header: string,
  secret: string,
  { headers }: SignedRequest,
): SignatureExplanation {
  const received = headerOf(headers, header) ?? null;
  const key: StepOf<'key'> = {
    code: 'key',
    status: statusOf(secret !== ''),
    form: 'text',
    removedPrefix: null,
    kind: 'shared',
    byteLength: secret === '' ? null : Buffer.byteLength(secret),
  };
  const isRight = received === null || received === secret;
  return explanationOf(profile, [
    headerStep(header, received, true),
    { step: key, problem: secret === '' ? 'secret_missing' : isRight ? null : 'mismatch' },
  ]);
}

/** The steps of a receiver that verifies as the provider documents. The secret appears in none of them. */
export function explainSignature(
  profile: ProviderProfile,
  secret: string,
  request: ExplainedRequest,
): SignatureExplanation {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none')
    return {
      profile: profile.id,
      verdict: 'unsigned',
      steps: [{ code: 'result', status: 'info', verdict: 'unsigned' }],
    };
  if (scheme.kind === 'token') return explainToken(profile, scheme.header, secret, request);
  const signing: SigningProfile = { ...profile, signature: scheme };
  const received = readSignature(signing, request.headers);
  const timestamp = received.timestamp?.value ?? '';
  const { step, content } = contentStep(
    scheme.content,
    timestamp,
    { ...request, body: signedBody(scheme, request.body) },
    received.id?.value ?? '',
  );
  const key = keyStep(scheme, secret, received.signatures, content);
  const isUsable = key.problem === null;
  const isMatch = isUsable && hasDigest(scheme, secret, content, received.signatures);
  const algorithm: StepOf<'algorithm'> = {
    code: 'algorithm',
    status: 'info',
    kind: scheme.kind,
    hash: scheme.kind === 'hmac' ? scheme.hash : null,
    encoding: scheme.encoding,
  };
  const expected: StepOf<'expected'> = {
    code: 'expected',
    status: isUsable && received.value !== null ? statusOf(isMatch) : 'info',
    // Receivers verify an asymmetric signature without computing one.
    value:
      isUsable && scheme.kind === 'hmac' ? expectedValue(scheme, secret, content, timestamp) : null,
  };
  return explanationOf(profile, [
    headerStep(scheme.header, received.value),
    ...(received.value === null ? [] : [partsStep(signing, received)]),
    ...(timestamp === '' ? [] : [timestampStep(signing, timestamp, request.receivedAt)]),
    ...bodyHashStep(signing, request),
    key,
    { step },
    { step: algorithm },
    { step: expected, problem: isMatch ? null : 'mismatch' },
  ]);
}
