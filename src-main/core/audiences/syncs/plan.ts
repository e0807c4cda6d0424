/** Plans a sync without sending or storing anything. */
import type { SyncSettings } from '#shared/schemas/job.ts';
import type { SendProblem, SyncProblem } from '#shared/schemas/problem.ts';
import type { Sync, SyncPlan } from '#shared/schemas/sync.ts';
import type { ConfigCache } from '../../config/config-cache.ts';
import type { RoutedMessage } from '../../ingestion/route-message.ts';
import { toPlannedDestination } from '../../routing/planned-destination.ts';
import { exclusionOf } from '../../routing/route.ts';
import { previewDeliveries } from '../../send/preview.ts';
import type { StoredComputation } from '../../store/computations.ts';
import type { Store } from '../../store/store.ts';
import { sourceProblem } from '../to-computation.ts';
import { identifyCall } from './identify-call.ts';

/** Why a sync can't send now; null if it can. Holds for all of its users, whose messages have the same routes. */
export function sendProblem(
  configCache: ConfigCache,
  { sourceId, integrations }: StoredComputation,
): SendProblem | null {
  const isReceived = configCache
    .enabledFor(sourceId)
    .some((destination) => exclusionOf(destination, { type: 'identify', integrations }) === null);
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
    exclusion: exclusionOf(destination, { ...computation, type: 'identify' }),
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
      deliveries: previewOf(identifyCall(configCache, context, first, now), now),
    },
  };
}

const previewOf = ({ routes, message }: RoutedMessage, now: number) =>
  previewDeliveries(routes, message, now);
