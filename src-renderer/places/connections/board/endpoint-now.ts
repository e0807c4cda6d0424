/** What a URL did with its latest requests, as a state and a few words. Pure. */
import { shownStatus } from '#renderer/requests/no-status.ts';
import { shortStatus } from '#renderer/ui/badge.tsx';
import { type AttemptOutcome, outcomeOf } from '#shared/deliveries/delivery.ts';
import { codeLabel } from '#shared/deliveries/text.ts';
import { formatCoarse, formatLatency, formatSpan } from '#shared/kit/duration.ts';
import { capitalized, counted, formatCount } from '#shared/kit/format.ts';
import { mockFaults, statusWith } from '#shared/mocks/faults.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { outageAround } from '#shared/mocks/outage-times.ts';
import { isDown } from '#shared/mocks/step.ts';
import type { Statistics, WebhookStatistics } from '#shared/statistics/statistics.ts';
import { isUpAgain } from '#shared/statistics/webhook-health.ts';

export interface EndpointNow {
  /** Null: nothing was sent there yet. */
  readonly outcome: AttemptOutcome | null;
  readonly text: string;
  /** Of its lines that fail now. */
  readonly label: string | null;
}

/** Of a URL in use that has attempts. A single failure among many is in the text only. */
export function outcomeNow(webhook: WebhookStatistics, now: number) {
  const { lastAttemptAt, health, lastCode } = webhook;
  if (lastAttemptAt === null) return null;
  if (isUpAgain(webhook, now)) return 'accepted';
  const last = outcomeOf(lastCode);
  return health === 'failing' || health === 'inactive' || last === 'refused' ? last : 'accepted';
}

const outcomes: readonly AttemptOutcome[] = ['failed', 'blocked', 'refused', 'accepted'];

/** The worst comes first. */
export const worstOutcome = (found: readonly (AttemptOutcome | null)[]): AttemptOutcome | null =>
  outcomes.find((outcome) => found.includes(outcome)) ?? null;

const reasonOf = ({ lastCode, lastStatus }: WebhookStatistics): string => {
  const hasStatus = lastCode === 'server_error' || lastCode === 'unexpected_status';
  if (lastStatus !== null && (hasStatus || outcomeOf(lastCode) === 'refused'))
    return String(lastStatus);
  return lastCode === null ? '' : codeLabel(lastCode);
};

