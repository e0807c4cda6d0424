/** The newest bulk action by the latest news: one runs at a time. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { BulkRun } from '#shared/schemas/bulk.ts';

interface BulkState {
  readonly run: BulkRun | null;
  /** Whether there is something to say of it: it moved while somebody looked, or waits for a word. */
  readonly isNews: boolean;
}

export const useBulk = create<BulkState>()(() => ({ run: null, isNews: false }));

export const isUnderWay = (run: BulkRun | null): boolean =>
  run?.state === 'running' || run?.state === 'undoing';

/** Something has happened to a run. */
export function noteBulkRun(run: BulkRun): void {
  const known = useBulk.getState().run;
  if (known !== null && run.id < known.id) return;
  useBulk.setState({ run, isNews: true });
}

/** What was said of the run is read. */
export function dismissBulkRun(): void {
  useBulk.setState({ isNews: false });
}

/** What ended before anybody looked is no news. */
export async function loadBulkRun(): Promise<void> {
  try {
    const run = (await core.bulk.list({ limit: 1 })).items[0] ?? null;
    const { run: known, isNews } = useBulk.getState();
    const isSame = run !== null && run.id === known?.id && isNews;
    useBulk.setState({
      run,
      isNews: isSame || isUnderWay(run) || run?.state === 'interrupted',
    });
  } catch {
    // The next change brings it.
  }
}
