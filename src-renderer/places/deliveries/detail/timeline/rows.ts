/** Past and scheduled attempts of a delivery as timeline rows. Pure. */

import type {
  TimelineMark,
  TimelineMarkKind,
  TimelineOutage,
  TimelineRow,
} from '#renderer/ui/timeline-rows.ts';
import { acceptedOf, currentAttempts, finalOf } from '#shared/deliveries/attempts.ts';
import type { Attempt, DeliveryDetail, WebhookProgress } from '#shared/deliveries/delivery.ts';
import { codeLabel, outcomeLabel, webhookName } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { type Backoff, scheduleMs, windowMsOf } from '#shared/profiles/backoff.ts';

export interface DeliveryTimeline {
  readonly startAt: number;
  readonly endAt: number;
  readonly rows: readonly TimelineRow[];
}

/** What the interface knows about a URL besides its attempts. */
export interface UrlFacts {
  readonly name: string;
  readonly isMock?: boolean;
  /** Of the mock endpoint at the URL, if it has an end. */
  readonly outage?: UrlOutage | undefined;
}

export interface UrlOutage extends Omit<TimelineOutage, 'label'> {
  /** Whether requests are accepted after its end. */
  readonly isAcceptedAfter: boolean;
}

type FactsOf = (url: string) => UrlFacts;

const onlyName: FactsOf = (url) => ({ name: webhookName(url) });

export function markId(attempt: Attempt): string {
  return `attempt ${attempt.id}`;
}

export function attemptIdOf(mark: string): number | null {
  const digits = /^attempt (\d+)$/.exec(mark)?.[1];
  return digits === undefined ? null : Number(digits);
}

function kindOf({ result }: Attempt): TimelineMarkKind {
  if (result.outcome !== 'failed') return result.outcome;
  if (result.code === 'server_error' || result.code === 'unexpected_status') return 'failed';
  return result.code === 'timeout' ? 'silent' : 'broken';
}

function pastMark(attempt: Attempt, number: number): TimelineMark {
  const durationText =
    attempt.result.outcome === 'blocked' ? '' : ` in ${formatLatency(attempt.timings.totalMs)}`;
  return {
    id: markId(attempt),
    at: attempt.startedAt,
    kind: kindOf(attempt),
    word: outcomeLabel(attempt),
    label: `Attempt ${number}, ${formatTime(attempt.startedAt)}: ${outcomeLabel(attempt)}${durationText}, ${attempt.result.outcome}`,
  };
}

/** Rounds in the current window; every open webhook took part in each (D23). */
function roundsOf({ webhooks }: DeliveryDetail): number {
  return Math.max(0, ...webhooks.map(({ windowAttempts }) => windowAttempts));
}

/** The retry window; without one, the time until the last possible attempt. */
function plannedMs(backoff: Backoff): number {
  const windowMs = windowMsOf(backoff);
  return Number.isFinite(windowMs) ? windowMs : (scheduleMs(backoff, () => 0).at(-1) ?? 0);
}

/** Planned attempts if all fail: the next one, then by the backoff schedule (D28, D29). */
function scheduledTimes(
  delivery: DeliveryDetail,
  nextAt: number,
  roundsSoFar: number,
  startAt: number,
  endAt: number,
): readonly number[] {
  const { backoff } = delivery.destination;
  const fraction = (step: number): number => seededFraction(delivery.id, step);
  const later = scheduleMs(backoff, fraction, roundsSoFar + 1, nextAt - startAt);
  return [nextAt, ...later.map((offset) => startAt + offset)].filter((at) => at <= endAt);
}

const isOpen = ({ state, sending }: WebhookProgress): boolean => state === 'waiting' && !sending;

