/** Plans a sync without sending or storing anything. */

import { notSentReason, toPlannedDestination } from '#main/deliveries/routing/route.ts';
import type { RoutedMessage } from '#main/ingestion/route-message.ts';
import { previewDeliveries } from '#main/sending/preview.ts';
import type { StoredComputation } from '#main/store/computations.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { Store } from '#main/store/store.ts';
import type { Sync, SyncPlan } from '#shared/audiences/sync.ts';
import type { SyncSettings } from '#shared/jobs/job.ts';
import type { SendProblem, SyncProblem } from '#shared/kit/problem.ts';
import { sourceProblem } from '../to-computation.ts';
import { identifyMessage } from './identify-message.ts';

/** Why a sync can't send now; null if it can. Holds for all of its users, whose messages have the same routes. */
export function sendProblem(
  configCache: ConfigCache,
  { sourceId, integrations }: StoredComputation,
): SendProblem | null {
  const isReceived = configCache
    .enabledFor(sourceId)
    .some((destination) => notSentReason(destination, { type: 'identify', integrations }) === null);
  return (
    sourceProblem(configCache, sourceId) ??
    (isReceived ? null : { code: 'no_destination', params: {} })
  );
}

export const isOpen = ({ state }: Sync): boolean => state === 'planned' || state === 'running';

/** Why a sync can't be started; null if it can. */
export function startProblem(
  store: Store,
  configCache: ConfigCache,
  computation: StoredComputation,
): SyncProblem | null {
  const last = store.syncs.last(computation.row);
  if (last !== null && isOpen(last)) return { code: 'sync_running', params: {} };
  return sendProblem(configCache, computation);
}

export function planSync(
  store: Store,
  configCache: ConfigCache,
  computation: StoredComputation,
  { perSecond, full = false }: Partial<SyncSettings>,
  now: number,
): SyncPlan {
  const last = store.syncs.last(computation.row);
  const { additions, removals, first } = store.members.pending(computation, full);
  // The sync's ID isn't known yet and doesn't appear in the body.
  const context = { computation, syncId: 0, number: (last?.number ?? 0) + 1 };
  const destinations = configCache.enabledFor(computation.sourceId).map((destination) => ({
    ...toPlannedDestination(destination),
    notSent: notSentReason(destination, {
      type: 'identify',
      integrations: computation.integrations,
    }),
  }));
  return {
    userCount: computation.userCount,
    additions,
    removals,
    estimatedMs:
      perSecond === undefined ? null : Math.round(((additions + removals) * 1_000) / perSecond),
    problem: startProblem(store, configCache, computation),
    destinations,
    disabledDestinations: configCache
      .destinations()
      .filter(({ enabled, sourceIds }) => !enabled && sourceIds.includes(computation.sourceId))
      .map(toPlannedDestination),
    first: first && {
      userId: first.userId,
      deliveries: previewOf(identifyMessage(configCache, context, first, now), now),
    },
  };
}

const previewOf = ({ routes, message }: RoutedMessage, now: number) =>
  previewDeliveries(routes, message, now);
