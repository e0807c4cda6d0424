/** The identify message that syncs a user's membership or value (spec 6, D36, D37). */

import { isInvalid, normalize } from '#main/ingestion/normalize.ts';
import type { RoutedMessage } from '#main/ingestion/route-message.ts';
import { routeInternal } from '#main/ingestion/route-message.ts';
import type { StoredComputation } from '#main/store/computations.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { UserValue } from '#main/store/members.ts';
import { parseExact } from '#shared/kit/exact-json.ts';

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
export function identifyMessage(
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
