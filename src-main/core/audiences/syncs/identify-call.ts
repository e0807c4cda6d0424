/** The identify call that tells one user's membership or value (spec 6, D36, D37). */
import { parseExact } from '#shared/lib/exact-json.ts';
import type { ConfigCache } from '../../config/config-cache.ts';
import { isInvalid, normalize } from '../../ingestion/normalize.ts';
import { routeOwn } from '../../ingestion/route-message.ts';
import type { RoutedMessage } from '../../ingestion/write-messages.ts';
import type { StoredComputation } from '../../store/computations.ts';
import type { UserValue } from '../../store/members.ts';

/** The one space that there is; receivers of the live system get the id of theirs. */
const spaceId = 'spa_hookwright';

/** Always the same for one audience or trait, user and sync, so that receivers can tell repeats. */
const messageIdOf = ({ id }: StoredComputation, number: number, userId: string): string =>
  `${id}-${number}-${userId}`;

/** One sync by its place over REST, and its number within the audience or trait. */
export interface Calling {
  readonly computation: StoredComputation;
  readonly syncId: number;
  readonly number: number;
}

/** The call for a user, validated and routed as any message. */
export function identifyCall(
  configCache: ConfigCache,
  { computation, syncId, number }: Calling,
  { userId, value }: UserValue,
  receivedAt: number,
): RoutedMessage {
  const { id, key, class: kind, integrations, sourceId } = computation;
  const call = {
    type: 'identify',
    messageId: messageIdOf(computation, number, userId),
    userId,
    traits: { [key]: parseExact(value) },
    context: {
      personas: {
        computation_class: kind,
        computation_key: key,
        computation_id: id,
        namespace: spaceId,
        space_id: spaceId,
      },
    },
    ...(Object.keys(integrations).length === 0 ? {} : { integrations }),
  };
  const message = normalize(call, {
    pathType: null,
    batchContext: null,
    batchIntegrations: null,
    batchSentAt: undefined,
    receivedAt,
    realNow: receivedAt,
    newMessageId: () => call.messageId,
  });
  if (isInvalid(message)) throw new Error(`A sync created an invalid message: ${message.message}`);
  return routeOwn(configCache, sourceId, message, JSON.stringify(call), receivedAt, {
    kind: 'sync',
    id: String(syncId),
  });
}