export function timelineOf(
  delivery: DeliveryDetail,
  now: number,
  factsOf: FactsOf = onlyName,
): DeliveryTimeline {
  const attempts = currentAttempts(delivery);
  const nextRoundAt = delivery.nextAttemptAt;
  const startAt = delivery.firstAttemptAt ?? nextRoundAt ?? delivery.createdAt;
  const windowEndsAt = delivery.windowEndsAt ?? Number.POSITIVE_INFINITY;
  const isWaiting = delivery.state === 'waiting' && !delivery.sending;

  const rowOf = (webhook: WebhookProgress): TimelineRow => {
    const { name, outage } = factsOf(webhook.url);
    const webhookAttempts = attempts.filter(({ url }) => url === webhook.url);
    // With fan-out to each URL each webhook has its own schedule, else all follow the delivery's (D24).
    const nextAt = webhook.nextAttemptAt ?? nextRoundAt;
    const rounds =
      delivery.destination.fanOut === 'each' ? webhook.windowAttempts : roundsOf(delivery);
    const scheduled =
      isWaiting && isOpen(webhook) && nextAt !== null
        ? scheduledTimes(delivery, nextAt, rounds, startAt, windowEndsAt)
        : [];
    const planned = plannedMarks(webhook, scheduled, outage);
    return {
      id: webhook.url,
      name,
      summary: rowSummary(delivery, webhook, webhookAttempts, planned),
      note: rowNote(delivery, webhook, factsOf),
      missedFrom: webhook.state === 'skipped' ? finalOf(attempts)?.startedAt : undefined,
      outage: outageShown(outage, webhookAttempts),
      marks: [
        ...webhookAttempts.map((attempt, index) => pastMark(attempt, index + 1)),
        ...sendingMark(webhook, now),
        ...planned,
      ],
    };
  };

  const rows = [...delivery.webhooks.map(rowOf), ...formerRows(delivery, attempts, factsOf)];
  const planned = rows.flatMap(({ marks }) => marks).filter(({ word }) => word === scheduledWord);
  // Without a window, the time that attempts and Retry-After take moves the end.
  const plannedEnd = startAt + plannedMs(delivery.destination.backoff);
  const endAt = delivery.windowEndsAt ?? Math.max(plannedEnd, ...planned.map(({ at }) => at));
  return { startAt, endAt, rows };
}

/** The outage, if it made an attempt fail. */
function outageShown(
  outage: UrlOutage | undefined,
  attempts: readonly Attempt[],
): TimelineOutage | undefined {
  if (outage === undefined) return undefined;
  const { from, to } = outage;
  const isHit = ({ startedAt, result }: Attempt): boolean =>
    result.outcome !== 'accepted' && startedAt >= from && startedAt < to;
  return attempts.some(isHit) ? { from, to, label: `Outage until ${formatTime(to)}` } : undefined;
}

const scheduledWord = 'scheduled';

/** Up to the first attempt after the outage, which should be accepted. */
function plannedMarks(
  { url }: WebhookProgress,
  times: readonly number[],
  outage: UrlOutage | undefined,
): readonly TimelineMark[] {
  const after = outage?.isAcceptedAfter === true ? times.findIndex((at) => at >= outage.to) : -1;
  const isExpected = (index: number): boolean => index === after;
  return times.slice(0, after < 0 ? undefined : after + 1).map((at, index) => ({
    id: `scheduled ${url} ${at}`,
    at,
    kind: isExpected(index) ? 'expected' : 'scheduled',
    word: scheduledWord,
    label: isExpected(index)
      ? `Scheduled for ${formatTime(at)}, after the outage`
      : `Scheduled for ${formatTime(at)} unless one is accepted first`,
  }));
}

function sendingMark(webhook: WebhookProgress, now: number): readonly TimelineMark[] {
  if (webhook.state !== 'waiting' || !webhook.sending) return [];
  return [
    {
      id: `sending ${webhook.url}`,
      at: now,
      kind: 'sending',
      word: 'in flight',
      label: 'In flight',
    },
  ];
}

/** Webhooks that were removed from the destination since. */
function formerRows(
  { webhooks }: DeliveryDetail,
  attempts: readonly Attempt[],
  factsOf: FactsOf,
): readonly TimelineRow[] {
  const present = new Set(webhooks.map(({ url }) => url));
  const former = [...new Set(attempts.map(({ url }) => url))].filter((url) => !present.has(url));
  return former.map((url) => ({
    id: url,
    name: factsOf(url).name,
    summary: 'removed from the destination',
    marks: attempts
      .filter((attempt) => attempt.url === url)
      .map((attempt, index) => pastMark(attempt, index + 1)),
  }));
}

// A row's text: what happened at its webhook, and what comes next.