/** As short as a status. */
function shortOf(webhook: WebhookStatistics): string {
  const status = shownStatus(webhook);
  return status === null ? '' : shortStatus(status);
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Deliveries that fail there: those that wait, or else those that gave up. */
function failedText(webhooks: readonly WebhookStatistics[], statistics: Statistics): string {
  const ids = new Set(webhooks.map(({ destinationId }) => destinationId));
  const waiting = sumOf(
    statistics.waiting.destinations
      .filter(({ destinationId }) => ids.has(destinationId))
      .map(({ deliveries }) => deliveries),
  );
  if (waiting > 0) return `, ${formatCount(waiting)} waiting`;
  const gaveUp = sumOf(
    statistics.causes
      .filter(({ destinationId, code }) => ids.has(destinationId) && outcomeOf(code) === 'failed')
      .map((cause) => cause.deliveries - cause.waiting),
  );
  return gaveUp > 0 ? `, ${formatCount(gaveUp)} gave up` : '';
}

function acceptedText(webhooks: readonly WebhookStatistics[], now: number): string {
  const [first] = webhooks;
  const accepted = sumOf(webhooks.map(({ attempts }) => attempts.accepted));
  const others = sumOf(
    webhooks.map(({ attempts }) => attempts.failed + attempts.refused + attempts.blocked),
  );
  const latency = webhooks.find((webhook) => webhook.latency !== null)?.latency ?? null;
  if (accepted + others === 0 || latency === null) {
    const at = Math.max(...webhooks.map(({ lastAttemptAt }) => lastAttemptAt ?? 0));
    return first === undefined ? '' : `Last request ${formatCoarse(Math.max(0, now - at))} ago`;
  }
  return others === 0
    ? `${formatLatency(latency.p50)}, all accepted`
    : `${formatLatency(latency.p50)}, ${formatCount(others)} of ${formatCount(accepted + others)} not accepted`;
}

/** During an outage of a mock endpoint, before any attempt has shown it. */
function outageNow({ outage }: Mock, now: number, waiting: string): EndpointNow | null {
  if (outage === null || !isDown(outage, now)) return null;
  const { fault, status } = outage;
  const { label, hasStatus, short } = mockFaults[fault];
  const end = outageAround(outage, now)?.to ?? null;
  const left = end === null || waiting !== '' ? '' : ` for ${formatSpan(end - now)} more`;
  const text = capitalized(label.replace('{status}', String(statusWith(fault, status))));
  return {
    outcome: 'failed',
    text: `${text}${left}${waiting}`,
    label: hasStatus ? String(statusWith(fault, status)) : short,
  };
}

function attemptsNow(
  webhooks: readonly WebhookStatistics[],
  statistics: Statistics,
  now: number,
): EndpointNow {
  const outcome = worstOutcome(webhooks.map((webhook) => outcomeNow(webhook, now)));
  const worst = webhooks.filter((webhook) => outcomeNow(webhook, now) === outcome);
  const [first] = worst;
  if (outcome === null || first === undefined)
    return { outcome: null, text: 'No requests yet', label: null };
  if (outcome === 'accepted') return { outcome, text: acceptedText(webhooks, now), label: null };
  const reason = reasonOf(first);
  const since = Math.min(...worst.map(({ failingSince }) => failingSince ?? now));
  const span = now - since < 60_000 ? '' : formatCoarse(now - since);
  if (outcome === 'failed')
    return {
      outcome,
      text: capitalized(
        `${reason}${span === '' ? '' : ` for ${span}`}${failedText(worst, statistics)}`,
      ),
      label: [shortOf(first), span].filter(Boolean).join(' · '),
    };
  const count = sumOf(worst.map(({ attempts }) => attempts[outcome]));
  return {
    outcome,
    text: capitalized(`${reason}${count === 0 ? '' : `, ${formatCount(count)} ${outcome}`}`),
    label: outcome === 'blocked' ? reason : null,
  };
}

/** `webhooks` are those with this URL, one for each destination that uses it. */
export function endpointNow(
  webhooks: readonly WebhookStatistics[],
  mock: Mock | undefined,
  statistics: Statistics | null,
  now: number,
): EndpointNow {
  if (mock?.url === null) return { outcome: 'failed', text: 'Not listening', label: null };
  const attempts =
    statistics === null
      ? { outcome: null, text: '', label: null }
      : attemptsNow(webhooks, statistics, now);
  const waiting = statistics === null ? '' : failedText(webhooks, statistics);
  const outage = mock && outageNow(mock, now, waiting);
  if (outage != null && attempts.outcome !== 'failed') return outage;
  if (mock?.listening === 'refusing' && attempts.outcome !== 'failed')
    return { outcome: 'failed', text: 'Refuses connections', label: 'refused' };
  return attempts;
}

interface News {
  /** The worst, and what it is about. */
  readonly cause: { readonly text: string; readonly outcome: AttemptOutcome } | null;
  readonly text: string;
}

/** `1 of 8 endpoints is down, 2 refuse, 1 is blocked.` Of those in use. */
export function newsOf(endpoints: readonly EndpointNow[]): News {
  const of = (outcome: AttemptOutcome | null): number =>
    endpoints.filter((endpoint) => endpoint.outcome === outcome).length;
  const total = endpoints.length;
  if (total === 0) return { cause: null, text: 'Nothing is delivered anywhere yet.' };
  const isLoading = endpoints.some(({ text: shown }) => shown === '');
  if (isLoading) return { cause: null, text: '' };
  const ofAll = `of ${counted(total, 'endpoint')}`;
  const found = (
    [
      { outcome: 'failed', count: of('failed'), one: 'is down', many: 'are down' },
      { outcome: 'refused', count: of('refused'), one: 'refuses', many: 'refuse' },
      { outcome: 'blocked', count: of('blocked'), one: 'is blocked', many: 'are blocked' },
    ] as const
  ).filter(({ count }) => count > 0);
  const parts = found.map(
    ({ count, one, many }, index) =>
      `${formatCount(count)} ${index === 0 ? `${ofAll} ` : ''}${count === 1 ? one : many}`,
  );
  const [cause, ...others] = parts;
  const outcome = found[0]?.outcome;
  if (cause !== undefined && outcome !== undefined)
    return others.length === 0
      ? { cause: { text: `${cause}.`, outcome }, text: '' }
      : { cause: { text: `${cause},`, outcome }, text: `${others.join(', ')}.` };
  const accepting = of('accepted');
  if (accepting === 0)
    return { cause: null, text: `${counted(total, 'endpoint')}, no requests yet.` };
  return {
    cause: null,
    text:
      accepting === total
        ? total === 1
          ? 'The endpoint accepts requests.'
          : `All ${formatCount(total)} endpoints accept requests.`
        : `${formatCount(accepting)} ${ofAll} ${accepting === 1 ? 'accepts' : 'accept'} requests; the others had none.`,
  };
}
