/** Text for the certification of senders. */
import type { SenderOutcome, SenderReport } from '../schemas/sender-certification.ts';

export const senderOutcomeLabels: Readonly<Record<SenderOutcome, string>> = {
  passed: 'passed',
  warned: 'warning',
  failed: 'failed',
  skipped: 'skipped',
  not_observed: 'not observed',
};

const outcomes: readonly SenderOutcome[] = [
  'passed',
  'warned',
  'failed',
  'skipped',
  'not_observed',
];

/** "24 passed, 1 warning, 2 not observed". */
export const senderCountsText = ({ counts }: Pick<SenderReport, 'counts'>): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => {
      const plural = outcome === 'warned' && counts[outcome] !== 1 ? 's' : '';
      return `${counts[outcome]} ${senderOutcomeLabels[outcome]}${plural}`;
    })
    .join(', ');

const verdicts: Readonly<Record<SenderReport['verdict'], string>> = {
  certified: 'Certified',
  failed: 'Not certified',
  incomplete: 'Incomplete',
};

export const senderVerdictText = ({ verdict }: Pick<SenderReport, 'verdict'>): string =>
  verdicts[verdict];
