import { eventIterator } from '@orpc/contract';
import { CertificationReport, CertificationRequest } from '../schemas/certification.ts';
import { operation } from './errors.ts';

const tags = ['Certification'];

export const certification = {
  run: operation
    .route({
      method: 'POST',
      path: '/certification',
      summary: 'Send signed and forged requests to a receiver and check its responses',
      description: 'Responds when all checks are done. The ledger does not count these requests.',
      tags,
    })
    .input(CertificationRequest)
    .output(CertificationReport),
  follow: operation
    .route({
      method: 'POST',
      path: '/certification/follow',
      summary: 'Certify a receiver as a stream, with the report after every check',
      tags,
    })
    .input(CertificationRequest)
    .output(eventIterator(CertificationReport)),
};
