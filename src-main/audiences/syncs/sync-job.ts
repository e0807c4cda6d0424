/** The job of a sync. Each chunk stores messages, their deliveries and the last synced values. */

import { writeMessage } from '#main/ingestion/accept-message.ts';
import type { JobKind } from '#main/jobs/jobs.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import type { SyncCursor } from '#main/store/syncs.ts';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import { identifyMessage } from './identify-message.ts';
import { sendProblem } from './plan.ts';

export interface SyncParams {
  readonly syncId: number;
  readonly computationClass: ComputationClass;
  readonly computationId: string;
  readonly computationName: string;
  readonly number: number;
}

interface SyncJobTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Pick<Clock, 'now'>;
  /** Called after the commit with due deliveries. */
  readonly accepted: (fresh: readonly DeliveryWithBody[]) => void;
}

export const createSyncKind = ({
  store,
  configCache,
  clock,
  accepted,
}: SyncJobTools): JobKind<SyncParams, SyncCursor> => ({
  name: 'sync',
  queue: null,
  afterRestart: 'resume',
  // About ten milliseconds, which an ingestion request may have to wait. Smaller chunks would need
  // more disk syncs.
  chunkSize: 500,
  async step({ params, cursor }, chunk) {
    const sync = store.syncs.get(params.syncId);
    const computation = store.computations.get(params.computationId);
    if (sync === undefined || computation === undefined)
      throw new Error(`The audience or trait of sync ${params.syncId} is missing.`);
    const error = sendProblem(configCache, computation);
    if (error !== null) return store.write((tx) => chunk.advance(tx, () => ({ error })));
    const users = store.syncs.next(sync, computation.row, cursor, chunk.limit);
    const syncedUpTo = users.at(-1)?.userId ?? cursor.syncedUpTo;
    const additions = users.filter(({ present }) => present).length;
    const now = clock.now();
    const context = { computation, syncId: sync.id, number: sync.number };
    const routed = users.map((user) => identifyMessage(configCache, context, user, now));
    const dueDeliveries = await store.write((tx) => {
      const written: DeliveryWithBody[] = [];
      chunk.advance(tx, () => {
        for (const message of routed)
          written.push(...writeMessage(store, tx, computation.sourceId, message).dueDeliveries);
        store.members.markSynced(tx, computation, users);
        store.syncs.deleteSynced(tx, sync.id, syncedUpTo);
        return {
          cursor: { syncedUpTo },
          done: users.length,
          counts: { additions, removals: users.length - additions },
          isLast: store.syncs.next(sync, computation.row, { syncedUpTo }, 1).length === 0,
        };
      });
      return written;
    });
    accepted(dueDeliveries);
  },
  canResume: ({ params }) => store.syncs.get(params.syncId)?.resumable === true,
  changed(tx, { params }, what) {
    tx.changed({ kind: 'sync', id: params.syncId });
    if (what === 'state') tx.changed({ kind: params.computationClass, id: params.computationId });
  },
  show: ({ params }, progress) => ({ kind: 'sync', ...params, ...progress }),
});
