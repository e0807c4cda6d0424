/** `lost`: messages without a 2xx where one is due. */

import type { FanOut } from '#shared/connections/destination.ts';
import { formatCount } from '#shared/kit/format.ts';
import {
  type DeliveryRecord,
  type HistoryIndex,
  type MessageRecord,
  stateOf,
} from '../history/history-index.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt } from './outcome.ts';
import type { Range } from './plan.ts';
import { is2xx } from './predicates/duration.ts';
import { mockPrefix } from './predicates/groups.ts';
import { countText, idRanges, isWithin, rangeOfText } from './report-text.ts';

/** Intentionally not sent. */
const notDue: readonly (string | null)[] = ['not_sent', 'cancelled'];

/** What a server responded to a message. */
interface Response {
  /** As in attempts. */
  readonly webhook: string;
  readonly at: number;
  readonly status: number | null;
  /** Also if its 2xx was lost on the way. */
  readonly isAccepted: boolean;
  readonly message: MessageRecord | null;
}

/** In requests, only what a server responded: responses of a mock endpoint itself say nothing about it. */
const responsesIn = ({
  requests,
  attempts,
}: Pick<HistoryIndex, 'requests' | 'attempts'>): readonly Response[] => [
  ...requests
    .filter(({ event }) => event.cause === 'server' || event.isAcceptedByServer)
    .map(({ event: { mock, at, status, isAcceptedByServer = false }, message }) => ({
      ...{ webhook: `${mockPrefix}${mock}`, at, status, message },
      isAccepted: is2xx(status) || isAcceptedByServer,
    })),
  ...attempts
    .filter(({ event }) => !event.webhook.startsWith(mockPrefix))
    .map(({ event: { webhook, at, status }, message }) => ({
      ...{ webhook, at, status, message },
      isAccepted: is2xx(status),
    })),
];

/** Of users, as servers accepted them. */
const deletionsIn = (history: HistoryIndex): readonly Response[] =>
  responsesIn(history).filter(
    ({ isAccepted, message }) => isAccepted && message?.event.type === 'delete',
  );

const isAbsent = (status: number | null): boolean => status === 404 || status === 410;

/** Whether a server says that there is no such user, after it accepted the deletion that followed the message. */
function isOfDeletedUser(
  webhook: string,
  message: MessageRecord,
  deletions: readonly Response[],
): boolean {
  const { user, at: sentAt } = message.event;
  if (user === null || deletions.length === 0) return false;
  return responsesIn(message).some(
    (response) =>
      response.webhook === webhook &&
      isAbsent(response.status) &&
      deletions.some(
        (deletion) =>
          deletion.webhook === webhook &&
          deletion.at < response.at &&
          deletion.message?.event.user === user &&
          deletion.message.event.at >= sentAt,
      ),
  );
}

/** Mock endpoints report what arrived. For other webhooks, only the sender's record exists. */
function isAcceptedAt(
  webhook: string,
  { message, destination }: DeliveryRecord,
  deletions: readonly Response[],
): boolean {
  if (message === null) return false;
  if (isOfDeletedUser(webhook, message, deletions)) return true;
  if (!webhook.startsWith(mockPrefix))
    return message.attempts.some(
      ({ event }) =>
        event.destination === destination && event.webhook === webhook && is2xx(event.status),
    );
  const mock = webhook.slice(mockPrefix.length);
  const events = message.requests
    .map(({ event }) => event)
    .filter((event) => event.destination === destination && event.mock === mock);
  // With 409, a server says that it has the message (D71); with 404 or 410, that there is no such user.
  const isDeletion = message.event.type === 'delete';
  const isKnown = (status: number | null): boolean =>
    status === 409 || (isDeletion && isAbsent(status));
  return (
    events.some(({ status }) => is2xx(status)) ||
    (events.some(({ status }) => isKnown(status)) &&
      events.some(({ isAcceptedByServer }) => isAcceptedByServer))
  );
}

function isLost(
  delivery: DeliveryRecord,
  webhooks: readonly string[],
  fanOut: FanOut,
  deletions: readonly Response[],
): boolean {
  if (notDue.includes(stateOf(delivery))) return false;
  const isAccepted = (webhook: string): boolean => isAcceptedAt(webhook, delivery, deletions);
  return fanOut === 'each' ? !webhooks.every(isAccepted) : !webhooks.some(isAccepted);
}

/** Messages with at least one delivery that got no 2xx where one is due. */
export function lostMessages(
  history: HistoryIndex,
  { destinations }: RunFacts,
): readonly MessageRecord[] {
  const deletions = deletionsIn(history);
  const byName = new Map(destinations.map((destination) => [destination.name, destination]));
  return [...history.messages.values()].filter(({ deliveries }) =>
    deliveries.some((delivery) => {
      const destination = byName.get(delivery.destination);
      const webhooks = destination?.webhooks ?? delivery.attempts.map(({ event }) => event.webhook);
      return isLost(delivery, webhooks, destination?.fanOut ?? 'any', deletions);
    }),
  );
}

export const lostText = (range: Range): string => rangeOfText(range, 'lost message');

export function evaluateLost(range: Range, history: HistoryIndex, facts: RunFacts): Outcome {
  const expected = lostText(range);
  if (history.messages.size === 0)
    return failedAt(facts.now, { expected, found: 'no message was accepted' });
  const isAnyDue = [...history.messages.values()].some(({ deliveries }) =>
    deliveries.some((delivery) => !notDue.includes(stateOf(delivery))),
  );
  if (!isAnyDue) return failedAt(facts.now, { expected, found: 'no delivery was due' });
  const lost = lostMessages(history, facts);
  if (isWithin(range, lost.length)) return passedAt(facts.now);
  const listed = lost.length === 0 ? '' : `: ${idRanges(lost.map(({ event }) => event.messageId))}`;
  return failedAt(facts.now, {
    expected,
    found: `${formatCount(lost.length)} of ${countText(history.messages.size, 'message')} ${lost.length === 1 ? 'was' : 'were'} lost${listed}`,
    about: lost[0] ?? null,
  });
}
