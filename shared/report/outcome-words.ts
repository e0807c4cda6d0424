import type {
  CertificationCode,
  CertificationOutcome,
  CertificationReport,
} from '../schemas/certification.ts';

export const outcomeWords: Readonly<Record<CertificationOutcome, string>> = {
  passed: 'passed',
  warned: 'warning',
  failed: 'failed',
  skipped: 'switched off',
  not_run: 'not run',
};

const outcomes: readonly CertificationOutcome[] = [
  'passed',
  'warned',
  'failed',
  'skipped',
  'not_run',
];

/** "24 passed, 1 warning, 2 failed". */
export const countsText = ({ counts }: CertificationReport): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => {
      const plural = outcome === 'warned' && counts[outcome] !== 1 ? 's' : '';
      return `${counts[outcome]} ${outcomeWords[outcome]}${plural}`;
    })
    .join(', ');

export const verdictText = ({ certified, complete }: CertificationReport): string =>
  certified ? 'Certified' : complete ? 'Not certified' : 'Not complete';

const isRefusal = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 400 && status <= 499;

/** Whether no signed request was accepted, and each answered with a 4xx: one cause for all failures. */
export function rejectsAllSigned({ complete, results }: CertificationReport): boolean {
  const made = results.filter(
    ({ group, responses }) => group === 'accepts' && responses.length > 0,
  );
  return complete && made.length > 1 && made.every(({ responses }) => responses.every(isRefusal));
}

/** What to look at first then; `secret` is what the reader knows the secret by. */
export const rejectsAllText = (secret: string): string =>
  `Every signed request was refused: is ${secret} the receiver's?`;

/** Checks whose words were all said at an earlier one of their group; what passed is left out. */
export function repeatedChecks({
  results,
}: Pick<CertificationReport, 'results'>): ReadonlySet<CertificationCode> {
  const said = new Set<string>();
  return new Set(
    results.flatMap(({ code, group, outcome, message, note }) => {
      const words = JSON.stringify([group, outcome, message, note]);
      if (outcome === 'passed') return [];
      if (said.has(words)) return [code];
      said.add(words);
      return [];
    }),
  );
}
