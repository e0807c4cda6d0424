/** `certification`: the suite of `hookwright certify` against a mock endpoint or server. */

import type { CertificationReport } from '#shared/certification/receiver.ts';
import { isInconclusive } from '#shared/certification/text.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt, undecidedAt } from './outcome.ts';
import { countText } from './report-text.ts';

export type Certify = (
  target: string,
  skip: readonly { readonly code: string; readonly reason: string }[],
) => Promise<CertificationReport>;

export function evaluateCertification(
  target: string,
  report: CertificationReport,
  { now }: RunFacts,
): Outcome {
  const { certified, results } = report;
  const expected = `${target} is certified`;
  if (certified) return passedAt(now);
  if (isInconclusive(report)) {
    const undecided = results.find(({ outcome }) => outcome === 'inconclusive');
    return undecidedAt(now, 'machine_busy', expected, undecided?.message ?? '');
  }
  const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'not_run');
  const codes = failed.map(({ code }) => code).join(', ');
  return failedAt(now, {
    expected,
    found: `${countText(failed.length, 'check')} failed: ${codes}`,
  });
}
