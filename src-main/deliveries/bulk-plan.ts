/** Plans a bulk action without changing anything. */

import type { Clock } from '#main/kit/ports.ts';
import type { CountProgress } from '#main/store/count-deliveries.ts';
import { writeCursor } from '#main/store/cursor.ts';
import type { StateCount, UrlCount } from '#main/store/delivery-list.ts';
import type { StoredDestination } from '#main/store/destinations.ts';
import type { Reader } from '#main/store/reader.ts';
import type { Store } from '#main/store/store.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import { isFinishedState } from '#shared/deliveries/delivery.ts';
import { isPreselected, type UrlOutcome } from '#shared/deliveries/retry-urls.ts';
import { printFilter } from '#shared/filter/print.ts';
import {
  type BulkAction,
  type BulkPlan,
  type BulkPlanRequest,
  canChooseUrls,
  type PlannedUrl,
  type SkipReason,
} from '#shared/jobs/job.ts';
import { stateReason } from './commands.ts';
import { filterOf } from './filter.ts';

/** Why copies of deliveries to a destination can't be sent. */
function copyReason({ state }: StateCount, destination: StoredDestination): SkipReason | null {
  if (state === 'not_sent') return 'no_request';
  if (webhooksOf(destination).length === 0) return 'no_webhook';
  return destination.secretReadable ? null : 'secret_unreadable';
}

function retryReason(
  { state, sending }: StateCount,
  destination: StoredDestination,
  isDeleted: boolean,
): SkipReason | null {
  if (isDeleted) return 'destination_deleted';
  return (
    stateReason('retry', { state, sending: sending === 1 }) ??
    (webhooksOf(destination).length === 0 ? 'no_webhook' : null)
  );
}

function reasonFor(
  action: BulkAction,
  counted: StateCount,
  destination: StoredDestination,
  isDeleted: boolean,
): SkipReason | null {
  if (action === 'copy') return copyReason(counted, destination);
  if (action === 'retry') return retryReason(counted, destination, isDeleted);
  if (action === 'delete') return isFinishedState(counted.state) ? null : 'unfinished';
  return stateReason(action, { state: counted.state, sending: counted.sending === 1 });
}

const sum = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

const sortByCount = <Group extends { readonly count: number }>(groups: Group[]): Group[] =>
  groups.sort((a, b) => b.count - a.count);

const outcomes: readonly UrlOutcome[] = ['failed', 'refused', 'blocked', 'accepted', null];

/** The rows of one URL. Deliveries without an attempt there are those that have no other row. */
function rowsOf(
  destination: StoredDestination,
  url: string,
  total: number,
  counts: readonly UrlCount[],
  hasChoice: boolean,
): readonly PlannedUrl[] {
  const attempted = counts.filter((count) => count.url === url && count.outcome !== null);
  return outcomes.flatMap((outcome) => {
    const group = attempted.filter((count) => count.outcome === outcome);
    const latest = group.toSorted((a, b) => (b.lastResultAt ?? 0) - (a.lastResultAt ?? 0))[0];
    const count = outcome === null ? total - sum(attempted) : sum(group);
    if (count === 0) return [];
    return {
      destinationId: destination.id,
      destinationName: destination.name,
      url,
      outcome,
      count,
      lastResponse:
        latest?.lastResultAt == null
          ? null
          : { at: latest.lastResultAt, status: latest.lastStatus, code: latest.lastCode },
      preselected: hasChoice && isPreselected(outcome),
    };
  });
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
  const { states, urls } = yield* reader.stream('countMatching', { filter, now, cursor }, signal);
  const activeIds = new Set(store.destinations.all().map(({ id }) => id));
  const withReason = <Counted extends StateCount>(counts: readonly Counted[]) =>
    counts.flatMap((counted) => {
      const destination = store.destinations.get(counted.destinationId);
      if (destination === undefined) return [];
      const isDeleted = !activeIds.has(counted.destinationId);
      const reason = reasonFor(action, counted, destination, isDeleted);
      return [{ ...counted, destination, reason }];
    });
  const counted = withReason(states);
  const applying = counted.filter(({ reason }) => reason === null);
  const matchCount = sum(states);
  const byReason = Map.groupBy(
    counted.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    ({ reason }) => reason,
  );
  const urlsByDestination = Map.groupBy(
    withReason(urls).filter(({ reason }) => reason === null),
    ({ destinationId }) => destinationId,
  );
  return {
    kind: action,
    filter: printFilter(filter),
    matchCount,
    applyCount: sum(applying),
    sendingCount: action === 'cancel' ? sum(applying.filter(({ sending }) => sending === 1)) : 0,
    skipped: sortByCount([...byReason].map(([reason, group]) => ({ reason, count: sum(group) }))),
    urls: sortByCount(
      [...Map.groupBy(applying, ({ destinationId }) => destinationId)].flatMap(([id, group]) => {
        const destination = group[0]?.destination;
        if (destination === undefined) return [];
        return webhooksOf(destination).flatMap(({ url }) =>
          rowsOf(
            destination,
            url,
            sum(group),
            urlsByDestination.get(id) ?? [],
            canChooseUrls(action),
          ),
        );
      }),
    ).sort((a, b) => Number(b.preselected) - Number(a.preselected)),
    bounds: { newest, now, matchCount },
  };
}
