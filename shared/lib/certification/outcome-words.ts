import type { CertificationOutcome, CertificationReport } from '../../schemas/certification.ts';

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
