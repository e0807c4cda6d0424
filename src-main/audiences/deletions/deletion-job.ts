/**
 * The job of a deletion request. Cancels waiting deliveries of its users if the setting says so,
 * then sends a notice per user from each affected source.
 */

import type { DeliveryCommands } from '#main/deliveries/commands.ts';
import { writeMessage } from '#main/ingestion/accept-message.ts';
import { type RoutedMessage, routeInternal } from '#main/ingestion/route-message.ts';
import type { Chunk, JobKind } from '#main/jobs/jobs.ts';
import type { Message } from '#main/kit/message.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { StoredDeletion, WaitingCursor } from '#main/store/deletions.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';

// The sources and destinations of a deletion request.

export interface AffectedSource {
  readonly source: Source;
  readonly destinations: readonly Destination[];
}

/** Sources that forward deletions: those connected to an enabled webhook destination (D39). */
export const affectedSources = (configCache: ConfigCache): readonly AffectedSource[] =>
  configCache
    .sources()
    .map((source) => ({ source, destinations: configCache.enabledFor(source.id) }))
    .filter(({ destinations }) => destinations.length > 0);

/** Disabled destinations connected to a source. They receive no notices. */
export const disabledDestinations = (configCache: ConfigCache): readonly Destination[] =>
  configCache
    .destinations()
    .filter(({ enabled, sourceIds }) => !enabled && sourceIds.some((id) => configCache.source(id)));

// The `delete` message that a source sends for a user (spec 6; D17).

/** Stable for a request and user. Each source has its own messages. */
const messageIdOf = (deletionId: string, userId: string): string => `${deletionId}-${userId}`;

/** Routes the message to the source's enabled destinations. */
export function deletionMessage(
  configCache: ConfigCache,
  deletionId: string,
  userId: string,
  sourceId: string,
  receivedAt: number,
): RoutedMessage {
  const timestamp = new Date(receivedAt).toISOString();
  const message: Message = {
    type: 'delete',
    messageId: messageIdOf(deletionId, userId),
    userId,
    context: {},
    timestamp,
    receivedAt: timestamp,
  };
  const text = JSON.stringify({ type: 'delete', messageId: message.messageId, userId });
  return routeInternal(configCache, sourceId, message, text, receivedAt, {
    kind: 'deletion',
    id: deletionId,
  });
}

export interface DeletionParams {
  readonly deletionId: string;
  /** The setting at the start of the job. */
  readonly cancelPending: boolean;
}

/** Position in the scan for waiting deliveries; null while sending notices. */
export type DeletionCursor = WaitingCursor | null;

export interface DeletionJobTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Pick<Clock, 'now'>;
  readonly commands: Pick<DeliveryCommands, 'cancelForDeletion'>;
  /** Called after the commit with due deliveries. */
  readonly accepted: (fresh: readonly DeliveryWithBody[]) => void;
}

export function createDeletionKind({
  store,
  configCache,
  clock,
  commands,
  accepted,
}: DeletionJobTools): JobKind<DeletionParams, DeletionCursor> {
  const cancelSome = (
    deletion: StoredDeletion,
    cursor: WaitingCursor,
    chunk: Chunk<DeletionCursor>,
  ): Promise<void> =>
    store.write((tx) =>
      chunk.advance(tx, () => {
        const { deliveries: found, next } = store.deletions.waitingDeliveries(deletion.row, cursor);
        const cancelled = commands.cancelForDeletion(tx, found);
        store.deletions.addCancelled(
          tx,
          deletion,
          cancelled.map(({ userId }) => userId),
        );
        return { cursor: next, counts: { cancelled: cancelled.length } };
      }),
    );

  async function forwardSome(
    deletion: StoredDeletion,
    chunk: Chunk<DeletionCursor>,
  ): Promise<void> {
    const userIds = store.deletions.waiting(deletion.row, chunk.limit);
    const now = clock.now();
    const sources = affectedSources(configCache);
    const users = userIds.map((userId) => ({
      userId,
      notices: sources.map(({ source }) => ({
        sourceId: source.id,
        routed: deletionMessage(configCache, deletion.id, userId, source.id, now),
      })),
    }));
    const dueDeliveries = await store.write((tx) => {
      const written: DeliveryWithBody[] = [];
      chunk.advance(tx, () => {
        let noticeCount = 0;
        for (const { userId, notices: routed } of users) {
          const messages = routed.map((notice) =>
            writeMessage(store, tx, notice.sourceId, notice.routed),
          );
          const rowIds = messages.map(({ rowId }) => rowId).filter((id) => id !== null);
          store.deletions.markForwarded(tx, deletion, userId, rowIds, now);
          noticeCount += rowIds.length;
          written.push(...messages.flatMap((message) => message.dueDeliveries));
        }
        return {
          done: users.length,
          counts: { notices: noticeCount },
          isLast: store.deletions.waiting(deletion.row, 1).length === 0,
        };
      });
      return written;
    });
    accepted(dueDeliveries);
  }

  return {
    name: 'deletion_request',
    queue: null,
    afterRestart: 'resume',
    chunkSize: 100,
    async step({ params, cursor }, chunk) {
      const deletion = store.deletions.get(params.deletionId);
      if (deletion === undefined)
        throw new Error(`There is no deletion request ${params.deletionId}.`);
      // Waiting deliveries are cancelled before the first notice. Otherwise, they could arrive
      // after it.
      await (cursor === null ? forwardSome(deletion, chunk) : cancelSome(deletion, cursor, chunk));
    },
    changed: (tx, { params }) => tx.changed({ kind: 'deletion', id: params.deletionId }),
    show: ({ params: { deletionId } }, progress) => ({
      kind: 'deletion_request',
      deletionId,
      ...progress,
    }),
  };
}
