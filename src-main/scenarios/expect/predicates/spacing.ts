/** `spacing`: the time from the end of an attempt to the start of the next one. */

import { compactDuration, formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import { minDelayMs, retryDelayMs, withRetryAfter } from '#shared/profiles/backoff.ts';
import {
  type AttemptRecord,
  deliveryOf,
  type HistoryIndex,
  type SubjectRecord,
} from '../../history/history-index.ts';
import type { RunFacts } from '../../run-facts.ts';
import type { Range, SubjectPlan } from '../plan.ts';
import { isWithin, spanText } from '../report-text.ts';
import { nothingFound, type Predicate } from './predicate.ts';

interface Gap {
  /** The attempt or request after the gap. */
  readonly name: string;
  readonly at: number;
  readonly ms: number;
  readonly allowed: Range;
  readonly record: SubjectRecord;
}

/** All attempts of a round: with several webhooks, the next round is planned from its last response. */
export function nextGap(
  { event }: AttemptRecord,
  history: HistoryIndex,
  facts: RunFacts,
  spacing: 'backoff' | Range,
): Gap | null {
  const delivery = deliveryOf(history, event.messageId, event.destination);
  if (delivery === null || event.copiedBy !== null) return null;
  const windowAttempts = delivery.attempts.filter(
    (attempt) => attempt.event.windowEndsAt === event.windowEndsAt,
  );
  const webhookAttempts = windowAttempts.filter(
    (attempt) => attempt.event.webhook === event.webhook,
  );
  const index = webhookAttempts.findIndex((attempt) => attempt.event === event);
  const record = webhookAttempts[index + 1];
  if (record === undefined || index < 0) return null;
  const next = record.event;
  const destination = facts.destinations.find(({ name }) => name === event.destination);
  // With fan-out "any", a round is planned from its last response.
  const round = windowAttempts.filter(
    (attempt) => destination?.fanOut === 'any' && attempt.event.attempt === event.attempt,
  );
  const last = [event, ...round.map((attempt) => attempt.event)].reduce((a, b) =>
    b.at >= a.at ? b : a,
  );
  const ms = next.startedAt - last.at;
  const name = `${event.messageId}, attempt ${next.attempt}`;
  const gap = { name, at: next.startedAt, ms, record };
  if (spacing !== 'backoff') return { ...gap, allowed: spacing };
  if (destination === undefined) return null;
  const retry = index + 1;
  const fraction = facts.jitterFraction(event.messageId, event.destination, retry);
  const minMs = minDelayMs(destination, {
    status: last.status,
    isTimeout: last.code === 'timeout',
  });
  const planned = (part: number): number =>
    withRetryAfter(
      destination.retryAfter,
      retryDelayMs(destination.backoff, retry, part, minMs) ?? 0,
      last.retryAfterMs ?? null,
    );
  return {
    ...gap,
    allowed: {
      min: planned(fraction ?? 1),
      max: planned(fraction ?? 0) + facts.resolutionMs - 1,
    },
  };
}

export function createSpacing(
  spacing: NonNullable<SubjectPlan['spacing']>,
  history: HistoryIndex,
  facts: RunFacts,
): Predicate {
  /** By message and mock endpoint. */
  const arrivals = new Map<string, SubjectRecord & { readonly kind: 'request' }>();
  const violations: Gap[] = [];
  let gapCount = 0;

  function check(gap: Gap | null): void {
    if (gap === null) return;
    gapCount += 1;
    if (!isWithin(gap.allowed, gap.ms)) violations.push(gap);
  }

  function requestGap(record: SubjectRecord & { readonly kind: 'request' }): Gap | null {
    const { messageId, mock, at } = record.event;
    const key = `${messageId}\n${mock}`;
    const before = arrivals.get(key);
    arrivals.set(key, record);
    if (before === undefined || spacing === 'backoff') return null;
    const name = `${messageId}, request at ${mock}`;
    return { name, at, ms: at - before.event.at, allowed: spacing, record };
  }

  return {
    add(record) {
      if (record.kind === 'attempt') check(nextGap(record, history, facts, spacing));
      else if (record.kind === 'request' && record.message !== null) check(requestGap(record));
    },
    holds: () => gapCount > 0 && violations.length === 0,
    isEmpty: () => gapCount === 0,
    finding() {
      const [first] = violations;
      if (first === undefined) return nothingFound('no delivery was attempted twice');
      return {
        found: `${formatCount(violations.length)} of ${formatCount(gapCount)} delays; the first is ${compactDuration(first.ms)} before ${first.name} (${formatOffset(first.at)}), expected ${spanText(first.allowed)}`,
        about: first.record,
        misses: null,
      };
    },
  };
}
