/** The identify message that syncs a user's membership or value (spec 6, D36, D37). */
import { parseExact } from '#shared/lib/exact-json.ts';
import type { ConfigCache } from '../../config/config-cache.ts';
import { isInvalid, normalize } from '../../ingestion/normalize.ts';
import type { RoutedMessage } from '../../ingestion/route-message.ts';
import { routeInternal } from '../../ingestion/route-message.ts';
import type { StoredComputation } from '../../store/computations.ts';
import type { UserValue } from '../../store/members.ts';

/** The only space. Receivers of the live system get the ID of their own space. */
const spaceId = 'spa_hookwright';

/** Stable for an audience or trait, user and sync, so that receivers can detect duplicates. */
const messageIdOf = ({ id }: StoredComputation, number: number, userId: string): string =>
  `${id}-${number}-${userId}`;

/** The sync's ID and its number within the audience or trait. */
export interface SyncCallContext {
  readonly computation: StoredComputation;
  readonly syncId: number;
  readonly number: number;
}

/** Builds a user's message. It is validated and routed like any other. */
export function identifyCall(
  configCache: ConfigCache,
  { computation, syncId, number }: SyncCallContext,
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
  if (isInvalid(message))
    throw new Error(`A sync created an invalid message: ${message.problem.code}.`);
  return routeInternal(configCache, sourceId, message, JSON.stringify(call), receivedAt, {
    kind: 'sync',
    id: String(syncId),
  });
}
