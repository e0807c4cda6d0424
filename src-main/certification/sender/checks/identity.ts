/** Checks about which requests are the same message. */

import { bodyDifference } from '#main/signatures/difference.ts';
import type { SenderEvidence } from '#shared/certification/sender.ts';
import type { CaseResponse } from '../expected.ts';
import { type Attempt, firstComplete, type Message } from '../observation.ts';
import {
  type Check,
  caseOf,
  evidenceOf,
  failed,
  judgeEach,
  notObserved,
  passed,
  retriesOf,
} from './check.ts';
import { duration } from './retries.ts';

export const distinctIds: Check = ({ observation }) => {
  const ids = observation.messages.flatMap((message) => {
    const [first] = message.attempts;
    return first?.id == null ? [] : [{ message, attempt: first, id: first.id }];
  });
  if (ids.length < 2) return notObserved('Needs two messages with IDs.');
  const repeated = ids.filter(({ id }, index) => ids.findIndex((of) => of.id === id) < index);
  return repeated.length === 0
    ? passed(`${ids.length} messages, ${ids.length} IDs.`)
    : failed(
        'Different messages have the same ID.',
        repeated.map(({ message, attempt, id }) => evidenceOf(message, attempt, id)),
      );
};

export const sameId: Check = (context) =>
  judgeEach(
    retriesOf(context),
    ({ message, attempt }) => {
      const [first] = message.attempts;
      return first === undefined || first.id === attempt.id
        ? null
        : `The ID is ${attempt.id ?? 'missing'}; the first attempt had ${first.id ?? 'none'}.`;
    },
    'retry',
  );

export const sameBody: Check = (context) =>
  judgeEach(
    retriesOf(context).filter(
      ({ message, attempt }) => attempt.isComplete && attempt !== firstComplete(message),
    ),
    ({ message, attempt }) =>
      firstComplete(message)?.bodyDigest === attempt.bodyDigest
        ? null
        : 'The body differs from that of the first attempt.',
    'retry',
    ({ message, attempt }) => {
      const first = firstComplete(message);
      if (first === undefined) return null;
      const { expected, found, offset } = bodyDifference(first.bodyStart, attempt.bodyStart);
      // Beyond what is kept of a long body.
      return offset === null || first.bodyStart.equals(attempt.bodyStart)
        ? null
        : { expected, found, offset };
    },
  );

const isSuccess = (response: { readonly kind: string; readonly status?: number }): boolean =>
  response.kind === 'status' &&
  response.status !== undefined &&
  Math.floor(response.status / 100) === 2;

const isSlow = (response: CaseResponse): boolean =>
  response.kind === 'status' && response.afterMs > 0;

export const duplicates: Check = ({ observation, transitions }) => {
  const restartedAt = observation.restart?.realStartedAt ?? Number.POSITIVE_INFINITY;
  /** A sender can't know that a request succeeded during which it was stopped. */
  const isKnown = (name: Message['case'], { realStartedAt, startDelayMs }: Attempt): boolean =>
    name !== 'restart' || realStartedAt - startDelayMs >= restartedAt;
  const afterSuccess = observation.messages.flatMap((message) =>
    (transitions.get(message.number) ?? []).flatMap((transition) => {
      const { attempt } = transition;
      const isJudged = isSuccess(attempt.response) && !isSlow(attempt.response);
      return isJudged && isKnown(message.case, attempt) ? [{ message, transition }] : [];
    }),
  );
  const repeated = afterSuccess.filter(({ transition }) => transition.state === 'unexpected');
  if (repeated.length > 0)
    return failed(
      'Sent a message again after a 2xx response.',
      repeated.map(({ message, transition }) =>
        evidenceOf(message, transition.attempt, 'Followed by another attempt.'),
      ),
    );
  const finished = afterSuccess.filter(({ transition }) => transition.state === 'stopped');
  return finished.length === 0
    ? notObserved('Not observed long enough after a success.')
    : passed(`${finished.length} ${finished.length === 1 ? 'message' : 'messages'} checked.`);
};

/** Also during the wait for the response. */
export const slowSuccess: Check = (context) => {
  const found = caseOf(context, 'slow_accept');
  const first = found?.transitions[0];
  if (found === null || first === undefined) return notObserved('Needs one more message.');
  const { attempt, state } = first;
  const waitedMs = (attempt.endedAt ?? context.observation.now) - attempt.startedAt;
  const evidence = (text: string) => [evidenceOf(found.message, attempt, text)];
  if (attempt.endedAt === null) return notObserved('Waiting for the response.');
  if (attempt.wasClosedBySender)
    return failed(
      `Closed the connection after ${duration(waitedMs)}, before the response.`,
      evidence('Closed the connection.'),
    );
  if (state === 'unexpected')
    return failed(
      `Sent again, although the receiver returned a 2xx after ${duration(waitedMs)}.`,
      evidence('Followed by another attempt.'),
    );
  return state === 'pending'
    ? notObserved('Waiting to see if it sends again.')
    : passed(`Accepted a 2xx after ${duration(waitedMs)}.`);
};

const indexOf = ({ marker }: Message): number => Number(/\d+$/.exec(marker ?? '')?.[0]);

/** The URL of a disabled endpoint has an order of its own. */
export const order: Check = ({ observation, profile }) => {
  const marked = observation.messages.filter(
    (message) => message.marker !== null && message.case !== 'gone',
  );
  if (marked.length < 2) return notObserved('Needs a trigger, and its marker in the messages.');
  const overtaken = marked.flatMap((message, index) => {
    const isLate = marked.slice(index + 1).some((later) => indexOf(later) < indexOf(message));
    const [attempt] = message.attempts;
    return attempt === undefined || !isLate
      ? []
      : [evidenceOf(message, attempt, `${message.marker} arrived before an earlier message.`)];
  });
  if (overtaken.length > 0) return failed('Messages arrived out of order.', overtaken);
  const overtakenRetries = profile.waitsForRetries ? retriesAfterLater(marked) : [];
  return overtakenRetries.length === 0
    ? passed(
        `${marked.length} messages in order${profile.waitsForRetries ? ', with retries' : ''}.`,
      )
    : failed(
        'A later message was sent while an earlier one was still being retried.',
        overtakenRetries,
      );
};

/** Retries that started after a later message. */
const retriesAfterLater = (messages: readonly Message[]): readonly SenderEvidence[] =>
  messages.flatMap((message, index) => {
    const later = messages[index + 1];
    const laterAt = later?.attempts[0]?.startedAt ?? Number.POSITIVE_INFINITY;
    const retry = message.attempts.find(({ startedAt }) => startedAt > laterAt);
    return later === undefined || retry === undefined
      ? []
      : [evidenceOf(message, retry, `Message ${later.number} was sent before this retry.`)];
  });
