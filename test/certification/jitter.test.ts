/** The check of random delays, of a sender whose clock is set: it sees only in which fifth of its range a delay ends. */
import { expect, it } from 'vitest';
import type { CheckContext } from '#main/certification/sender/checks/check.ts';
import { jitter } from '#main/certification/sender/checks/jitter.ts';
import { jitterSteps } from '#main/certification/sender/expected.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';

const earliestMs = 30_000;
const latestMs = 90_000;

/** `positions` are from 0 to 1, within the range of a delay. */
function outcomeOf(positions: readonly number[]): string {
  const attempts = positions.map((_, index) => ({
    ...{ number: index + 1, isComplete: true, startDelayMs: 0, endDelayMs: 0, startedAt: 0 },
    response: { kind: 'status', status: 500, retryAfterMs: null, afterMs: 0 },
  }));
  const transitions = positions.map((position, index) => {
    const seen = Math.ceil(position * jitterSteps) / jitterSteps;
    const gapMs = earliestMs + (latestMs - earliestMs) * seen;
    const expected = { retry: 'required', earliestMs, latestMs, likelyMs: [] };
    return { attempt: attempts[index], expected, state: 'on_time', gapMs, dueAt: [] };
  });
  const message = { number: 1, case: 'server_error', attempts };
  return jitter({
    observation: { messages: [message], hasClock: true },
    transitions: new Map([[1, transitions]]),
  } as unknown as CheckContext).outcome;
}

const random = (count: number, seed: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => seededFraction(seed, index));

it.each([10, 17, 30, 69, 100])('passes a sender with %i random delays', (count) => {
  const outcomes = Array.from({ length: 10_000 }, (_, seed) => outcomeOf(random(count, seed)));
  expect(outcomes.filter((outcome) => outcome !== 'passed').length).toBeLessThanOrEqual(1);
});

it.each([10, 30, 100])('fails a sender with %i equal delays', (count) => {
  expect(outcomeOf(Array(count).fill(0.5))).toBe('failed');
});

it('judges no fewer than ten', () => {
  expect(outcomeOf(Array(9).fill(0.5))).toBe('not_observed');
});
