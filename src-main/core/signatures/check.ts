import { timingSafeEqual } from 'node:crypto';
import { verdictLabels } from '#shared/labels/signature-steps.ts';
import { signsAsSpecified } from '#shared/profiles/profiles.ts';
import type { CheckedSignature, SignatureHint } from '#shared/schemas/signature.ts';
import type { SignatureExplanation } from '#shared/schemas/signature-steps.ts';
import { signedBody } from '../routing/profile-signature.ts';
import { headerOf } from '../routing/received-signature.ts';
import { sign } from '../routing/signature.ts';
import { explainSignature, hashedBytes } from './explain.ts';
import { type SignatureSubject, withObserved } from './signed-request.ts';

const specificationHeader = 'x-signature';

/** Any header line that ends in a digest. A different header name is reported as a hint. */
const headerLine = /^\s*([\w-]*signature[\w-]*)\s*:\s*(.*)$/is;

/** Without the name of the header. */
const pastedValue = (text: string): string => (headerLine.exec(text)?.[2] ?? text).trim();

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

function messageOf(valid: boolean, observed: string, secret: string): string {
  if (secret === '') return 'The secret is empty, so requests carry no X-Signature.';
  if (valid) return 'Valid for this body and secret.';
  if (observed === '')
    return "Nothing to compare yet. Paste the X-Signature header or the receiver's digest.";
  return 'Not valid for this body and secret.';
}

/** Values that a receiver prints if the header is missing. */
const absentValue = /^(?:undefined|null|none|nil|<nil>|false)$/i;

function hintsOf(header: string, observed: string, valid: boolean): SignatureHint[] {
  if (absentValue.test(observed)) return [{ code: 'header_missing', found: observed }];
  if (!valid) return [];
  const name = headerLine.exec(header)?.[1];
  return name === undefined || name.toLowerCase() === 'x-signature'
    ? [{ code: 'header_lookup', found: name ?? null }]
    : [{ code: 'header_name', found: name }];
}

/** Of a profile other than that of the specification. */
function checkByProfile(
  subject: SignatureSubject,
  explanation: SignatureExplanation,
  pasted: string,
): CheckedSignature {
  const { steps, verdict } = explanation;
  const content = steps.find(({ code }) => code === 'content');
  const expected = steps.find(({ code }) => code === 'expected');
  return {
    valid: verdict === 'valid',
    hints: verdict === 'valid' && pasted === '' ? [{ code: 'receiver_differs', found: null }] : [],
    message: verdictLabels[verdict],
    digest: (expected?.code === 'expected' ? expected.value : null) ?? '',
    hashed: content?.code === 'content' ? content.bytes : hashedBytes(subject.body),
    explanation,
  };
}

/**
 * Checks a signature by its profile (spec 5, D55). Ignores surrounding whitespace, which belongs to the
 * header.
 */
export function check(subject: SignatureSubject, pasted: string | undefined): CheckedSignature {
  const { profile, secret, body } = subject;
  const pastedSignature = pastedValue(pasted ?? '');
  const headers = withObserved(subject, pastedSignature);
  const explanation = explainSignature(profile, secret, { ...subject, headers });
  if (!signsAsSpecified({ profile })) return checkByProfile(subject, explanation, pastedSignature);
  const header = pasted ?? headerOf(headers, specificationHeader) ?? '';
  const observed = pastedValue(header);
  const signed = signedBody(profile.signature, body);
  const digest = sign(secret, signed);
  const valid = secret !== '' && isSame(Buffer.from(digest), Buffer.from(observed));
  return {
    valid,
    hints: hintsOf(header, observed, valid),
    message: messageOf(valid, observed, secret),
    digest,
    hashed: hashedBytes(signed),
    explanation,
  };
}
