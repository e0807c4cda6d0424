/** Work of the user: its result and its failure are shown as toasts. */
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { showToast, type ToastOptions } from '#renderer/ui/toast.tsx';

/** What was done, and how to undo it. */
export interface Done extends ToastOptions {
  readonly undo?: (Partial<Pick<Work, 'failure'>> & Pick<Work, 'run'>) | undefined;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most work shows its result on the page.
export type Result = Done | void;

export interface Work {
  /** Title of the toast if it fails. */
  readonly failure: string;
  /** Throws the core's errors. */
  readonly run: () => Promise<Result> | Result;
}

/** What failed, and why. */
export function showFailure(title: string, error: unknown): void {
  showToast({ title, description: errorSentence(error), tone: 'bad' });
}

/** Returns a function that removes the toast. */
export function showDone({ undo, ...toast }: Done): () => void {
  if (undo === undefined) return showToast(toast);
  const { failure = "Can't undo", run } = undo;
  return showToast({
    ...toast,
    action: { label: 'Undo', run: () => void perform(failure, async () => run()) },
  });
}

/** Shows what was done, or why it failed. Resolves to whether it was done. */
export async function perform(failure: string, run: () => Promise<Result>): Promise<boolean> {
  try {
    const done = await run();
    if (done) showDone(done);
    return true;
  } catch (error) {
    showFailure(failure, error);
    return false;
  }
}
