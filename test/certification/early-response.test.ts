/** A slow success that a sender, whose clock is set, gets before its clock shows the planned time. */
import { expect, it } from 'vitest';
import { type Attempt, type Message, triesOf } from '#main/certification/sender/observation.ts';
import { responseTo } from '#main/certification/sender/responses.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

const profile = profileOf({ profile: 'svix' });
const response = responseTo('slow_accept', profile, 1, false);
const plannedMs = response.kind === 'status' ? response.afterMs : 0;

it.each([
  [plannedMs, false],
  [plannedMs - 2_000, true],
])('after %i ms of its time: is tried again: %s', (waitedMs, isTriedAgain) => {
  const attempt = {
    ...{ number: 1, isComplete: true, startDelayMs: 0, endDelayMs: 0, wasClosedBySender: false },
    ...{ startedAt: 0, endedAt: waitedMs, response },
  } as Attempt;
  const message = { number: 1, case: 'slow_accept', attempts: [attempt] } as unknown as Message;
  const times = { now: waitedMs, hasClock: true, restart: null };
  const tries = triesOf(profile, { messages: [message], ...times });
  expect(tries.find(({ name }) => name === 'slow_accept')?.needsMessage).toBe(isTriedAgain);
});
