/** Saving and forgetting filters, with the way back. */
import { collections, drop, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { SavedFilter } from '#shared/schemas/filter.ts';

/** Null when it is saved; else why it is not, as a sentence. */
export async function saveFilter(name: string, filter: string): Promise<string | null> {
  try {
    put(collections.savedFilters, await core.savedFilters.create({ name, filter }));
    return null;
  } catch (error) {
    return errorSentence(error);
  }
}

async function saveAgain({ name, filter }: SavedFilter): Promise<void> {
  const problem = await saveFilter(name, filter);
  if (problem !== null)
    showToast({ title: `${name} was not saved again`, description: problem, tone: 'bad' });
}

export async function forgetFilter(saved: SavedFilter): Promise<void> {
  try {
    await core.savedFilters.remove({ id: saved.id });
  } catch (error) {
    showToast({
      title: `${saved.name} was not removed`,
      description: errorSentence(error),
      tone: 'bad',
    });
    return;
  }
  drop(collections.savedFilters, saved.id);
  showToast({
    title: `Removed the saved filter ${saved.name}`,
    action: { label: 'Undo', run: () => void saveAgain(saved) },
  });
}
