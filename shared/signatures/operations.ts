import { group, op } from '#shared/kit/op.ts';
import {
  AttemptDiagnosis,
  CheckedSignature,
  DiagnosedAttempt,
  Diagnosis,
  DiagnosisRequest,
  SignatureCheckRequest,
} from './signature.ts';

export const signatures = group('Signatures', {
  check: op('POST /signatures/check', {
    effect: 'sends',
    summary: 'Verify a signature by its provider profile, step by step',
    description:
      'Takes a delivery, a received request, or the parts of a request. Returns the verdict, each step, and the ' +
      'bytes that were signed. The secret appears in none of them.',
    input: SignatureCheckRequest,
    output: CheckedSignature,
  }),
  diagnose: op('POST /signatures/diagnose', {
    effect: 'sends',
    summary: "Find a receiver's mistake from the digest it computed",
    description:
      'body and secret are those of the request that was sent; observed is the digest that the ' +
      'receiver computed, or empty for the signature in headers. Finds one mistake, or two combined, with their fixes.',
    input: DiagnosisRequest,
    output: Diagnosis,
  }),
  diagnoseAttempt: op('GET /deliveries/{id}/attempts/{attemptId}/diagnosis', {
    summary: "Find a receiver's mistake from the digest in its response to an attempt",
    description:
      'The digest is read from a 4xx response, or from the log of the mock endpoint that sent it. Without language, ' +
      'fixes are in the language that the response headers show.',
    input: DiagnosedAttempt,
    output: AttemptDiagnosis,
  }),
});
