/** The verdict of a recording without the expectations that failed, which are not saved. */
import type { RunReport, Verdict } from '../schemas/scenario/report.ts';

export const recordingVerdict = ({
  checks,
  inconclusive,
}: Pick<RunReport, 'checks' | 'inconclusive'>): Verdict =>
  inconclusive.length > 0 || checks.some(({ verdict }) => verdict === 'inconclusive')
    ? 'inconclusive'
    : checks.some(({ kind, verdict }) => kind === 'invariant' && verdict === 'failed')
      ? 'failed'
      : 'passed';
