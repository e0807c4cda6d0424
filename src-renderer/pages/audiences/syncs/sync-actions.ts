/** Beginning, stopping and going on with syncs. */
import { core } from '#renderer/data/core.ts';
import { noteSync, syncHistory } from '#renderer/stores/syncs-store.ts';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync, SyncPlan } from '#shared/schemas/sync.ts';
import { operationsOf, tellFailure } from '../computations/computation-actions.ts';

export async function readPlan(kind: ComputationClass, id: string): Promise<SyncPlan> {
  const answer = await operationsOf(kind).syncs.start({ params: { id }, query: { plan: true } });
  if (answer.kind !== 'plan') throw new Error('A sync was begun where a plan was asked for.');
  return answer.plan;
}

function note(sync: Sync): void {
  noteSync(sync);
  syncHistory.refresh();
}

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
    if (answer.kind === 'sync') note(answer.sync);
  } catch (error) {
    tellFailure('The sync was not started', error);
  }
}

export async function cancelSync({ id }: Sync): Promise<void> {
  try {
    note(await core.syncs.cancel({ id }));
  } catch (error) {
    tellFailure('The sync was not cancelled', error);
  }
}

export async function resumeSync({ id }: Sync): Promise<void> {
  try {
    note(await core.syncs.resume({ id }));
  } catch (error) {
    tellFailure('The sync was not resumed', error);
  }
}
