/** Identifies the mistake behind a signature of another profile than that of the specification (D55). */
import type { Diagnosis, Finding, Language } from '#shared/schemas/signature.ts';
import type { SignatureExplanation } from '#shared/schemas/signature-steps.ts';
import { signedBody, signedContent } from '../routing/profile-signature.ts';
import { readSignature } from '../routing/received-signature.ts';
import { findChangedByte } from './changed-byte.ts';
import { messages, toFindings } from './diagnose.ts';
import { explainSignature } from './explain.ts';
import type { RequestContext } from './families/family.ts';
import type { Mistake } from './mistakes/mistake.ts';
import { requestMistakes } from './mistakes/request-mistakes.ts';
import type { SecretMistake } from './mistakes/secret-mistakes.ts';
import { profileFix } from './profile-fixes.ts';
import { type ProfileSearch, searchedScheme, secretMistakesFor } from './profile-scheme.ts';
import { search } from './search.ts';
import { type SignatureSubject, withObserved } from './signed-request.ts';

interface ProfileDiagnosis {
  readonly subject: SignatureSubject;
  /** The digest that the receiver computed; empty for the signature of the request. */
  readonly observed: string;
  readonly language: Language | undefined;
  readonly secretMistakes: readonly SecretMistake[];
  readonly context: RequestContext;
  readonly signal: AbortSignal | undefined;
}

const expectedIn = ({ steps }: SignatureExplanation): string => {
  const step = steps.find(({ code }) => code === 'expected');
  return (step?.code === 'expected' ? step.value : null) ?? '';
};

/** What the request shows by itself. */
function findInRequest(subject: SignatureSubject, explanation: SignatureExplanation): Finding[] {
  for (const { code, fix, find } of requestMistakes) {
    const mistake = find({ ...subject, explanation });
    if (mistake !== null)
      return [{ code, fix: profileFix(fix, subject.profile), alternatives: [], ...mistake }];
  }
  return [];
}

/** The secret of another destination or receiver, sent as a token. */
function findToken(
  { profile, secret, headers }: SignatureSubject,
  secretMistakes: readonly SecretMistake[],
): Finding[] {
  if (profile.signature.kind !== 'token') return [];
  const received = headers[profile.signature.header.toLowerCase()];
  const mistake = secretMistakes.find(
    ({ fix, change }) => fix === 'right_secret' && change(secret) === received,
  );
  if (mistake === undefined) return [];
  const difference = {
    of: 'secret' as const,
    expected: secret,
    found: String(received),
    offset: null,
  };
  const { code, message, fix } = mistake;
  return [{ code, message, fix: profileFix(fix, profile), difference, alternatives: [] }];
}

async function findByte(
  { subject, scheme, received }: ProfileSearch,
  searched: ReturnType<typeof searchedScheme>,
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  if (scheme.kind !== 'hmac') return [];
  const content = Buffer.from(
    signedContent(scheme.content, received.timestamp?.value ?? '', {
      ...subject,
      id: () => received.id?.value ?? '',
    }),
  );
  const byte = await findChangedByte(scheme.hash, searched.key, content, searched.readings, signal);
  if (byte === null) return [];
  return [
    {
      code: 'byte_changed',
      message: 'One byte of the signed content differs.',
      fix: profileFix('raw_body', subject.profile),
      difference: { of: 'content', ...byte },
      alternatives: [],
    },
  ];
}

/** Mistakes of another destination or receiver are explained alike for every form of the profile. */
async function findBySearch({
  subject,
  observed,
  language,
  secretMistakes,
  context,
  signal,
}: ProfileDiagnosis): Promise<Finding[]> {
  const { profile, secret } = subject;
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return [];
  if (scheme.kind === 'token') return findToken(subject, secretMistakes);
  const received = readSignature({ ...profile, signature: scheme }, subject.headers);
  const body = Buffer.from(signedBody(scheme, subject.body));
  const signed = { ...subject, body };
  const profileSearch: ProfileSearch = {
    ...{ profile, scheme, received, observed, context },
    subject: signed,
  };
  const searched = searchedScheme(profileSearch);
  const explanations = await search({
    body,
    secret,
    observed: received.signatures[0] ?? observed,
    language,
    context,
    secretMistakes: secretMistakesFor(scheme, secretMistakes),
    scheme: searched,
    signal,
  });
  const fix = ({ fix }: Mistake): string => profileFix(fix, profile);
  const findings = toFindings(explanations, language, fix);
  return findings.length > 0 ? findings : findByte(profileSearch, searched, signal);
}

export async function diagnoseByProfile(input: ProfileDiagnosis): Promise<Diagnosis> {
  const headers = withObserved(input.subject, input.observed);
  const subject = { ...input.subject, headers };
  const explanation = explainSignature(subject.profile, subject.secret, subject);
  const digest = expectedIn(explanation);
  if (explanation.verdict === 'valid')
    return { verdict: 'valid', message: messages[0], digest, findings: [] };
  const inRequest = findInRequest(subject, explanation);
  const isSearched = ['mismatch', 'too_old', 'in_future'].includes(explanation.verdict);
  const findings =
    inRequest.length > 0 || !isSearched ? inRequest : await findBySearch({ ...input, subject });
  if (findings.length === 0)
    return {
      verdict: 'unexplained',
      message:
        'No known mistake explains this signature, so it was probably made with a different secret. Check that the request and secret belong together.',
      digest,
      findings,
    };
  return {
    verdict: 'explained',
    message: messages[findings.length] ?? messages[3],
    digest,
    findings,
  };
}
