/** Beginning, stopping, resuming and undoing bulk actions. */
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { noteBulkRun } from '#renderer/stores/bulk-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { BulkAction, BulkPlan, BulkPlanning, BulkRun } from '#shared/schemas/bulk.ts';

export type Looking = Extract<BulkPlanning, { kind: 'looking' }>;

/** `onLooking` is told how far it has looked, where that takes its time. */
export async function readBulkPlan(
  action: BulkAction,
  filter: string,
  signal: AbortSignal,
  onLooking: (looking: Looking) => void,
): Promise<BulkPlan> {
  for await (const event of await core.bulk.plan({ action, filter }, { signal })) {
    if (event.kind === 'plan') return event.plan;
    onLooking(event);
  }
  throw new Error('The plan ended before it was whole.');
}

async function tried(failed: string, act: () => Promise<BulkRun | null>): Promise<boolean> {
  try {
    const run = await act();
    if (run !== null) noteBulkRun(run);
    return true;
  } catch (error) {
    showToast({ title: failed, description: errorSentence(error), tone: 'bad' });
    return false;
  }
}

/** Does exactly what was planned. Tells whether it was begun. */
export const startBulk = (
  { action, bounds }: BulkPlan,
  filter: string,
  perSecond: number | null,
): Promise<boolean> =>
  tried('It was not begun', async () => {
    const rate = perSecond === null ? {} : { perSecond };
    const answer = await core.bulk.start({ body: { action, filter, bounds, ...rate } });
    return answer.kind === 'run' ? answer.run : null;
  });

export const stopBulk = ({ id }: BulkRun): Promise<boolean> =>
  tried('It was not stopped', () => core.bulk.cancel({ id }));

export const resumeBulk = ({ id }: BulkRun): Promise<boolean> =>
  tried('It does not go on', () => core.bulk.resume({ id }));

export const undoBulk = ({ id }: BulkRun): Promise<boolean> =>
  tried('It was not undone', () => core.bulk.undo({ id }));
