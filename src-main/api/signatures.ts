import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const signaturesOs = implement(contract.signatures);

export const signatures = ({ signatures }: Core) => ({
  check: signaturesOs.check.handler(({ input }) => signatures.check(input)),
  diagnose: signaturesOs.diagnose.handler(({ input, signal }) =>
    signatures.diagnose(input, signal),
  ),
});

const certificationOs = implement(contract.certification);

export const certification = ({ certification, senderCertification, log }: Core) => ({
  run: certificationOs.run.handler(({ input, signal }) => certification.run(input, signal)),
  follow: certificationOs.follow.handler(({ input, signal }) =>
    contractStream(log, certification.follow(input, signal)),
  ),
  runSender: certificationOs.runSender.handler(({ input, signal }) =>
    senderCertification.run(input, signal),
  ),
  followSender: certificationOs.followSender.handler(({ input, signal }) =>
    contractStream(log, senderCertification.follow(input, signal)),
  ),
});
