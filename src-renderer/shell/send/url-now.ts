/** What a URL does now, and what is about to happen there. Pure. */
import type { Destination } from '#shared/connections/destination.ts';
import { type AttemptOutcome, outcomeOf } from '#shared/deliveries/delivery.ts';
import { codeLabel } from '#shared/deliveries/text.ts';
import { counted, formatCount, formatMinute } from '#shared/kit/format.ts';
import { type MockFault, mockFaults, statusWith } from '#shared/mocks/faults.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { isDown, isWindow, type Outage, windowEnd } from '#shared/mocks/step.ts';
import { backoffOf } from '#shared/profiles/profiles.ts';
import type { WebhookStatistics } from '#shared/statistics/statistics.ts';

export interface UrlNow {
  /** Null: nothing was sent there yet. */
  readonly outcome: AttemptOutcome | null;
  /** Such as `accepts`, `returns 503` or `down until 17:30`. */
  readonly text: string;
  /** Whether the end of it is known. */
  readonly hasEnd: boolean;
}

const accepting: UrlNow = { outcome: 'accepted', text: 'accepts', hasEnd: false };

function outageEnd(outage: Outage): string {
  const end = isWindow(outage) ? windowEnd(outage) : null;
  if (!isWindow(outage)) return outage.to;
  return end === null ? 'it is ended' : formatMinute(end);
}

function returned(fault: MockFault, givenStatus: number): UrlNow {
  const { sentence, hasStatus } = mockFaults[fault];
  const status = statusWith(fault, givenStatus);
  const text = sentence.replace('{status}', String(status));
  const isBroken = !hasStatus || fault === 'malformed_headers' || status < 200 || status >= 500;
  if (isBroken) return { outcome: 'failed', text, hasEnd: false };
  return status < 300 ? accepting : { outcome: 'refused', text, hasEnd: false };
}

/** Whether only its next step decides what a mock endpoint returns. */
const isPlain = ({ strict, tls, rules, rateLimit, forward, steps, nextStep }: Mock): boolean =>
  !strict &&
  (tls === 'none' || tls === 'good') &&
  rules.length === 0 &&
  rateLimit === null &&
  forward === null &&
  steps[nextStep]?.delayMs === 0;

/** Undefined if only an attempt can show it. */
function mockNow(mock: Mock, now: number): UrlNow | undefined {
  const { url, listening, outage, forward, steps, nextStep } = mock;
  if (url === null) return { outcome: 'failed', text: 'not listening', hasEnd: false };
  if (outage !== null && isDown(outage, now))
    return { outcome: 'failed', text: `down until ${outageEnd(outage)}`, hasEnd: true };
  if (listening === 'refusing') return returned('refuse_connection', 0);
  const step = steps[nextStep];
  if (step === undefined || forward !== null) return undefined;
  const next = returned(step.fault, step.status);
  return next.outcome !== 'accepted' || isPlain(mock) ? next : undefined;
}

/** As its latest attempt went. */
function attemptedNow({ lastCode, lastStatus, lastAttemptAt }: WebhookStatistics): UrlNow {
  if (lastAttemptAt === null) return { outcome: null, text: 'no attempts yet', hasEnd: false };
  if (lastCode === null) return accepting;
  const text = lastStatus === null ? codeLabel(lastCode) : `returns ${lastStatus}`;
  return { outcome: outcomeOf(lastCode), text, hasEnd: false };
}

/** What the URL of a destination does now: by its mock endpoint, or else by its latest attempt. */
export function urlNow(
  url: string,
  {
    destinationId,
    mocks,
    webhooks,
    now,
  }: {
    readonly destinationId: string;
    readonly mocks: readonly Mock[];
    readonly webhooks: readonly WebhookStatistics[];
    readonly now: number;
  },
): UrlNow {
  const mock = mocks.find((candidate) => candidate.url === url);
  const attempted = webhooks.find(
    (webhook) => webhook.destinationId === destinationId && webhook.url === url,
  );
  return (
    (mock && mockNow(mock, now)) ??
    (attempted === undefined
      ? { outcome: null, text: 'no attempts yet', hasEnd: false }
      : attemptedNow(attempted))
  );
}

/** One URL that gets the request. */
export interface TargetUrl extends UrlNow {
  /** Whether its destination retries what fails. */
  readonly isRetried: boolean;
}

/** Whether a destination retries what fails. */
export function retries(destination: Destination): boolean {
  const backoff = backoffOf(destination);
  return 'kind' in backoff ? backoff.kind !== 'none' : backoff.windowMs > 0;
}

/** `1 event to 4 URLs, of which 2 fail now and are retried and 1 refuses it.` */
export function sendingText(count: number, urls: readonly TargetUrl[], isForging = false): string {
  const events = counted(count, 'event');
  if (urls.length === 0) return `${events}, delivered to no URL.`;
  const of = (outcome: AttemptOutcome, one: string, many: string): readonly string[] => {
    const found = urls.filter((url) => url.outcome === outcome).length;
    return found === 0 ? [] : [`${formatCount(found)} ${found === 1 ? one : many}`];
  };
  const failing = urls.filter(({ outcome }) => outcome === 'failed');
  const [isRetried, areRetried] = failing.every((url) => url.isRetried)
    ? [' and is retried', ' and are retried']
    : ['', ''];
  const parts = [
    ...of('failed', `fails now${isRetried}`, `fail now${areRetried}`),
    ...of('refused', 'refuses it', 'refuse it'),
    ...of('blocked', 'is blocked', 'are blocked'),
  ];
  const forged = isForging ? ' and a forged copy' : '';
  const target = `${events}${forged} to ${counted(urls.length, 'URL')}`;
  return parts.length === 0 ? `${target}.` : `${target}, of which ${parts.join(', ')}.`;
}
