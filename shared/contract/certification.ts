import { eventIterator } from '@orpc/contract';
import { CertificationReport, CertificationRequest } from '../schemas/certification.ts';
import { SenderCertificationRequest, SenderReport } from '../schemas/sender-certification.ts';
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
  runSender: operation
    .route({
      method: 'POST',
      path: '/certification/sender',
      summary: "Receive a sender's webhooks and check them against a profile",
      description:
        'Responds once every clause is observed, or after maxTimeMs. Set port, since only the stream reports the URL during the run.',
      tags,
    })
    .input(SenderCertificationRequest)
    .output(SenderReport),
  followSender: operation
    .route({
      method: 'POST',
      path: '/certification/sender/follow',
      summary: 'Certify a sender as a stream, with the report after every change',
      description: 'The first report has the URL to send to.',
      tags,
    })
    .input(SenderCertificationRequest)
    .output(eventIterator(SenderReport)),
};
