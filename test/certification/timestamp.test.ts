/** The check of timestamps, of a sender whose clock is set: it may have sent at any time since the last setting. */
import { expect, it } from 'vitest';
import type { CheckContext } from '#main/certification/sender/checks/check.ts';
import { timestamp } from '#main/certification/sender/checks/signature.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

const now = Date.UTC(2026, 0, 1);

const outcomeOf = (ageMs: number, clockStepMs: number): string =>
  timestamp({
    profile: profileOf({ profile: 'svix' }),
    observation: {
      messages: [
        {
          number: 1,
          attempts: [
            { number: 1, startedAt: now, receivedAt: now, timestamp: now - ageMs, clockStepMs },
          ],
        },
      ],
    },
  } as unknown as CheckContext).outcome;

it.each([
  [300_000, 0, 'passed'],
  [600_000, 0, 'failed'],
  [600_000, 1_440_000, 'passed'],
  [1_800_000, 1_440_000, 'failed'],
])('%i ms old, after a step of %i ms: %s', (ageMs, clockStepMs, outcome) => {
  expect(outcomeOf(ageMs, clockStepMs)).toBe(outcome);
});
