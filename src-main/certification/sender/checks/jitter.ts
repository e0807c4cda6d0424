/** The check that delays are random: without it, all senders of an outage retry at the same time. */
import type { SenderEvidence } from '#shared/certification/sender.ts';
import { jitterSteps } from '../expected.ts';
import {
  type Check,
  type CheckContext,
  evidenceOf,
  failed,
  type Judgment,
  notObserved,
  passed,
} from './check.ts';
import { duration, gapText } from './retries.ts';

/**
 * How rarely a sender with random delays may be accused. Several groups are judged, but `chanceOf` takes the spread plus the
 * resolution, so it overstates the chance of each.
 */
const maxChance = 1e-5;

/** The part of the range within which equal delays may seem to differ: measured, or by the steps of a clock. */
const measured = 0.05;

/** The chance that `count` random delays all lie within this part of their range. */
const chanceOf = (count: number, part: number): number =>
  count * part ** (count - 1) - (count - 1) * part ** count;

function minCount(part: number): number {
  let count = 2;
  while (chanceOf(count, part) >= maxChance) count += 1;
  return count;
}

interface Delay {
  /**
   * Equal for the same retry of different messages: a fixed delay is the same in each of them. After a timeout it may be
   * another one, such as if it is counted from the start of the attempt.
   */
  readonly retry: string;
  readonly gapMs: number;
  /** Where in its range it ended, from 0 to 1. */
  readonly position: number;
  /** The same, if this process saw it late. */
  readonly earliest: number;
  readonly latest: number;
  /** Whether this process was so little late that the position is exact. */
  readonly isExact: boolean;
  readonly delayMs: number;
  readonly toleranceMs: number;
  readonly evidence: SenderEvidence;
}

/** The largest part of the range by which an exact delay may be wrong. */
const maxDelayPart = 0.1;

function delaysOf({ observation, transitions }: CheckContext): readonly Delay[] {
  const scheduled = observation.messages.filter((message) => message.case !== 'restart');
  return scheduled.flatMap((message) =>
    (transitions.get(message.number) ?? []).flatMap((transition) => {
      const { attempt, expected, state, gapMs } = transition;
      const { response, isComplete } = attempt;
      const { earliestMs, latestMs } = expected;
      const rangeMs = latestMs - earliestMs;
      const isMeasured = isComplete && state === 'on_time' && gapMs !== null && rangeMs > 0;
      const isAsked = response.kind === 'status' && response.retryAfterMs !== null;
      if (!isMeasured || isAsked) return [];
      const startDelayMs = message.attempts[attempt.number]?.startDelayMs ?? 0;
      const partOf = (ms: number): number => (ms - earliestMs) / rangeMs;
      const delayMs = Math.max(attempt.endDelayMs, startDelayMs);
      const toleranceMs = rangeMs * maxDelayPart;
      return [
        {
          retry: JSON.stringify([
            attempt.number,
            response.kind === 'no_response',
            earliestMs,
            latestMs,
          ]),
          ...{ gapMs, position: partOf(gapMs) },
          earliest: partOf(gapMs - startDelayMs),
          latest: partOf(gapMs + (attempt.wasClosedBySender ? attempt.endDelayMs : 0)),
          ...{ isExact: delayMs <= toleranceMs, delayMs, toleranceMs },
          evidence: evidenceOf(message, attempt, gapText(transition)),
        },
      ];
    }),
  );
}

const spreadOf = (starts: readonly number[], ends: readonly number[]): number =>
  Math.max(...ends) - Math.min(...starts);

const exactIn = (delays: readonly Delay[]): readonly Delay[] =>
  delays.filter(({ isExact }) => isExact);

/**
 * Whether random delays would hardly ever lie this close together. Each of them may lie anywhere between the position that
 * is seen and the one before.
 */
function areEqual(delays: readonly Delay[], resolution: number): boolean {
  const positions = delays.map(({ position }) => position);
  const part = spreadOf(positions, positions) + resolution;
  return part < 1 && chanceOf(delays.length, part) < maxChance;
}

/**
 * On a busy machine, a sender may be late, too, by an unknown time. That makes delays longer, so only a spread over this
 * part of the range shows random ones.
 */
const busySpread = 0.5;

/** On a quiet one, fixed delays lie closer together than this, also if they lie on both sides of a step of a clock. */
const quietSpread = 1.25 / jitterSteps;

/** Fewer delays of the same retry often lie close together although they are random. */
const minGroup = 5;

/** Whether delays after the same retry differ by more than a sender, or this process, may be late. */
function differ(delays: readonly Delay[]): boolean {
  const least = spreadOf(
    delays.map(({ latest }) => latest),
    // Beyond the range, it is late.
    delays.map(({ earliest }) => Math.min(1, earliest)),
  );
  const needed = exactIn(delays).length === delays.length ? quietSpread : busySpread;
  return least >= needed;
}

export const jitter: Check = (context): Judgment => {
  const resolution = context.observation.hasClock ? 1 / jitterSteps : measured;
  const needed = minCount(resolution);
  const delays = delaysOf(context);
  const byRetry = [...Map.groupBy(delays, ({ retry }) => retry).values()];
  // A sender may use the same place of each range, or a place of its own for each retry.
  const equal = [delays, ...byRetry].map(exactIn).find((group) => areEqual(group, resolution));
  if (equal !== undefined)
    return failed(
      `${equal.length} delays have no random part: the shortest is ${duration(Math.min(...equal.map(({ gapMs }) => gapMs)))}.`,
      equal.map(({ evidence }) => evidence),
    );
  const groups = byRetry.filter((group) => group.length >= minGroup);
  if (delays.length >= needed && groups.some(differ))
    return passed(`${delays.length} delays differ at random.`);
  const late = delays.find(({ isExact }) => !isExact);
  if (delays.length < needed)
    return notObserved(
      `Saw ${delays.length} of the ${needed} delays needed to tell if they are random.`,
    );
  const missing = notObserved(
    groups.length === 0
      ? `Needs ${minGroup} delays of the same retry.`
      : 'Delays of the same retry are too close together to tell if they are random.',
  );
  return late === undefined ? missing : { ...missing, disturbance: late };
};
