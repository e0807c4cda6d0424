/** No attempt before its time, after its window, after the last one, or left out. */

import { compactDuration, formatOffset } from '#shared/kit/duration.ts';
import { retryDelayMs } from '#shared/profiles/backoff.ts';
import { failedAt, type Outcome, passedAt } from '../expect/outcome.ts';
import { countText, recordName } from '../expect/report-text.ts';
import { crashesOf, isDuring, type StepSpan } from '../expect/step-spans.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  HistoryIndex,
  SubjectRecord,
} from '../history/history-index.ts';
import { type EngineObservations, isRetried, type RunFacts } from '../run-facts.ts';

interface Violation {
  readonly at: number;
  readonly text: string;
  readonly about: SubjectRecord | null;
}

/** Why an attempt of the schedule should not have started when it did. */
function attemptProblem(
  attempt: AttemptRecord,
  before: AttemptRecord | undefined,
  { retry, facts, crashes }: { retry: number; facts: RunFacts; crashes: readonly StepSpan[] },
): string | null {
  const { startedAt, windowEndsAt, byUser } = attempt.event;
  if (windowEndsAt !== null && startedAt > windowEndsAt)
    return `${compactDuration(startedAt - windowEndsAt)} after its retry window`;
  if (before === undefined || byUser || isDuring(crashes, before.event.at, startedAt)) return null;
  if (!isRetried(facts, before)) return `attempted after it was ${before.event.outcome}`;
  if (attempt.event.attempt <= before.event.attempt)
    return `attempt ${attempt.event.attempt} after attempt ${before.event.attempt}`;
  if (attempt.event.attempt > before.event.attempt + 1)
    return `attempt ${attempt.event.attempt} follows attempt ${before.event.attempt}`;
  const backoff = facts.destinations.find(
    ({ name }) => name === attempt.event.destination,
  )?.backoff;
  const soonest = backoff === undefined ? 0 : (retryDelayMs(backoff, retry, 1) ?? 0);
  const waited = startedAt - before.event.at;
  return waited < soonest
    ? `${compactDuration(waited)} after the previous attempt, at least ${compactDuration(soonest)} expected`
    : null;
}

/** Of one webhook. A retry of the user starts a new window. */
function attemptViolations(
  attempts: readonly AttemptRecord[],
  facts: RunFacts,
  crashes: readonly StepSpan[],
): readonly Violation[] {
  let first = 0;
  return attempts.flatMap((attempt, index) => {
    const before = attempts[index - 1];
    if (attempt.event.byUser || before?.event.windowEndsAt !== attempt.event.windowEndsAt)
      first = index;
    const problem = attemptProblem(attempt, before, {
      retry: Math.max(1, index - first),
      facts,
      crashes,
    });
    if (problem === null) return [];
    const { startedAt: at } = attempt.event;
    const text = `${recordName(attempt)} (${formatOffset(at)}): ${problem}`;
    return [{ at, text, about: attempt }];
  });
}

/** Attempts before the planned time, and planned ones that were not made. */
function planViolations(
  { versions, attempts }: DeliveryRecord,
  crashes: readonly StepSpan[],
): readonly Violation[] {
  return versions.flatMap((version, index): readonly Violation[] => {
    const { nextAt: planned, at, state, attempts: made, messageId } = version.event;
    const after = versions[index + 1]?.event;
    if (planned === null || state !== 'waiting' || made === 0 || after === undefined) return [];
    const isByUser = ({ event: { startedAt } }: AttemptRecord): boolean =>
      attempts.some(({ event }) => event.byUser && event.startedAt === startedAt);
    const early = attempts.find(
      (attempt) =>
        attempt.event.startedAt > at &&
        attempt.event.startedAt < planned &&
        attempt.event.startedAt <= after.at &&
        !isByUser(attempt),
    );
    if (early !== undefined) {
      const { startedAt } = early.event;
      const text = `${recordName(early)} (${formatOffset(startedAt)}): scheduled for ${formatOffset(planned)}`;
      return [{ at: startedAt, text, about: early }];
    }
    const isSkipped =
      after.state === 'waiting' &&
      after.attempts === made &&
      after.nextAt !== null &&
      after.nextAt > planned &&
      after.at >= planned &&
      !isDuring(crashes, at, after.at);
    if (!isSkipped) return [];
    const text = `${messageId}: the attempt scheduled for ${formatOffset(planned)} did not start`;
    return [{ at: planned, text, about: version }];
  });
}

export function checkSchedule(
  history: HistoryIndex,
  facts: RunFacts,
  _: EngineObservations,
): Outcome {
  const crashes = crashesOf(history, facts);
  const violations = history.deliveries
    .flatMap((delivery) => [
      ...[...Map.groupBy(delivery.attempts, ({ event }) => event.webhook).values()].flatMap(
        (attempts) => attemptViolations(attempts, facts, crashes),
      ),
      ...planViolations(delivery, crashes),
    ])
    .sort((a, b) => a.at - b.at);
  const [first] = violations;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(facts.now, {
    expected: 'each attempt on schedule, within its retry window',
    found: `${countText(violations.length, 'violation')}; the first is ${first.text}`,
    about: first.about,
  });
}
