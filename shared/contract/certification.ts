import { eventIterator } from '@orpc/contract';
import { CertificationReport, CertificationRequest } from '../schemas/certification.ts';
import { operation } from './errors.ts';

const tags = ['Certification'];

export const certification = {
  run: operation
    .route({
      method: 'POST',
      path: '/certification',
      summary: 'Send a suite of signed and forged requests to a receiver, and judge its answers',
      description: 'Answers when all checks are done. The requests stand in no ledger.',
      tags,
    })
    .input(CertificationRequest)
    .output(CertificationReport),
  follow: operation
    .route({
      method: 'POST',
      path: '/certification/follow',
      summary: 'As certification, with the report so far after every check; leaving ends it',
      tags,
    })
    .input(CertificationRequest)
    .output(eventIterator(CertificationReport)),
};
