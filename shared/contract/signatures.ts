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
      summary: 'Check an X-Signature against a body and secret',
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
        'receiver computed. Finds one mistake, or two combined, with their fixes.',
      tags,
    })
    .input(DiagnosisRequest)
    .output(Diagnosis),
};
