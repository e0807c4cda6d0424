/** `lost`: messages without a 2xx where one is due. */

import type { FanOut } from '#shared/connections/destination.ts';
import { formatCount } from '#shared/kit/format.ts';
import {
  type DeliveryRecord,
  type HistoryIndex,
  type MessageRecord,
  type RequestRecord,
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

/** Whether a receiver that accepted the deletion of this request's user before says that there is none. */
function isOfDeleted(
  { event: { at, mock, status }, message }: RequestRecord,
  history: HistoryIndex,
) {
  const user = message?.event.user ?? null;
  return (
    (status === 404 || status === 410) &&
    user !== null &&
    history.requests.some(
      ({ event, message: deletion }) =>
        event.mock === mock &&
        event.at <= at &&
        is2xx(event.status) &&
        deletion?.event.type === 'delete' &&
        deletion.event.user === user,
    )
  );
}

/** Mock endpoints report what arrived. For other webhooks, only the sender's record exists. */
function isAcceptedAt(
  webhook: string,
  { message, destination }: DeliveryRecord,
  history: HistoryIndex,
): boolean {
  if (message === null) return false;
  if (!webhook.startsWith(mockPrefix))
    return message.attempts.some(
      ({ event }) =>
        event.destination === destination && event.webhook === webhook && is2xx(event.status),
    );
  const mock = webhook.slice(mockPrefix.length);
  const requests = message.requests.filter(
    ({ event }) => event.destination === destination && event.mock === mock,
  );
  const events = requests.map(({ event }) => event);
  // With 409, a server says that it has the message (D71).
  return (
    events.some(({ status }) => is2xx(status)) ||
    (events.some(({ status }) => status === 409) &&
      events.some(({ isAcceptedByServer }) => isAcceptedByServer)) ||
    requests.some((request) => isOfDeleted(request, history))
  );
}

function isLost(
  delivery: DeliveryRecord,
  webhooks: readonly string[],
  fanOut: FanOut,
  history: HistoryIndex,
): boolean {
  if (notDue.includes(stateOf(delivery))) return false;
  const isAccepted = (webhook: string): boolean => isAcceptedAt(webhook, delivery, history);
  return fanOut === 'each' ? !webhooks.every(isAccepted) : !webhooks.some(isAccepted);
}

/** Messages with at least one delivery that got no 2xx where one is due. */
export function lostMessages(
  history: HistoryIndex,
  { destinations }: RunFacts,
): readonly MessageRecord[] {
  const byName = new Map(destinations.map((destination) => [destination.name, destination]));
  return [...history.messages.values()].filter(({ deliveries }) =>
    deliveries.some((delivery) => {
      const destination = byName.get(delivery.destination);
      const webhooks = destination?.webhooks ?? delivery.attempts.map(({ event }) => event.webhook);
      return isLost(delivery, webhooks, destination?.fanOut ?? 'any', history);
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
