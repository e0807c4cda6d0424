/** The check of random delays, of a sender whose clock is set: it sees only in which tenth of its range a delay ends. */
import { describe, expect, it } from 'vitest';
import type { CheckContext } from '#main/certification/sender/checks/check.ts';
import { jitter } from '#main/certification/sender/checks/jitter.ts';
import { jitterSteps } from '#main/certification/sender/expected.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';

const earliestMs = 30_000;
const latestMs = 90_000;

/** `positions` are from 0 to 1, within the range of a delay: of each message, those of its retries. */
function outcomeOf(positions: readonly (readonly number[])[]): string {
  const messages = positions.map((ofMessage, index) => ({
    ...{ number: index + 1, case: 'server_error' },
    attempts: ofMessage.map((_, attempt) => ({
      ...{ number: attempt + 1, isComplete: true, startDelayMs: 0, endDelayMs: 0, startedAt: 0 },
      response: { kind: 'status', status: 500, retryAfterMs: null, afterMs: 0 },
    })),
  }));
  const transitions = messages.map(({ number, attempts }, index) => {
    const ofMessage = attempts.map((attempt, retry) => {
      const seen = Math.ceil((positions[index]?.[retry] ?? 0) * jitterSteps) / jitterSteps;
      const gapMs = earliestMs + (latestMs - earliestMs) * seen;
      const expected = { retry: 'required', earliestMs, latestMs, likelyMs: [] };
      return { attempt, expected, state: 'on_time', gapMs, dueAt: [] };
    });
    return [number, ofMessage] as const;
  });
  return jitter({
    observation: { messages, hasClock: true },
    transitions: new Map(transitions),
  } as unknown as CheckContext).outcome;
}

const random = (count: number, seed: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => seededFraction(seed, index));

const inMessages = (positions: readonly number[]): readonly (readonly number[])[] =>
  positions.map((position) => [position]);

it.each([7, 17, 30, 69, 100])('passes a sender with %i random delays', (count) => {
  const outcomes = Array.from({ length: 2_000 }, (_, seed) =>
    outcomeOf(inMessages(random(count, seed))),
  );
  expect(outcomes).not.toContain('failed');
  expect(outcomes.filter((outcome) => outcome !== 'passed').length).toBeLessThanOrEqual(5);
});

/** As a certification sees them: most messages are retried once, and one of them until its last attempt. */
it('passes a sender with few random delays of the same retry', () => {
  const outcomes = Array.from({ length: 10_000 }, (_, seed) => {
    const positions = random(14, seed);
    return outcomeOf([...inMessages(positions.slice(0, 6)), positions.slice(6)]);
  });
  expect(outcomes).not.toContain('failed');
  expect(outcomes.filter((outcome) => outcome !== 'passed').length).toBeLessThanOrEqual(40);
});

it.each([7, 30, 100])('fails a sender with %i equal delays', (count) => {
  expect(outcomeOf(inMessages(Array(count).fill(0.5)))).toBe('failed');
});

it('judges no fewer than seven', () => {
  expect(outcomeOf(inMessages(Array(6).fill(0.5)))).toBe('not_observed');
});

it.each([4, 8])('does not judge %i delays, each of another retry', (count) => {
  expect(outcomeOf([random(count, 1)])).toBe('not_observed');
});

it('does not pass fixed delays on both sides of a step of the clock', () => {
  const positions = Array.from(
    { length: 30 },
    (_, index) => 0.4 + (index % 2 === 0 ? -0.001 : 0.001),
  );
  expect(outcomeOf(inMessages(positions))).toBe('failed');
  expect(outcomeOf(inMessages(positions.slice(0, 7)))).toBe('not_observed');
});

describe('a sender whose delays are fixed, at another place of its range for each retry', () => {
  const fixed = [0.1, 0.9, 0.5, 0.3];

  it('fails', () => {
    expect(outcomeOf(Array(10).fill(fixed))).toBe('failed');
  });

  it.each([1, 5, 6])('does not pass with %i messages', (count) => {
    expect(outcomeOf(Array(count).fill(fixed))).toBe('not_observed');
  });
});
