/** Plans a bulk action without changing anything. */
import { printFilter } from '#shared/filter/print.ts';
import { isFinishedState } from '#shared/schemas/delivery.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { BulkAction, BulkPlan, BulkPlanRequest, SkipReason } from '#shared/schemas/job.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import { writeCursor } from '../store/cursor.ts';
import type { Tally } from '../store/delivery-list.ts';
import type { StoredDestination } from '../store/destinations.ts';
import type { Store } from '../store/store.ts';
import type { TallyProgress } from '../store/tally.ts';
import { stateReason } from './commands.ts';
import { filterOf } from './filter.ts';

/** Why deliveries to a destination can't be resent. */
function resendReason({ state }: Tally, destination: StoredDestination): SkipReason | null {
  if (state === 'filtered' || state === 'excluded') return 'no_request';
  if (webhooksOf(destination).length === 0) return 'no_webhook';
  return destination.secretReadable ? null : 'secret_unreadable';
}

function reasonFor(
  action: BulkAction,
  tally: Tally,
  destination: StoredDestination,
  isDeleted: boolean,
): SkipReason | null {
  if (action === 'resend') return resendReason(tally, destination);
  if (action === 'delete') return isFinishedState(tally.state) ? null : 'unfinished';
  if (action === 'retry' && isDeleted) return 'destination_deleted';
  return stateReason(action, tally.state);
}

const sum = (tallies: readonly { readonly count: number }[]): number =>
  tallies.reduce((total, { count }) => total + count, 0);

const sortByCount = <Group extends { readonly count: number }>(groups: Group[]): Group[] =>
  groups.sort((a, b) => b.count - a.count);

function webhookUrls(action: BulkAction, destination: StoredDestination): string[] {
  const urls = webhooksOf(destination).map(({ url }) => url);
  return action === 'resend' ? urls.slice(0, 1) : urls;
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
): AsyncGenerator<TallyProgress, BulkPlan, void> {
  const { kind: action } = request;
  const filter = filterOf(request);
  const now = clock.now();
  const newest = store.deliveries.newest();
  const cursor = writeCursor(newest + 1);
  const tallies = yield* reader.stream('tallyDeliveries', { filter, now, cursor }, signal);
  const activeIds = new Set(store.destinations.all().map(({ id }) => id));
  const withReasons = tallies.flatMap((tally) => {
    const destination = store.destinations.get(tally.destinationId);
    if (destination === undefined) return [];
    const isDeleted = !activeIds.has(tally.destinationId);
    return [{ tally, destination, reason: reasonFor(action, tally, destination, isDeleted) }];
  });
  const applying = withReasons.filter(({ reason }) => reason === null);
  const matchCount = sum(tallies);
  const applyCount = sum(applying.map(({ tally }) => tally));
  const byReason = Map.groupBy(
    withReasons.flatMap(({ tally, reason }) => (reason === null ? [] : [{ ...tally, reason }])),
    ({ reason }) => reason,
  );
  const byDestination = Map.groupBy(applying, ({ tally }) => tally.destinationId);
  return {
    kind: action,
    filter: printFilter(filter),
    matchCount,
    applyCount,
    sendingCount:
      action === 'cancel'
        ? sum(applying.map(({ tally }) => tally).filter(({ state }) => state === 'sending'))
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
            count: sum(group.map(({ tally }) => tally)),
          },
        ];
      }),
    ),
    bounds: { newest, now, matchCount },
  };
}
