/** `certification`: the suite of `hookwright certify` against a receiver or external. */
import type { CertificationReport } from '#shared/schemas/certification.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt } from './outcome.ts';
import { countText } from './report-text.ts';

export type Certify = (
  target: string,
  skip: readonly { readonly code: string; readonly reason: string }[],
) => Promise<CertificationReport>;

export function evaluateCertification(
  target: string,
  { certified, results }: CertificationReport,
  { now }: RunFacts,
): Outcome {
  if (certified) return passedAt(now);
  const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'not_run');
  const codes = failed.map(({ code }) => code).join(', ');
  return failedAt(now, {
    expected: `${target} is certified`,
    found: `${countText(failed.length, 'check')} failed: ${codes}`,
  });
}
