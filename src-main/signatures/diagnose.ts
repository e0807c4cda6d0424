/** Identifies the mistake behind a signature of any profile, or behind the digest that its receiver computed. */
import { visibleText } from '#shared/kit/visible-text.ts';
import type { Diagnosis, Language, SignatureCause } from '#shared/signatures/signature.ts';
import { type SignatureExplanation, verdictLabels } from '#shared/signatures/steps.ts';
import type { RequestContext } from './candidate-groups/candidate-group.ts';
import type { Explanation, SearchedScheme, Step } from './candidates.ts';
import { causeOf, toCauses } from './causes.ts';
import { findChangedByte } from './changed-byte.ts';
import { explainSignature } from './explain.ts';
import { headerName, type Wording } from './fixes.ts';
import { minDigits } from './mistakes/format-mistakes.ts';
import { requestMistakes } from './mistakes/request-mistakes.ts';
import { previousSecretMistake, type SecretMistake } from './mistakes/secret-mistakes.ts';
import { type ProfileSearch, searchedScheme, secretMistakesFor } from './profile-scheme.ts';
import { search, tooLargeToSearch } from './search.ts';
import { type SignatureSubject, withObserved } from './signed-request.ts';
import { signedBody } from './signing/profile-signature.ts';
import { headerOf, readSignature } from './signing/received-signature.ts';

export interface DiagnoseInput {
  readonly subject: SignatureSubject;
  /** The digest that the receiver computed; empty for the signature of the request. */
  readonly observed: string;
  readonly language: Language | undefined;
  /** Who computed it; default: the receiver. */
  readonly who?: Wording['who'];
  readonly secretMistakes: readonly SecretMistake[];
  /** Other known details of the request. */
  readonly context: RequestContext;
  /** Signatures of earlier attempts with this content, under the secret valid at the time. */
  readonly sentSignatures?: readonly string[];
  /** Aborted when the caller no longer needs the result. */
  readonly signal?: AbortSignal | undefined;
}

interface Search extends DiagnoseInput {
  readonly wording: Wording;
  readonly explanation: SignatureExplanation;
}

const messages = [
  'The signature is valid for this body and secret.',
  '1 matching cause found.',
  '2 mistakes together explain the digest. Fix both.',
  'A combination of mistakes explains the digest. Fix all of them.',
] as const;

const expectedIn = ({ steps }: SignatureExplanation): string => {
  const step = steps.find(({ code }) => code === 'expected');
  return (step?.code === 'expected' ? step.value : null) ?? '';
};

/** What the request shows by itself. */
function findInRequest({ subject, explanation, wording, language }: Search): SignatureCause[] {
  for (const { find, ...mistake } of requestMistakes) {
    const found = find({ ...subject, explanation });
    if (found === null) continue;
    const [message, of, expected, text] = found;
    const step: Step = {
      mistake: { ...mistake, message: () => message },
      difference: () => ({
        ...{ of, expected, offset: null },
        found: text === '' ? '(empty)' : visibleText(text),
      }),
    };
    return [causeOf(step, [], wording, language)];
  }
  return [];
}

/** The secret of another destination or receiver, sent as a token. */
function findToken({ subject, secretMistakes, wording, language }: Search): SignatureCause[] {
  const { secret, headers, profile } = subject;
  const received = headerOf(headers, headerName(profile));
  const mistake = secretMistakes.find(
    ({ fix, change }) => fix === 'right_secret' && change(secret) === received,
  );
  if (mistake === undefined) return [];
  const difference = () => ({
    ...{ of: 'secret' as const, expected: secret, found: String(received), offset: null },
  });
  return [causeOf({ mistake, difference }, [], wording, language)];
}

async function findByte(
  { scheme }: ProfileSearch,
  searched: SearchedScheme,
  content: Buffer,
  signal: AbortSignal | undefined,
): Promise<Explanation | null> {
  if (scheme.kind !== 'hmac') return null;
  const byte = await findChangedByte(scheme.hash, searched.key, content, searched.matcher, signal);
  if (byte === null) return null;
  const { hashed, ...difference } = byte;
  const step: Step = {
    mistake: {
      code: 'byte_changed',
      message: () => 'One byte of the signed content differs.',
      fix: 'raw_body',
    },
    difference: () => ({ of: 'content', ...difference }),
  };
  return { steps: [step], hashed, alternatives: [] };
}

/**
 * Recognizes a signature made with a former secret. Former secrets aren't stored, but their
 * signatures are.
 */
