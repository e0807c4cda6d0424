/** Text for a webhook's health, with the numbers behind it. */
import { formatLatency } from '../lib/duration.ts';
import { formatPercent } from '../lib/format.ts';
import type { WebhookStatistics } from '../schemas/statistics.ts';
import { codeLabel } from './attempt-result.ts';

type Reasons = Pick<
  WebhookStatistics,
  'health' | 'latest' | 'latency' | 'lastFailure' | 'lastStatus' | 'active'
>;

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

function failedText({ latest: { attempts, failed } }: Reasons): string {
  if (attempts === 1)
    return failed === 1 ? 'The only attempt failed' : 'The only attempt succeeded';
  if (failed === attempts) return `All ${attempts} latest attempts failed`;
  return `${failed === 0 ? 'None' : failed} of the last ${attempts} attempts failed (${formatPercent(failed / attempts)})`;
}

function inRowText(latest: Reasons['latest'], suffix: string): string {
  return latest.inRow === 1 ? `the latest ${suffix}` : `the latest ${latest.inRow} ${suffix}`;
}

/** Why a webhook has its health, for a tooltip. */
export function healthText(webhook: Reasons): string {
  const { health, latest, latency, lastFailure, lastStatus, active } = webhook;
  switch (health) {
    case 'inactive':
      return active ? 'No attempts' : 'No attempts; not in use';
    case 'failing': {
      const reason = lastFailure === null ? '' : `: ${codeLabel(lastFailure)}`;
      return latest.failed === latest.attempts
        ? `${failedText(webhook)}${reason}`
        : `${failedText(webhook)}, ${inRowText(latest, 'in a row')}${reason}`;
    }
    case 'recovering':
      return `${failedText(webhook)}, but ${inRowText(latest, 'succeeded')}`;
    case 'degraded':
    case 'healthy': {
      const slow = latency === null ? '' : `. 90% within ${formatLatency(latency.p90)}`;
      const isNon2xx = lastFailure === null && lastStatus !== null && !isSuccess(lastStatus);
      return `${failedText(webhook)}${isNon2xx ? `. Latest response: ${lastStatus}` : ''}${slow}`;
    }
  }
}
