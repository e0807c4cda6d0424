/**
 * Forwards the notices of a request in chunks: each is one transaction with how far the request is,
 * so that kill -9 leaves nobody out and tells nobody twice.
 */

import type { ConfigCache } from '../config/config-cache.ts';
import type { DeliveryCommands } from '../deliveries/commands.ts';
import { writeMessage } from '../ingestion/write-messages.ts';
import type { Clock, Log } from '../ports.ts';
import type { StoredDeletion } from '../store/deletions.ts';
import type { DeliveryWithBody } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
import { affectedSources } from './affected-sources.ts';
import { deletionMessage } from './notice.ts';
import { waitingDeliveries } from './waiting-deliveries.ts';

export interface DeletionTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly log: Log;
  readonly commands: Pick<DeliveryCommands, 'drop'>;
  readonly accepted: (fresh: readonly DeliveryWithBody[]) => void;
}

/** Users in one transaction. */
const chunkSize = 100;

/** Between two attempts to store a chunk: the disk may be full. */
const storeAgainMs = 1_000;

export function createForwarding(tools: DeletionTools) {
  const { store, configCache, clock, machineClock, log, commands, accepted } = tools;
  const running = new Set<Promise<void>>();
  let stopped = false;
  let stopWaiting: () => void = () => undefined;

  async function dropWaiting(deletion: StoredDeletion): Promise<void> {
    for await (const found of waitingDeliveries(store, deletion.row)) {
      if (stopped) return;
      await commands.drop(found, (tx, dropped) =>
        store.deletions.dropped(
          tx,
          deletion,
          dropped.map(({ userId }) => userId),
        ),
      );
    }
  }

  /** Tells whether there may be more. */
  async function forwardSome(deletion: StoredDeletion): Promise<boolean> {
    const userIds = store.deletions.waiting(deletion.row, chunkSize);
    const now = clock.now();
    const sources = affectedSources(configCache);
    const users = userIds.map((userId) => ({
      userId,
      notices: sources.map(({ source }) => ({
        sourceId: source.id,
        routed: deletionMessage(configCache, deletion.id, userId, source.id, now),
      })),
    }));
    const fresh = await store.write((tx) => {
      const written = users.map(({ userId, notices }) => ({
        userId,
        messages: notices.map(({ sourceId, routed }) => writeMessage(store, tx, sourceId, routed)),
      }));
      const forwarded = written.map(({ userId, messages }) => ({
        userId,
        messageRowIds: messages.map(({ rowId }) => rowId).filter((id) => id !== null),
      }));
      store.deletions.forwarded(tx, deletion, forwarded, now);
      if (store.deletions.waiting(deletion.row, 1).length === 0)
        store.deletions.complete(tx, deletion, clock.now());
      return written.flatMap(({ messages }) => messages.flatMap((message) => message.fresh));
    });
    accepted(fresh);
    return userIds.length === chunkSize;
  }

  async function forward(id: string): Promise<void> {
    const deletion = store.deletions.get(id);
    if (deletion?.state !== 'running') return;
    // Before the first notice: what still waits would otherwise follow it.
    if (deletion.dropWaiting && deletion.forwardedCount === 0) await dropWaiting(deletion);
    while (!stopped && (await forwardSome(deletion)));
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = machineClock.at(machineClock.now() + storeAgainMs, resolve);
      stopWaiting = () => {
        cancel();
        resolve();
      };
    });

  async function run(id: string): Promise<void> {
    while (!stopped) {
      try {
        return await forward(id);
      } catch (error) {
        log.error('A deletion request could not be forwarded; trying again.', { error });
        await pause();
      }
    }
  }

  return {
    start(id: string): void {
      const ended = run(id).finally(() => running.delete(ended));
      running.add(ended);
    },
    /** Ends after the chunk under way; the requests stay running on disk. */
    async stop(): Promise<void> {
      stopped = true;
      stopWaiting();
      await Promise.all(running);
    },
  };
}
