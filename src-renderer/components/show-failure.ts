import { errorSentence } from '#renderer/data/error-sentence.ts';
import { showToast } from '#renderer/ui/toast.tsx';

/** What failed, and why. */
export function showFailure(title: string, error: unknown): void {
  showToast({ title, description: errorSentence(error), tone: 'bad' });
}
