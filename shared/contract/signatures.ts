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
      summary: 'Whether an X-Signature is that of a body under a secret',
      tags,
    })
    .input(SignatureCheckRequest)
    .output(CheckedSignature),
  diagnose: operation
    .route({
      method: 'POST',
      path: '/signatures/diagnose',
      summary: 'What a receiver did otherwise, from the digest it computed',
      description:
        'Body and secret are those of the request as it was sent; observed is the digest that the ' +
        'receiver computed. Finds a mistake, or two together, and says how to fix them.',
      tags,
    })
    .input(DiagnosisRequest)
    .output(Diagnosis),
};
