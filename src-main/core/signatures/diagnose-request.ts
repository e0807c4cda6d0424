/** Diagnoses the signature of a request, or the digest that its receiver computed, by the request's profile. */
import { signsAsSpecified } from '#shared/profiles/profiles.ts';
import type { Diagnosis } from '#shared/schemas/signature.ts';
import { signedBody } from '../routing/profile-signature.ts';
import { headerOf } from '../routing/received-signature.ts';
import { type DiagnoseInput, diagnose } from './diagnose.ts';
import { diagnoseByProfile } from './diagnose-profile.ts';
import type { RequestContext } from './families/family.ts';
import type { SignatureSubject } from './signed-request.ts';

interface DiagnosedRequest
  extends Pick<DiagnoseInput, 'language' | 'secretMistakes' | 'sentSignatures'> {
  readonly subject: SignatureSubject;
  /** Empty for the signature of the request. */
  readonly observed: string;
  readonly context: RequestContext;
  readonly signal: AbortSignal | undefined;
}

export async function diagnoseRequest({
  subject,
  observed,
  sentSignatures = [],
  ...common
}: DiagnosedRequest): Promise<Diagnosis> {
  const { profile, body, secret, headers } = subject;
  if (!signsAsSpecified({ profile })) return diagnoseByProfile({ ...common, subject, observed });
  return diagnose({
    ...common,
    body: Buffer.from(signedBody(profile.signature, body)),
    secret,
    observed: observed === '' ? (headerOf(headers, 'X-Signature') ?? '') : observed,
    sentSignatures,
  });
}
