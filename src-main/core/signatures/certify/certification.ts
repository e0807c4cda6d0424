import type { CertificationReport, CertificationRequest } from '#shared/schemas/certification.ts';
import { AppError } from '../../app-error.ts';
import { type CertifyTools, certify } from './certify.ts';

export function createCertification(tools: CertifyTools) {
  const follow = (request: CertificationRequest, signal?: AbortSignal) =>
    certify(tools, request, signal);

  return {
    follow,
    /** All checks; refused when the caller leaves before their end. */
    async run(request: CertificationRequest, signal?: AbortSignal): Promise<CertificationReport> {
      let last: CertificationReport | undefined;
      for await (const report of follow(request, signal)) last = report;
      if (last?.complete !== true)
        throw new AppError('unavailable', 'The certification was cancelled before its end.');
      return last;
    },
  };
}
