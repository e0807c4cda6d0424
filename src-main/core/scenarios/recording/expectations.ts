/** Expectations that held in a session, to choose from. */
import { valueText } from '#shared/filter/print.ts';
import { isOpenState } from '#shared/schemas/delivery.ts';
import type { SessionConfiguration } from './configuration.ts';
import type { Session, SessionAttempt, SessionDelivery } from './session.ts';

export type Offered = Readonly<Record<string, unknown>>;

const isOk = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Deliveries per destination and state. */
function stateCounts(
  { deliveries }: Session,
  { nameOf }: SessionConfiguration,
): readonly Offered[] {
  const byDestination = Map.groupBy(deliveries, ({ destinationId }) => destinationId);
  return [...byDestination].flatMap(([id, ofDestination]) => {
    const name = nameOf('destinations', id);
    const isOpen = ofDestination.some(({ state }) => isOpenState(state) || state === 'paused');
    if (name === null) return [];
    const byState = Map.groupBy(ofDestination, ({ state }) => state);
    return [...byState].flatMap(([state, { length: count }]) =>
      isOpenState(state) || state === 'paused'
        ? []
        : [
            {
              deliveries: `destination=${valueText(name)} state:${state}`,
              count: isOpen ? { min: count } : count,
            },
          ],
    );
  });
}

interface Received extends SessionAttempt {
  readonly delivery: SessionDelivery;
}

function ofReceiver(
  receiver: string,
  received: readonly Received[],
  { messages, deliveries }: Session,
): readonly Offered[] {
  const byStatus = Map.groupBy(received, ({ status }) => status);
  const counts = [...byStatus].flatMap(([status, { length: count }]) =>
    status === null ? [] : [{ requests: `status=${status}`, receiver, count }],
  );
  const accepted = received.filter(({ status }) => isOk(status));
  const times = new Map(messages.map(({ id }) => [id, 0]));
  for (const { delivery } of accepted)
    times.set(delivery.messageId, (times.get(delivery.messageId) ?? 0) + 1);
  const isOnce = [...times.values()].every((count) => count === 1);
  const users = new Map(messages.map(({ id, userId }) => [id, userId]));
  const inOrder = accepted.toSorted((a, b) => a.at - b.at);
  const byUser = Map.groupBy(inOrder, ({ delivery }) => users.get(delivery.messageId) ?? null);
  const runs = [...byUser].filter(([user, list]) => user !== null && list.length > 1);
  const isOrdered =
    runs.length > 0 &&
    deliveries.every(({ state }) => !isOpenState(state)) &&
    runs.every(([, list]) =>
      list.every((attempt, index) => {
        const before = list[index - 1];
        return before === undefined || before.delivery.messageId <= attempt.delivery.messageId;
      }),
    );
  return [
    ...(isOnce && accepted.length > 0
      ? [
          {
            name: `${receiver} accepts each message exactly once`,
            requests: 'status<300',
            receiver,
            per: 'message',
            count: 1,
          },
        ]
      : []),
    ...counts,
    ...(isOrdered
      ? [
          {
            name: `${receiver} gets each user's messages in order`,
            requests: 'status<300',
            receiver,
            order: 'sent',
          },
        ]
      : []),
  ];
}

export function expectationsOf(
  session: Session,
  configuration: SessionConfiguration,
): readonly Offered[] {
  const { deliveries, messages } = session;
  if (deliveries.length === 0)
    return messages.length === 0 ? [] : [{ messages: '', count: messages.length }];
  const isDelivered = deliveries.every(
    ({ state, lastStatus }) => state === 'delivered' && isOk(lastStatus),
  );
  const received = deliveries.flatMap((delivery) =>
    delivery.attempts.map((attempt): Received => ({ ...attempt, delivery })),
  );
  const accepted = received.filter(({ status }) => isOk(status));
  const acceptedUrls = new Set(accepted.map(({ delivery, url }) => `${delivery.id} ${url}`));
  const byReceiver = Map.groupBy(received, ({ url }) => configuration.receiverAt(url));
  return [
    ...(isDelivered ? [{ lost: 0 }] : []),
    ...(acceptedUrls.size === accepted.length ? [{ duplicates: 0 }] : []),
    { name: plural(messages.length, 'accepted message'), messages: '', count: messages.length },
    ...stateCounts(session, configuration),
    ...[...byReceiver].flatMap(([receiver, list]) =>
      receiver === null ? [] : ofReceiver(receiver, list, session),
    ),
  ];
}
