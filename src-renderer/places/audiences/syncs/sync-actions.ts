import { perform } from '#renderer/kit/actions/perform.ts';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import type { Sync, SyncPlan } from '#shared/audiences/sync.ts';
import { formatLatency, formatSpan } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { usersText } from '../audience-labels.tsx';
import { operationsOf } from '../computations/computation-form.ts';

export const startSync = (
  kind: ComputationClass,
  id: string,
  perSecond: number | null,
  full: boolean,
): Promise<boolean> =>
  // The change feed shows it: the response may arrive after the end of a short one.
  perform("Can't start the sync", async () => {
    await operationsOf(kind).syncs.start({
      params: { id },
      body: { full, ...(perSecond === null ? {} : { perSecond }) },
    });
  });

// Text for syncs.

export function sentOf({ additionsSent, removalsSent }: Sync): number {
  return additionsSent + removalsSent;
}

export function totalOf({ additions, removals }: Sync): number {
  return additions + removals;
}

/** As many points as fit in a row. */
const maxCounts = 30;

/** Users at each of the last syncs, oldest first. */
export const userCountsOf = (syncs: readonly Sync[]): readonly number[] =>
  syncs
    .slice(0, maxCounts)
    .map(({ userCount }) => userCount)
    .reverse();

/** Unknown if the clock was set back meanwhile. */
export function durationText({ startedAt, endedAt }: Pick<Sync, 'startedAt' | 'endedAt'>): string {
  if (endedAt === null || endedAt < startedAt) return '–';
  return formatLatency(endedAt - startedAt);
}

/** The rate is per second of real time; null for no limit. */
export function rateHint(perSecond: number | null, count: number): string {
  if (perSecond === null) return 'Leave empty for no limit';
  if (count === 0) return 'messages per second';
  return `takes about ${formatSpan(Math.max(1, Math.round(count / perSecond)) * 1_000)}`;
}

export const deliveriesFilter = ({ id }: Pick<Sync, 'id'>): string => `origin:sync:${id}`;

export function planText(kind: ComputationClass, plan: SyncPlan): string {
  const { additions, removals, userCount } = plan;
  if (additions + removals > 0)
    return `${counted(additions + removals, 'identify message', 'identify messages')}`;
  if (userCount === 0) return kind === 'audience' ? 'No members' : 'No values';
  // Synced isn't delivered: deliveries may be pending or have failed.
  return `No changes: ${usersText(kind, userCount)} already synced`;
}
