/** Text for certifications of receivers and senders. */
import { formatDuration } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { causesText } from '#shared/signatures/rejection-causes.ts';
import {
  type CertificationCode,
  type CertificationOutcome,
  type CertificationReport,
  isRejection,
} from './receiver.ts';
import type { SenderMessage, SenderOutcome, SenderReport, SenderTarget } from './sender.ts';

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

/** Whether nothing failed, but this machine or the receiver was too busy for a judgment. */
export const isInconclusive = ({ complete, counts }: CertificationReport): boolean =>
  complete && counts.failed === 0 && counts.inconclusive > 0;

export function verdictText(report: CertificationReport): string {
  if (isInconclusive(report)) return 'Inconclusive';
  return report.certified ? 'Certified' : report.complete ? 'Not certified' : 'Incomplete';
}

/** Whether every signed request got a 4xx: all failures have one cause. */
export function rejectsAllSigned({ complete, results }: CertificationReport): boolean {
  const signedResults = results.filter(
    ({ group, responses }) => group === 'accepts' && responses.length > 0,
  );
  return (
    complete &&
    signedResults.length > 0 &&
    signedResults.every(({ responses }) => responses.every(({ status }) => isRejection(status)))
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

// Text for the certification of senders.

/** "15 of 26 checks". */
export const judgedText = ({ counts, results }: Pick<SenderReport, 'counts' | 'results'>): string =>
  `${results.length - counts.not_observed} of ${results.length} checks`;

/** "2 requests from a browser ignored"; null if none were. */
export const ignoredText = ({
  browserRequests,
}: Pick<SenderReport, 'browserRequests'>): string | null =>
  browserRequests === 0 ? null : `${counted(browserRequests, 'request')} from a browser ignored`;

const verdicts: Readonly<Record<SenderReport['verdict'], string>> = {
  certified: 'Certified',
  failed: 'Not certified',
  incomplete: 'Incomplete',
  inconclusive: 'Inconclusive',
};

export const senderVerdictText = ({ verdict }: Pick<SenderReport, 'verdict'>): string =>
  verdicts[verdict];

export const targetTitles: Readonly<Record<SenderTarget['name'], string>> = {
  webhook: 'Webhook',
  gone: 'Disabled endpoint',
  good: 'Valid certificate',
  expired: 'Expired certificate',
  wrong_host: 'Certificate of another host',
  self_signed: 'Self-signed certificate',
};

/** The URL that a user without a trigger sends the next message to. */
export const nextTarget = ({ targets }: Pick<SenderReport, 'targets'>): SenderTarget | undefined =>
  targets.find(({ needed, received }) => received < needed);

/** "Send message 3 of 10 to this URL". */
export const nextStepText = ({ needed, received }: SenderTarget): string =>
  needed === 1
    ? 'Send one message to this URL'
    : `Send message ${received + 1} of ${needed} to this URL`;

export const caseTitles: Readonly<Record<NonNullable<SenderMessage['case']>, string>> = {
  accept: 'Accepted',
  server_error: 'Server errors',
  client_error: 'Client error',
  rate_limit: 'Rate limit in seconds',
  rate_limit_date: 'Rate limit as a date',
  reset: 'Connection reset',
  no_response: 'No response',
  slow_accept: 'Slow response',
  redirect: 'Redirect 302',
  redirect_307: 'Redirect 307',
  redirect_308: 'Redirect 308',
  fails_once: 'Single failure 1',
  fails_once_2: 'Single failure 2',
  fails_once_3: 'Single failure 3',
  fails_once_4: 'Single failure 4',
  fails_once_5: 'Single failure 5',
  fails_once_6: 'Single failure 6',
  gone: 'Disabled',
  restart: 'Restart',
};

export const caseTitle = ({ case: name }: SenderMessage): string =>
  name === null ? 'Not needed' : caseTitles[name];

/** What the receiver returned. */
export const responseText = (
  { case: name }: Pick<SenderMessage, 'case'>,
  { status }: Pick<SenderMessage['attempts'][number], 'status'>,
): string => String(status ?? (name === 'reset' ? 'reset' : 'no response'));

/** "500 at 1.2 s". */
export const attemptText = (
  message: SenderMessage,
  attempt: SenderMessage['attempts'][number],
): string => `${responseText(message, attempt)} at ${formatDuration(Math.round(attempt.atMs))}`;

/** As text, with the start of a long body only. */
export function requestText({ method, request }: SenderMessage['attempts'][number]): string | null {
  if (request === null) return null;
  const head = [
    `${method} ${request.url}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  return `${head}\n\n${request.body}${request.isBodyCut ? '…' : ''}`;
}
