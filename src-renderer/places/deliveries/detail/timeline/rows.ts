/** Past and scheduled attempts of a delivery as timeline rows. Pure. */

import type { TimelineMark, TimelineMarkKind, TimelineRow } from '#renderer/ui/timeline-rows.ts';
import { acceptedOf, currentAttempts, finalOf } from '#shared/deliveries/attempts.ts';
import type { Attempt, DeliveryDetail, WebhookProgress } from '#shared/deliveries/delivery.ts';
import { codeLabel, outcomeLabel, stateLabel, webhookName } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { type Backoff, scheduleMs, windowMsOf } from '#shared/profiles/backoff.ts';

export interface DeliveryTimeline {
  readonly startAt: number;
  readonly endAt: number;
  readonly rows: readonly TimelineRow[];
  /** Attempts in the current window, made and scheduled. */
  readonly made: number;
  readonly scheduled: number;
}

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

export function timelineOf(delivery: DeliveryDetail, now: number): DeliveryTimeline {
  const attempts = currentAttempts(delivery);
  const nextRoundAt = delivery.nextAttemptAt;
  const startAt = delivery.firstAttemptAt ?? nextRoundAt ?? delivery.createdAt;
  const windowEndsAt = delivery.windowEndsAt ?? Number.POSITIVE_INFINITY;
  const isWaiting = delivery.state === 'waiting' && !delivery.sending;

  const rowOf = (webhook: WebhookProgress): TimelineRow => {
    const webhookAttempts = attempts.filter(({ url }) => url === webhook.url);
    // With fan-out to each URL each webhook has its own schedule, else all follow the delivery's (D24).
    const nextAt = webhook.nextAttemptAt ?? nextRoundAt;
    const rounds =
      delivery.destination.fanOut === 'each' ? webhook.windowAttempts : roundsOf(delivery);
    const scheduled =
      isWaiting && isOpen(webhook) && nextAt !== null
        ? scheduledTimes(delivery, nextAt, rounds, startAt, windowEndsAt)
        : [];
    return {
      id: webhook.url,
      name: webhookName(webhook.url),
      summary: rowSummary(
        webhook,
        webhookAttempts.length,
        webhookAttempts.length + scheduled.length,
      ),
      note: rowNote(delivery, webhook),
      missedFrom: webhook.state === 'skipped' ? finalOf(attempts)?.startedAt : undefined,
      marks: [
        ...webhookAttempts.map((attempt, index) => pastMark(attempt, index + 1)),
        ...sendingMark(webhook, now),
        ...scheduled.map((at) => scheduledMark(webhook, at)),
      ],
    };
  };

  const rows = [...delivery.webhooks.map(rowOf), ...formerRows(delivery, attempts)];
  const scheduled = rows.flatMap((row) => row.marks).filter(({ kind }) => kind === 'scheduled');
  // Without a window, the time that attempts and Retry-After take moves the end.
  const plannedEnd = startAt + plannedMs(delivery.destination.backoff);
  const endAt = delivery.windowEndsAt ?? Math.max(plannedEnd, ...scheduled.map(({ at }) => at));
  return { startAt, endAt, rows, made: attempts.length, scheduled: scheduled.length };
}

function scheduledMark(webhook: WebhookProgress, at: number): TimelineMark {
  return {
    id: `scheduled ${webhook.url} ${at}`,
    at,
    kind: 'scheduled',
    word: 'scheduled',
    label: `Scheduled for ${formatTime(at)} unless one is accepted first`,
  };
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
): readonly TimelineRow[] {
  const present = new Set(webhooks.map(({ url }) => url));
  const former = [...new Set(attempts.map(({ url }) => url))].filter((url) => !present.has(url));
  return former.map((url) => ({
    id: url,
    name: webhookName(url),
    summary: 'removed from the destination',
    marks: attempts
      .filter((attempt) => attempt.url === url)
      .map((attempt, index) => pastMark(attempt, index + 1)),
  }));
}

