/** Text for the certification of senders. */

import type { SenderMessage, SenderReport, SenderTarget } from '#shared/certification/sender.ts';
import { formatDuration } from '#shared/kit/duration.ts';

/** "15 of 26 checks". */
export const judgedText = ({ counts, results }: Pick<SenderReport, 'counts' | 'results'>): string =>
  `${results.length - counts.not_observed} of ${results.length} checks`;

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
  redirect: 'Redirect 302',
  redirect_307: 'Redirect 307',
  redirect_308: 'Redirect 308',
  gone: 'Disabled',
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
