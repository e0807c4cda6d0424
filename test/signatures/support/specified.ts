/** Diagnoses what a receiver computed for a body that is signed as the specification says (spec 5). */
import { noContext } from '#main/signatures/candidate-groups/candidate-group.ts';
import { type DiagnoseInput, diagnose } from '#main/signatures/diagnose.ts';
import { secretMistakes } from '#main/signatures/mistakes/secret-mistakes.ts';
import type { SignatureSubject } from '#main/signatures/signed-request.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

export const specified = (body: string, secret: string): SignatureSubject => ({
  ...{ profile: profileOf({ profile: 'segment-classic' }), body: Buffer.from(body), secret },
  ...{ method: 'POST', url: '', headers: {}, receivedAt: 0 },
});

export const diagnoseSpecified = (
  body: string,
  secret: string,
  observed: string,
  options: Partial<DiagnoseInput> = {},
) =>
  diagnose({
    ...{ subject: specified(body, secret), observed, language: undefined },
    ...{ secretMistakes, context: noContext, ...options },
  });
