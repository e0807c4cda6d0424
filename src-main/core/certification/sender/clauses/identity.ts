/** Clauses about which requests are the same message. */
import {
  type Clause,
  evidenceOf,
  failed,
  judgeEach,
  notObserved,
  passed,
  retriesOf,
} from './clause.ts';

export const distinctIds: Clause = ({ observation }) => {
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

export const sameId: Clause = (context) =>
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

export const sameBody: Clause = (context) =>
  judgeEach(
    retriesOf(context),
    ({ message, attempt }) =>
      message.attempts[0]?.bodyDigest === attempt.bodyDigest
        ? null
        : 'The body differs from the first attempt.',
    'retry',
  );

const isSuccess = (response: { readonly kind: string; readonly status?: number }): boolean =>
  response.kind === 'status' &&
  response.status !== undefined &&
  Math.floor(response.status / 100) === 2;

export const duplicates: Clause = ({ observation, transitions }) => {
  const afterSuccess = observation.messages.flatMap((message) =>
    (transitions.get(message.number) ?? []).flatMap((transition) =>
      isSuccess(transition.attempt.response) ? [{ message, transition }] : [],
    ),
  );
  const repeated = afterSuccess.filter(({ transition }) => transition.state === 'unexpected');
  if (repeated.length > 0)
    return failed(
      'Sent a message again after a 2xx response.',
      repeated.map(({ message, transition }) =>
        evidenceOf(message, transition.attempt, 'Followed by another attempt.'),
      ),
    );
  const settled = afterSuccess.filter(({ transition }) => transition.state === 'stopped');
  return settled.length === 0
    ? notObserved('Not observed long enough after a success.')
    : passed(`${settled.length} ${settled.length === 1 ? 'message' : 'messages'} checked.`);
};

const indexOf = (marker: string): number => Number(/\d+$/.exec(marker)?.[0]);

export const order: Clause = ({ observation }) => {
  const marked = observation.messages.filter(({ marker }) => marker !== null);
  if (marked.length < 2) return notObserved('Needs a trigger whose marker is in the messages.');
  const overtaken = marked.filter(({ marker }, index) =>
    marked.slice(index + 1).some((later) => indexOf(later.marker ?? '') < indexOf(marker ?? '')),
  );
  return overtaken.length === 0
    ? passed(`${marked.length} messages in order.`)
    : failed(
        'Messages arrived out of order.',
        overtaken.map((message) => ({
          message: message.number,
          attempt: 1,
          text: `${message.marker} came before an earlier one.`,
        })),
      );
};
