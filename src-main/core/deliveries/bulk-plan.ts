/** Plans a bulk action without changing anything. */
import { printFilter } from '#shared/filter/print.ts';
import { isFinishedState } from '#shared/schemas/delivery.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { BulkAction, BulkPlan, BulkPlanRequest, SkipReason } from '#shared/schemas/job.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import type { CountProgress } from '../store/count-deliveries.ts';
import { writeCursor } from '../store/cursor.ts';
import type { StateCount } from '../store/delivery-list.ts';
import type { StoredDestination } from '../store/destinations.ts';
import type { Store } from '../store/store.ts';
import { stateReason } from './commands.ts';
import { filterOf } from './filter.ts';

/** Why copies of deliveries to a destination can't be sent. */
function copyReason({ state }: StateCount, destination: StoredDestination): SkipReason | null {
  if (state === 'filtered' || state === 'excluded') return 'no_request';
  if (webhooksOf(destination).length === 0) return 'no_webhook';
  return destination.secretReadable ? null : 'secret_unreadable';
}

function reasonFor(
  action: BulkAction,
  counted: StateCount,
  destination: StoredDestination,
  isDeleted: boolean,
): SkipReason | null {
  if (action === 'copy') return copyReason(counted, destination);
  if (action === 'delete') return isFinishedState(counted.state) ? null : 'unfinished';
  if (action === 'retry' && isDeleted) return 'destination_deleted';
  return stateReason(action, counted.state);
}

const sum = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

const sortByCount = <Group extends { readonly count: number }>(groups: Group[]): Group[] =>
  groups.sort((a, b) => b.count - a.count);

function webhookUrls(action: BulkAction, destination: StoredDestination): string[] {
  const urls = webhooksOf(destination).map(({ url }) => url);
  return action === 'copy' ? urls.slice(0, 1) : urls;
}

interface PlanTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Pick<Clock, 'now'>;
}

/** Yields progress and returns the plan. Aborting rejects with the signal's reason. */
export async function* planBulk(
  { store, reader, clock }: PlanTools,
  request: BulkPlanRequest,
  signal?: AbortSignal,
): AsyncGenerator<CountProgress, BulkPlan, void> {
  const { kind: action } = request;
  const filter = filterOf(request);
  const now = clock.now();
  const newest = store.deliveries.newest();
  const cursor = writeCursor(newest + 1);
  const counts = yield* reader.stream('countByState', { filter, now, cursor }, signal);
  const activeIds = new Set(store.destinations.all().map(({ id }) => id));
  const withReasons = counts.flatMap((counted) => {
    const destination = store.destinations.get(counted.destinationId);
    if (destination === undefined) return [];
    const isDeleted = !activeIds.has(counted.destinationId);
    return [{ counted, destination, reason: reasonFor(action, counted, destination, isDeleted) }];
  });
  const applying = withReasons.filter(({ reason }) => reason === null);
  const matchCount = sum(counts);
  const applyCount = sum(applying.map(({ counted }) => counted));
  const byReason = Map.groupBy(
    withReasons.flatMap(({ counted, reason }) => (reason === null ? [] : [{ ...counted, reason }])),
    ({ reason }) => reason,
  );
  const byDestination = Map.groupBy(applying, ({ counted }) => counted.destinationId);
  return {
    kind: action,
    filter: printFilter(filter),
    matchCount,
    applyCount,
    sendingCount:
      action === 'cancel'
        ? sum(applying.map(({ counted }) => counted).filter(({ state }) => state === 'sending'))
        : 0,
    skipped: sortByCount([...byReason].map(([reason, group]) => ({ reason, count: sum(group) }))),
    destinations: sortByCount(
      [...byDestination.values()].flatMap((group) => {
        const destination = group[0]?.destination;
        if (destination === undefined) return [];
        return [
          {
            destinationId: destination.id,
            destinationName: destination.name,
            webhookUrls: webhookUrls(action, destination),
            count: sum(group.map(({ counted }) => counted)),
          },
        ];
      }),
    ),
    bounds: { newest, now, matchCount },
  };
}