/** `503 × 7`, `404 after 2.1 ms`, `accepted on attempt 2`; empty without attempts. */
function resultOf(attempts: readonly Attempt[]): string {
  const last = acceptedOf(attempts) ?? attempts.at(-1);
  if (last === undefined) return '';
  const word = last.result.outcome === 'accepted' ? 'accepted' : outcomeLabel(last);
  if (attempts.length === 1)
    return last.result.outcome === 'accepted' || last.result.outcome === 'refused'
      ? `${word} after ${formatLatency(last.timings.totalMs)}`
      : word;
  if (attempts.every((attempt) => outcomeLabel(attempt) === word))
    return `${word} × ${attempts.length}`;
  return `${word} on attempt ${attempts.indexOf(last) + 1}`;
}

const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(', ');

function rowSummary(
  { webhooks }: DeliveryDetail,
  webhook: WebhookProgress,
  attempts: readonly Attempt[],
  planned: readonly TimelineMark[],
): string {
  const result = resultOf(attempts);
  const code = webhook.lastResult?.code;
  const expected = planned.find(({ kind }) => kind === 'expected');
  const [next] = planned;
  switch (webhook.state) {
    case 'blocked':
      return code == null ? 'blocked' : `blocked: ${codeLabel(code)}`;
    case 'skipped':
      return joined(result, 'missed');
    case 'cancelled':
      return result || 'not sent';
    case 'refused':
      // The header says it of the only URL.
      return joined(result, webhooks.length > 1 ? 'not retried' : '');
    case 'gave_up':
      return joined(result, 'gave up');
    default:
      if (expected !== undefined) return joined(result, `expected ${formatTime(expected.at)}`);
      return joined(
        result || 'not sent yet',
        next === undefined ? '' : `next ${formatTime(next.at)}`,
      );
  }
}

/** Which response stopped this webhook (spec 4.1 rule 1). */
function missedText(final: Attempt | undefined, factsOf: FactsOf): string {
  const webhookText =
    final === undefined
      ? 'another URL finished it'
      : `${factsOf(final.url).name} returned ${outcomeLabel(final)}`;
  return `missed: ${webhookText}`;
}

function cancelledText({ state, canUndoCancel, deletion }: DeliveryDetail): string {
  if (state !== 'cancelled') return 'cancelled: removed from the destination';
  if (canUndoCancel) return 'cancelled manually';
  return `cancelled: ${deletion?.cancelled === true ? 'user' : 'destination'} deleted`;
}

function rowNote(
  delivery: DeliveryDetail,
  webhook: WebhookProgress,
  factsOf: FactsOf,
): TimelineRow['note'] {
  if (webhook.state === 'skipped')
    return { text: missedText(finalOf(currentAttempts(delivery)), factsOf), tone: 'warn' };
  if (webhook.state === 'cancelled') return { text: cancelledText(delivery), tone: 'neutral' };
  return undefined;
}

// An earlier window as rows: past attempts only.

function earlierRow(
  url: string,
  window: readonly Attempt[],
  stopper: Attempt | undefined,
  factsOf: FactsOf,
): TimelineRow {
  const { name, outage } = factsOf(url);
  const webhookAttempts = window.filter((attempt) => attempt.url === url);
  const isMissed = stopper !== undefined && acceptedOf(webhookAttempts) === undefined;
  return {
    id: url,
    name,
    summary: resultOf(webhookAttempts),
    ...(isMissed && {
      note: { text: missedText(stopper, factsOf), tone: 'warn' },
      missedFrom: stopper.startedAt,
    }),
    outage: outageShown(outage, webhookAttempts),
    marks: webhookAttempts.map((attempt, index) => pastMark(attempt, index + 1)),
  };
}

export function earlierTimeline(
  { webhooks, destination }: Pick<DeliveryDetail, 'webhooks' | 'destination'>,
  window: readonly Attempt[],
  factsOf: FactsOf = onlyName,
): DeliveryTimeline {
  const times = window.map(({ startedAt }) => startedAt);
  const startAt = Math.min(...times);
  const stopper = destination.fanOut === 'any' ? acceptedOf(window) : undefined;
  const sentTo = new Set(window.map(({ url }) => url));
  const present = webhooks.map(({ url }) => url).filter((url) => sentTo.has(url));
  return {
    startAt,
    endAt: Math.max(startAt + plannedMs(destination.backoff), ...times),
    rows: [...new Set([...present, ...sentTo])].map((url) =>
      earlierRow(url, window, stopper, factsOf),
    ),
  };
}
