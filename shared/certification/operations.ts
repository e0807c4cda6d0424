import { eventIterator } from '@orpc/contract';
import { group, op } from '#shared/kit/op.ts';
import { CertificationReport, CertificationRequest } from './receiver.ts';
import { SenderCertificationRequest, SenderReport } from './sender.ts';

export const certification = group('Certification', {
  run: op('POST /certification', {
    effect: 'sends',
    summary: 'Send signed and forged requests to a receiver and check its responses',
    description: 'Responds when all checks are done. The ledger does not count these requests.',
    input: CertificationRequest,
    output: CertificationReport,
  }),
  follow: op('POST /certification/follow', {
    effect: 'sends',
    summary: 'Certify a receiver as a stream, with the report after every check',
    input: CertificationRequest,
    output: eventIterator(CertificationReport),
  }),
  runSender: op('POST /certification/sender', {
    effect: 'sends',
    summary: "Receive a sender's webhooks and check them against a profile",
    description:
      'Responds once every check is observed, or after maxTimeMs. Set port, since only the stream reports the URL during the run.',
    input: SenderCertificationRequest,
    output: SenderReport,
  }),
  followSender: op('POST /certification/sender/follow', {
    effect: 'sends',
    summary: 'Certify a sender as a stream, with the report after every change',
    description: 'The first report has the URL to send to.',
    input: SenderCertificationRequest,
    output: eventIterator(SenderReport),
  }),
});
