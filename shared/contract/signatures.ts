import {
  CheckedSignature,
  Diagnosis,
  DiagnosisRequest,
  SignatureCheckRequest,
} from '../schemas/signature.ts';
import { operation } from './errors.ts';

const tags = ['Signatures'];

export const signatures = {
  check: operation
    .route({
      method: 'POST',
      path: '/signatures/check',
      summary: 'Verify a signature by its provider profile, step by step',
      description:
        'Of a delivery, a received request, or a request that is passed. Returns the verdict, each step, and the ' +
        'bytes that were signed. The secret appears in none of them.',
      tags,
    })
    .input(SignatureCheckRequest)
    .output(CheckedSignature),
  diagnose: operation
    .route({
      method: 'POST',
      path: '/signatures/diagnose',
      summary: "Find a receiver's mistake from the digest it computed",
      description:
        'body and secret are those of the request that was sent; observed is the digest that the ' +
        'receiver computed, or empty for the signature in headers. Finds one mistake, or two combined, with their fixes.',
      tags,
    })
    .input(DiagnosisRequest)
    .output(Diagnosis),
};
