/** The check that delays are random: without it, all senders of an outage retry at the same time. */
import { jitterSteps } from '../expected.ts';
import { type Check, evidenceOf, failed, notObserved, passed } from './check.ts';
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

/** Of what a delay may be wrong because this process was late. */
const maxDelayPart = 0.1;

export const jitter: Check = ({ observation, transitions }) => {
  const scheduled = observation.messages.filter((message) => message.case !== 'restart');
  const delays = scheduled.flatMap((message) =>
    (transitions.get(message.number) ?? []).flatMap((transition) => {
      const { attempt, expected, state, gapMs } = transition;
      const { response } = attempt;
      const rangeMs = expected.latestMs - expected.earliestMs;
      const next = message.attempts[attempt.number];
      const delayMs = Math.max(attempt.endDelayMs, next?.startDelayMs ?? 0);
      const isMeasured = attempt.isComplete && state === 'on_time' && gapMs !== null && rangeMs > 0;
      const isAsked = response.kind === 'status' && response.retryAfterMs !== null;
      if (!isMeasured || isAsked || delayMs > rangeMs * maxDelayPart) return [];
      const position = (gapMs - expected.earliestMs) / rangeMs;
      return [{ position, gapMs, evidence: evidenceOf(message, attempt, gapText(transition)) }];
    }),
  );
  const resolution = observation.hasClock ? 1 / jitterSteps : measured;
  const needed = minCount(resolution);
  if (delays.length < needed)
    return notObserved(
      `${delays.length} of ${needed} delays that are needed to see a random part.`,
    );
  const positions = delays.map(({ position }) => position);
  const spread = Math.max(...positions) - Math.min(...positions);
  // Each delay may lie anywhere between the position that is seen and the one before.
  const part = Math.min(1, spread + resolution);
  if (part >= 1 || chanceOf(delays.length, part) >= maxChance)
    return passed(`${delays.length} delays differ at random.`);
  const range = delays.map(({ gapMs }) => gapMs);
  return failed(
    `${delays.length} delays have no random part: the shortest is ${duration(Math.min(...range))}.`,
    delays.map(({ evidence }) => evidence),
  );
};
