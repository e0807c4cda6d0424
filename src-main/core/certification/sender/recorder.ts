/** The messages and attempts seen so far. */
import { profileOf } from '#shared/profiles/profiles.ts';
import {
  casesOf,
  type SenderCase,
  type SenderCertificationRequest,
} from '#shared/schemas/sender-certification.ts';
import { findMessage } from './identify.ts';
import type { Attempt, Message } from './observation.ts';
import type { RequestFacts } from './request-facts.ts';
import { responseTo } from './responses.ts';
import { createShownRequests } from './shown-request.ts';

/** A sender that never stops must not fill the memory. Retries of known messages are still recorded. */
const maxMessages = 200;
const maxAttempts = 5_000;

interface Arrival {
  readonly facts: RequestFacts;
  readonly marker: string | null;
  readonly isGone: boolean;
  readonly startedAt: number;
  readonly realStartedAt: number;
}

export interface Recorded {
  readonly number: number;
  readonly attempt: Attempt;
}

export function createRecorder(request: SenderCertificationRequest, changed: () => void) {
  const profile = profileOf(request);
  const showRequest = createShownRequests(request);
  const cases = casesOf(profile).filter((name) => name !== 'gone');
  const messages: Message[] = [];
  let attempts = 0;

  const nextCase = (): SenderCase | null =>
    cases.find((name) => messages.every((message) => message.case !== name)) ?? null;

  function put(message: Message): void {
    messages[message.number - 1] = message;
    changed();
  }

  return {
    messages: (): readonly Message[] => messages,
    /** Null beyond the limits. */
    record({ facts, marker, isGone, startedAt, realStartedAt }: Arrival): Recorded | null {
      const known = findMessage(messages, { ...facts, marker, isGone });
      if (attempts >= maxAttempts || (known === undefined && messages.length >= maxMessages))
        return null;
      attempts += 1;
      const message: Message = known ?? {
        number: messages.length + 1,
        case: isGone ? 'gone' : nextCase(),
        marker,
        attempts: [],
      };
      const number = message.attempts.length + 1;
      const attempt: Attempt = {
        ...facts,
        number,
        startedAt,
        realStartedAt,
        endedAt: null,
        realEndedAt: null,
        wasClosedBySender: false,
        response: responseTo(message.case, profile, number),
        cause: null,
        shown: showRequest(facts),
      };
      put({ ...message, attempts: [...message.attempts, attempt] });
      return { number: message.number, attempt };
    },
    /** Adds what became known of an attempt. */
    update(
      { number, attempt }: Recorded,
      change: Partial<Pick<Attempt, 'endedAt' | 'realEndedAt' | 'wasClosedBySender' | 'cause'>>,
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