function findFormerSecret(
  expected: string,
  observed: string,
  sentSignatures: readonly string[],
  content: Buffer,
): Explanation | null {
  if (observed === expected || !sentSignatures.includes(observed)) return null;
  const { message, ...mistake } = previousSecretMistake('');
  const step: Step = {
    mistake: {
      ...mistake,
      message: (wording) => `${message(wording)} An attempt of this delivery had this signature.`,
    },
    difference: () => ({ of: 'header', expected, found: observed, offset: null }),
  };
  return { steps: [step], hashed: content, alternatives: [] };
}

type Found = Pick<Diagnosis, 'causes' | 'bytes'>;

const nothingFound: Found = { causes: [], bytes: null };

/**
 * Mistakes of another destination or receiver are explained alike for every kind of signature. Undefined if
 * there is none, as for a signature with an empty secret.
 */
async function findBySearch(input: Search): Promise<Found | undefined> {
  const { subject, observed, explanation, language, wording, context, signal } = input;
  const { profile, secret } = subject;
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return nothingFound;
  if (scheme.kind === 'token') return { ...nothingFound, causes: findToken(input) };
  if (tooLargeToSearch(subject.body, scheme) !== null) return nothingFound;
  const received = readSignature({ ...profile, signature: scheme }, subject.headers);
  const body = Buffer.from(signedBody(scheme, subject.body));
  const profileSearch: ProfileSearch = {
    ...{ profile, scheme, received, observed, context },
    subject: { ...subject, body },
  };
  const searched = searchedScheme(profileSearch);
  const sent = searched.contents[0]?.bytesOf(body) ?? body;
  const text = received.signatures[0] ?? observed;
  const explanations = await search({
    ...{ body, secret, language, context, signal },
    observed: text,
    secretMistakes: secretMistakesFor(scheme, input.secretMistakes),
    scheme: searched,
  });
  if (explanations[0]?.steps.length === 0) return undefined;
  const other =
    explanations.length > 0
      ? null
      : (findFormerSecret(expectedIn(explanation), text, input.sentSignatures ?? [], sent) ??
        (await findByte(profileSearch, searched, sent, signal)));
  const { causes, hashed } = toCauses(other ? [other] : explanations, wording, language);
  const bytes = hashed && { sent: sent.toString('hex'), hashed: hashed.toString('hex') };
  return { causes, bytes };
}

/** Verdicts of a signature that something other than the request itself may explain. */
const searched: ReadonlySet<SignatureExplanation['verdict']> = new Set([
  ...(['mismatch', 'too_old', 'in_future', 'secret_missing'] as const),
]);

function unexplained({ subject, observed, explanation }: Search): string {
  const { profile, body, headers } = subject;
  const text = observed.trim() || (headerOf(headers, headerName(profile)) ?? '');
  if (explanation.verdict === 'unsigned') return verdictLabels.unsigned;
  if (text === '')
    return `No signature to diagnose. Paste the ${headerName(profile)} header or the receiver's digest.`;
  if (text.length < minDigits)
    return `The digest is too short to diagnose. Paste at least ${minDigits} digits.`;
  const tooLarge = tooLargeToSearch(body, profile.signature);
  if (searched.has(explanation.verdict) && tooLarge !== null) return tooLarge;
  return 'No known mistake explains this signature, so it was probably computed with a different secret. Check that the request and secret belong together.';
}

export async function diagnose(input: DiagnoseInput): Promise<Diagnosis> {
  const { profile } = input.subject;
  const subject = { ...input.subject, headers: withObserved(input.subject, input.observed) };
  const explanation = explainSignature(profile, subject.secret, subject);
  const digest = expectedIn(explanation);
  const valid: Diagnosis = { verdict: 'valid', message: messages[0], digest, ...nothingFound };
  if (explanation.verdict === 'valid') return valid;
  const wording: Wording = { who: input.who ?? 'receiver', profile };
  const search: Search = { ...input, subject, explanation, wording };
  // Nothing was passed but a body.
  const isPasted = Object.keys(subject.headers).length === 0;
  const inRequest = isPasted ? [] : findInRequest(search);
  const found =
    inRequest.length > 0 || !searched.has(explanation.verdict)
      ? { ...nothingFound, causes: inRequest }
      : await findBySearch(search);
  if (found === undefined) return valid;
  const { length } = found.causes;
  if (length === 0)
    return { verdict: 'unexplained', message: unexplained(search), digest, ...found };
  return { verdict: 'explained', message: messages[length] ?? messages[3], digest, ...found };
}