// A row's text: the state of its webhook, and why no attempts follow.

function lastLabel({ lastStatus, lastResult }: WebhookProgress): string {
  if (lastStatus !== null) return String(lastStatus);
  return lastResult?.code == null ? '' : codeLabel(lastResult.code);
}

function countLabels(attemptCount: number, expected: number): string {
  if (expected > attemptCount) return `${attemptCount} of ~${expected}`;
  return attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`;
}

function rowSummary(webhook: WebhookProgress, attemptCount: number, expected: number): string {
  const last = lastLabel(webhook);
  switch (webhook.state) {
    case 'blocked':
      return last === '' ? 'blocked' : `blocked · ${last}`;
    case 'skipped':
      return attemptCount === 0
        ? 'missed'
        : `missed · ${last} · ${countLabels(attemptCount, attemptCount)}`;
    case 'cancelled':
      return 'cancelled';
    case 'refused':
    case 'gave_up':
      return [stateLabel(webhook.state), last, countLabels(attemptCount, attemptCount)]
        .filter((part) => part !== '')
        .join(' · ');
    default:
      return attemptCount === 0
        ? 'not sent yet'
        : `${last} · ${countLabels(attemptCount, expected)}`;
  }
}

/** Which response stopped this webhook (spec 4.1 rule 1). */
function missedText(final: Attempt | undefined): string {
  const webhookText =
    final === undefined
      ? 'another URL finished it'
      : `${webhookName(final.url)} returned ${outcomeLabel(final)}`;
  return `missed: ${webhookText}`;
}

function cancelledText({ state, canUndoCancel, deletion }: DeliveryDetail): string {
  if (state !== 'cancelled') return 'cancelled: removed from the destination';
  if (canUndoCancel) return 'cancelled manually';
  return `cancelled: ${deletion?.cancelled === true ? 'user' : 'destination'} deleted`;
}

function rowNote(delivery: DeliveryDetail, webhook: WebhookProgress): TimelineRow['note'] {
  const { state, destination } = delivery;
  if (webhook.state === 'skipped')
    return { text: missedText(finalOf(currentAttempts(delivery))), tone: 'warn' };
  if (webhook.state === 'cancelled') return { text: cancelledText(delivery), tone: 'neutral' };
  if (state === 'paused' && !destination.enabled)
    return { text: 'paused: destination disabled', tone: 'neutral' };
  return undefined;
}

// An earlier window as rows: past attempts only.

function rowOf(url: string, window: readonly Attempt[], stopper: Attempt | undefined): TimelineRow {
  const webhookAttempts = window.filter((attempt) => attempt.url === url);
  const last = webhookAttempts.at(-1);
  const isMissed = stopper !== undefined && acceptedOf(webhookAttempts) === undefined;
  return {
    id: url,
    name: webhookName(url),
    summary: `${last === undefined ? '' : outcomeLabel(last)} · ${countLabels(webhookAttempts.length, webhookAttempts.length)}`,
    ...(isMissed && {
      note: { text: missedText(stopper), tone: 'warn' },
      missedFrom: stopper.startedAt,
    }),
    marks: webhookAttempts.map((attempt, index) => pastMark(attempt, index + 1)),
  };
}

export function earlierTimeline(
  { webhooks, destination }: Pick<DeliveryDetail, 'webhooks' | 'destination'>,
  window: readonly Attempt[],
): DeliveryTimeline {
  const times = window.map(({ startedAt }) => startedAt);
  const startAt = Math.min(...times);
  const stopper = destination.fanOut === 'any' ? acceptedOf(window) : undefined;
  const sentTo = new Set(window.map(({ url }) => url));
  const present = webhooks.map(({ url }) => url).filter((url) => sentTo.has(url));
  return {
    startAt,
    endAt: Math.max(startAt + plannedMs(destination.backoff), ...times),
    rows: [...new Set([...present, ...sentTo])].map((url) => rowOf(url, window, stopper)),
    made: window.length,
    scheduled: 0,
  };
}
