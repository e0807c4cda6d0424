/** Planning and starting syncs. */

import { showFailure } from '#renderer/components/show-failure.ts';
import { putSync } from '#renderer/data/syncs.ts';
import { span } from '#renderer/ui/relative-time.ts';
import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import { jobErrorText } from '#shared/lib/job-labels.ts';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import type { JobState } from '#shared/schemas/job.ts';
import type { Sync, SyncPlan } from '#shared/schemas/sync.ts';
import { counted, usersText } from '../audience-labels.ts';
import { operationsOf } from '../computations/computation-actions.ts';

export async function startSync(
  kind: ComputationClass,
  id: string,
  perSecond: number | null,
  full: boolean,
): Promise<void> {
  try {
    const answer = await operationsOf(kind).syncs.start({
      params: { id },
      body: { full, ...(perSecond === null ? {} : { perSecond }) },
    });
    if (answer.kind === 'sync') putSync(answer.sync);
  } catch (error) {
    showFailure('The sync was not started', error);
  }
}

// Syncs as sentences.

export const jobMarks: Readonly<Record<JobState, MarkedState>> = {
  planned: 'pending',
  running: 'sending',
  paused: 'paused',
  completed: 'delivered',
  failed: 'exhausted',
  cancelled: 'cancelled',
  undone: 'cancelled',
};

export function sentOf({ additionsSent, removalsSent }: Sync): number {
  return additionsSent + removalsSent;
}

export function totalOf({ additions, removals }: Sync): number {
  return additions + removals;
}

/** As many as a line of a row's width can show apart. */
const maxCounts = 30;

/** How many users there were at each of the last syncs, oldest first. */
export const userCountsOf = (syncs: readonly Sync[]): readonly number[] =>
  syncs
    .slice(0, maxCounts)
    .map(({ userCount }) => userCount)
    .reverse();

function numberText(count: number): string {
  return count.toLocaleString('en');
}

/** Nobody knows where the clock was set back meanwhile. */
export function tookText({ startedAt, endedAt }: Pick<Sync, 'startedAt' | 'endedAt'>): string {
  if (endedAt === null || endedAt < startedAt) return '–';
  return endedAt - startedAt < 1_000 ? `${endedAt - startedAt} ms` : span(endedAt - startedAt);
}

/** How long so many calls take at a rate, which is one of real time; `perSecond` is null without one. */
export function rateHint(perSecond: number | null, count: number): string {
  if (perSecond === null) return 'empty: as fast as it goes';
  if (count === 0) return 'calls per second';
  return `takes about ${span(Math.max(1, Math.round(count / perSecond)) * 1_000)}`;
}

/** Its deliveries in the Inspector. */
export const deliveriesFilter = ({ id }: Pick<Sync, 'id'>): string => `origin:sync:${id}`;

/** How far it is, or what became of it. */
export function syncSentence(sync: Sync): string {
  const sent = sentOf(sync);
  const total = totalOf(sync);
  if (sync.state === 'running')
    return `${numberText(sent)} of ${counted(total, 'user', 'users')} told`;
  if (sync.state !== 'completed') {
    const after = `Stopped after ${numberText(sent)} of ${counted(total, 'user', 'users')}.`;
    return sync.error === null ? after : `${after} ${jobErrorText(sync.error)}`;
  }
  return total === 0
    ? 'There was nothing to tell.'
    : `All ${counted(total, 'user', 'users')} told.`;
}

export function planSentence(kind: ComputationClass, plan: SyncPlan): string {
  const { additions, removals, userCount } = plan;
  if (additions + removals > 0)
    return `One identify call for each of ${counted(additions + removals, 'user', 'users')}.`;
  if (userCount === 0) return kind === 'audience' ? 'It has no members.' : 'No user has a value.';
  // Told is not received: deliveries may still wait, or have come to nothing.
  return `Nothing to tell: earlier syncs told of ${usersText(kind, userCount)}.`;
}
