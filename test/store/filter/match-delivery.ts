/** The filter of deliveries in memory, to compare with SQL. */

import { outcomeOf } from '#shared/deliveries/delivery.ts';
import type { FieldName, Filter } from '#shared/filter/filter.ts';
import { createMatcher, type FieldReaders } from '#shared/filter/match.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { isNestedTooDeep } from '#shared/kit/nesting.ts';
import type { RunDelivery } from '#shared/scenarios/schema/run-data.ts';

/** Of mock endpoints. */
export const mockNames: readonly string[] = ['Web', 'x'];

function bodyOf({ bodyText }: RunDelivery): unknown {
  if (bodyText === null || isNestedTooDeep(Buffer.from(bodyText))) return undefined;
  try {
    return parseExact(bodyText);
  } catch {
    return undefined;
  }
}

const sourceOf = ({ sourceId: id, sourceName: name }: RunDelivery) => ({ id, name });
const destinationOf = ({ destinationId: id, destinationName: name }: RunDelivery) => ({ id, name });
const usersOf = ({ message: { userId, anonymousId } }: RunDelivery) =>
  [userId, anonymousId].filter((id) => id !== null);

/** `now`: the end of the run, which ages are relative to. */
const readersAt = (now: number): FieldReaders<RunDelivery, FieldName> => ({
  fields: {
    state: ({ state }) => state,
    reason: ({ reason }) => reason,
    type: ({ type }) => type,
    event: ({ label }) => label,
    status: ({ lastStatus }) => lastStatus,
    outcome: ({ attempts, lastCode }) => (attempts === 0 ? null : outcomeOf(lastCode)),
    code: ({ lastCode }) => lastCode,
    attempts: ({ attempts }) => attempts,
    id: ({ id }) => id,
    destination: destinationOf,
    source: sourceOf,
    origin: ({ message: { origin } }) => [origin.kind, `${origin.kind}:${origin.id}`],
    url: ({ webhooks }) => webhooks.map(({ url }) => url),
    endpoint: ({ webhooks }) =>
      mockNames.filter((name) =>
        webhooks.some(({ url }) => {
          const { hostname, pathname } = new URL(url);
          return hostname === '127.0.0.1' && pathname.startsWith(`/mock/${name}`);
        }),
      ),
    user: usersOf,
    age: ({ createdAt }) => (createdAt > now ? null : now - createdAt),
    created: ({ createdAt }) => createdAt,
    attempted: ({ attemptList }) =>
      attemptList.reduce<number | null>(
        (latest, { startedAt }) => Math.max(latest ?? startedAt, startedAt),
        null,
      ),
    has: ({ warnings }) => (warnings.length > 0 ? 'warning' : null),
  },
  headers: ({ attemptList }) => attemptList.flatMap(({ request }) => request.headers),
  body: bodyOf,
  texts: (delivery) => [
    ...[delivery.label, delivery.messageId, delivery.bodyText, usersOf(delivery)],
    ...[sourceOf(delivery), destinationOf(delivery)],
  ],
});

export const createDeliveryMatcher = (filter: Filter, now: number) =>
  createMatcher(filter, readersAt(now), { startsAt: 0 });
