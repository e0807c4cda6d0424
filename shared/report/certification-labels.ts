import type {
  CertificationCode,
  CertificationOutcome,
  CertificationReport,
} from '#shared/certification/receiver.ts';
import type { SenderOutcome } from '#shared/certification/sender.ts';
import { causesText } from '#shared/signatures/rejection-causes.ts';

type Outcome = CertificationOutcome | SenderOutcome;

/** In the order of counts. */
export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  warned: 'warning',
  failed: 'failed',
  skipped: 'skipped',
  not_run: 'not run',
  not_observed: 'not observed',
  inconclusive: 'inconclusive',
};

interface Counts {
  readonly counts: Readonly<Partial<Record<Outcome, number>>>;
}

/** "24 passed, 1 warning, 2 failed". */
export const countsText = ({ counts }: Counts): string =>
  (Object.keys(outcomeLabels) as Outcome[])
    .flatMap((outcome) => {
      const count = counts[outcome] ?? 0;
      const plural = outcome === 'warned' && count !== 1 ? 's' : '';
      return count === 0 ? [] : [`${count} ${outcomeLabels[outcome]}${plural}`];
    })
    .join(', ');

/** Whether nothing failed, but this machine was too busy for a judgment. */
export const isInconclusive = ({ complete, counts }: CertificationReport): boolean =>
  complete && counts.failed === 0 && counts.inconclusive > 0;

export function verdictText(report: CertificationReport): string {
  if (isInconclusive(report)) return 'Inconclusive';
  return report.certified ? 'Certified' : report.complete ? 'Not certified' : 'Incomplete';
}

const isRejection = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 400 && status <= 499;

/** Whether every signed request got a 4xx: all failures have one cause. */
export function rejectsAllSigned({ complete, results }: CertificationReport): boolean {
  const signedResults = results.filter(
    ({ group, responses }) => group === 'accepts' && responses.length > 0,
  );
  return (
    complete &&
    signedResults.length > 0 &&
    signedResults.every(({ responses }) => responses.every(isRejection))
  );
}

/**
 * The likely cause of all failures: the one that the responses show, if they agree. `secret` is the name of the
 * option or field.
 */
export function rejectsAllText({ results }: CertificationReport, secret: string): string {
  const causes = new Set(
    results.flatMap(({ group, causes }) =>
      group !== 'accepts' || causes === undefined ? [] : causesText(causes),
    ),
  );
  const [cause] = causes;
  const text =
    cause === undefined || causes.size > 1
      ? `Check ${secret}, and that the receiver hashes the raw body.`
      : cause;
  return `The receiver rejected every signed request. ${text}`;
}

/** Checks with the same message and note as an earlier check of their group, except passed ones. */
export function repeatedChecks({
  results,
}: Pick<CertificationReport, 'results'>): ReadonlySet<CertificationCode> {
  const seen = new Set<string>();
  return new Set(
    results.flatMap(({ code, group, outcome, message, note }) => {
      const text = JSON.stringify([group, outcome, message, note]);
      if (outcome === 'passed') return [];
      if (seen.has(text)) return [code];
      seen.add(text);
      return [];
    }),
  );
}
