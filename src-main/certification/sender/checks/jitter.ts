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

/** How rarely a sender with random delays may be accused. */
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
  readonly gapMs: number;
  /** Where in its range it ended, from 0 to 1. */
  readonly position: number;
  /** The same, if this process saw it late. */
  readonly earliest: number;
  readonly latest: number;
  /** How late this process was, in milliseconds, and how late it may be for the position to be exact. */
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
      const rangeMs = expected.latestMs - expected.earliestMs;
      const isMeasured = isComplete && state === 'on_time' && gapMs !== null && rangeMs > 0;
      const isAsked = response.kind === 'status' && response.retryAfterMs !== null;
      if (!isMeasured || isAsked) return [];
      const startDelayMs = message.attempts[attempt.number]?.startDelayMs ?? 0;
      const partOf = (ms: number): number => (ms - expected.earliestMs) / rangeMs;
      return [
        {
          ...{ gapMs, position: partOf(gapMs) },
          earliest: partOf(gapMs - startDelayMs),
          latest: partOf(gapMs + (attempt.wasClosedBySender ? attempt.endDelayMs : 0)),
          delayMs: Math.max(attempt.endDelayMs, startDelayMs),
          toleranceMs: rangeMs * maxDelayPart,
          evidence: evidenceOf(message, attempt, gapText(transition)),
        },
      ];
    }),
  );
}

/**
 * Whether so many random delays may lie this close together. Each of them may lie anywhere between the position that is
 * seen and the one before.
 */
function isLikely(count: number, spread: number, resolution: number): boolean {
  const part = Math.min(1, spread + resolution);
  return part >= 1 || chanceOf(count, part) >= maxChance;
}

/**
 * On a busy machine, a sender may be late, too, by an unknown time. That makes delays longer, so only a spread over this
 * part of the range shows random ones.
 */
const busySpread = 0.5;

const spreadOf = (starts: readonly number[], ends: readonly number[]): number =>
  Math.max(...ends) - Math.min(...starts);

export const jitter: Check = (context): Judgment => {
  const resolution = context.observation.hasClock ? 1 / jitterSteps : measured;
  const needed = minCount(resolution);
  const delays = delaysOf(context);
  const exact = delays.filter(({ delayMs, toleranceMs }) => delayMs <= toleranceMs);
  const missing = notObserved(
    `${exact.length} of ${needed} delays that are needed to see a random part.`,
  );
  if (delays.length < needed) return missing;
  const positions = exact.map(({ position }) => position);
  const isRandom =
    exact.length < needed || isLikely(exact.length, spreadOf(positions, positions), resolution);
  const range = exact.map(({ gapMs }) => gapMs);
  if (!isRandom)
    return failed(
      `${exact.length} delays have no random part: the shortest is ${duration(Math.min(...range))}.`,
      exact.map(({ evidence }) => evidence),
    );
  const late = delays.find((delay) => !exact.includes(delay));
  const leastSpread = spreadOf(
    delays.map(({ latest }) => latest),
    // Beyond the range, it is late.
    delays.map(({ earliest }) => Math.min(1, earliest)),
  );
  return late === undefined || leastSpread >= busySpread
    ? passed(`${delays.length} delays differ at random.`)
    : { ...missing, disturbance: late };
};
