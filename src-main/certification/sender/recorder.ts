/** The messages and attempts seen so far. */

import type { SenderCertificationRequest } from '#shared/certification/sender.ts';
import type { SenderCase } from '#shared/certification/sender-checks.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { findMessage } from './identify.ts';
import { type Attempt, firstComplete, type Message, type Restart, triesOf } from './observation.ts';
import type { RequestFacts } from './request-facts.ts';
import { responseTo } from './responses.ts';

/** A sender that never stops must not fill the memory. Retries of known messages are still recorded. */
const maxMessages = 200;
const maxAttempts = 5_000;
/** Only of these is the request kept as reports show it. */
const maxShown = 100;

interface Arrival {
  readonly facts: RequestFacts;
  readonly marker: string | null;
  readonly isGone: boolean;
  readonly startedAt: number;
  readonly receivedAt: number;
  readonly clockStepMs: number;
  readonly realStartedAt: number;
  readonly startDelayMs: number;
}

export interface Recorded {
  readonly number: number;
  readonly attempt: Attempt;
}

interface RecorderOptions {
  readonly request: SenderCertificationRequest;
  /** Whether the message after an accepted one is that of a restart. */
  readonly hasRestart: boolean;
  readonly changed: () => void;
}

export function createRecorder({ request, hasRestart, changed }: RecorderOptions) {
  const profile = profileOf(request);
  const hasClock = request.clockUrl !== undefined;
  const messages: Message[] = [];
  let attempts = 0;
  let restart: Restart | null = null;

  /** What has not been tried yet comes first. */
  function nextCase(now: number): SenderCase | null {
    const needed = triesOf(profile, { messages, now, hasClock, restart }).filter(
      ({ name, needsMessage }) => needsMessage && name !== 'gone',
    );
    const isDelivered = needed.every(({ name }) => name !== 'accept');
    const isRestarted = messages.some((message) => message.case === 'restart');
    if (hasRestart && !isRestarted) return isDelivered ? 'restart' : 'accept';
    return (needed.find(({ count }) => count === 0) ?? needed[0])?.name ?? null;
  }

  function put(message: Message): void {
    messages[message.number - 1] = message;
    changed();
  }

  return {
    messages: (): readonly Message[] => messages,
    restart: (): Restart | null => restart,
    setRestart(value: Restart): void {
      restart = value;
      changed();
    },
    /** Null beyond the limits. */
    record({ facts, marker, isGone, ...start }: Arrival): Recorded | null {
      const known = findMessage(profile, messages, { ...facts, ...start, marker, isGone });
      if (attempts >= maxAttempts || (known === undefined && messages.length >= maxMessages))
        return null;
      attempts += 1;
      const before: Message = known ?? {
        ...{ number: messages.length + 1, isGone, case: null, marker: null, attempts: [] },
      };
      const isFirst = facts.isComplete && firstComplete(before) === undefined;
      const message: Message = {
        ...before,
        case: isFirst ? (isGone ? 'gone' : nextCase(start.startedAt)) : before.case,
        marker: before.marker ?? marker,
      };
      const number = message.attempts.length + 1;
      const responses = message.attempts.filter(({ isComplete }) => isComplete).length;
      const attempt: Attempt = {
        ...facts,
        ...start,
        number,
        endedAt: null,
        realEndedAt: null,
        endDelayMs: 0,
        wasClosedBySender: false,
        response: facts.isComplete
          ? responseTo(message.case, profile, responses + 1, restart?.realStartedAt != null)
          : { kind: 'reset' },
        cause: null,
        shown: attempts > maxShown ? null : facts.shown,
      };
      put({ ...message, attempts: [...message.attempts, attempt] });
      return { number: message.number, attempt };
    },
    /** Adds what became known of an attempt. */
    update(
      { number, attempt }: Recorded,
      change: Partial<
        Pick<Attempt, 'endedAt' | 'realEndedAt' | 'endDelayMs' | 'wasClosedBySender' | 'cause'>
      >,
    ): void {
      const message = messages[number - 1];
      if (message === undefined) return;
      put({
        ...message,
        attempts: message.attempts.map((of) =>
          of.number === attempt.number ? { ...of, ...change } : of,
        ),
      });
    },
  };
}
