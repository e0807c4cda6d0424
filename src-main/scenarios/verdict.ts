import type { Check, InconclusiveReason, Verdict } from '#shared/scenarios/schema/report.ts';

/** A worse verdict wins: failed over inconclusive over passed. */
export function combinedVerdict(
  checks: readonly Pick<Check, 'verdict'>[],
  inconclusive: readonly InconclusiveReason[],
): Verdict {
  if (checks.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return inconclusive.length > 0 || checks.some(({ verdict }) => verdict === 'inconclusive')
    ? 'inconclusive'
    : 'passed';
}
