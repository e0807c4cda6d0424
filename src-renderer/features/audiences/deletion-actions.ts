/** Making, starting and throwing away deletion requests. */
import { core } from '#renderer/core-client/core.ts';
import { neighbourOf } from '#renderer/parts/neighbour.ts';
import { deletions, deletionUsers, useDeletions } from '#renderer/stores/deletions-store.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Deletion } from '#shared/schemas/deletion.ts';
import { maxPageLimit } from '#shared/schemas/page.ts';
import { routeOf } from './audiences-route.ts';
import { tellFailure } from './computation-actions.ts';

/** A draft, shown with its plan: nothing is sent yet. Throws what the core refuses. */
export async function createDraft(userIds: readonly string[]): Promise<Deletion> {
  const deletion = await core.deletions.create({ userIds: [...userIds], draft: true });
  deletions.put(deletion);
  navigate(routeOf({ list: 'deletions', id: deletion.id, tab: 'users' }), 'replace');
  return deletion;
}

export async function startDeletion({ id }: Deletion): Promise<void> {
  try {
    deletions.put(await core.deletions.start({ id }));
    deletionUsers.refresh();
  } catch (error) {
    tellFailure('The deletion request was not started', error);
  }
}

/** Whether its users are too many to be brought back, so that it is asked before. */
export const isGoneForGood = ({ userCount }: Deletion): boolean => userCount > maxPageLimit;

async function usersToBringBack(deletion: Deletion): Promise<readonly string[] | null> {
  if (isGoneForGood(deletion)) return null;
  const { items } = await core.deletions.users({ id: deletion.id, limit: maxPageLimit });
  return items.map(({ userId }) => userId);
}

export async function discardDeletion(deletion: Deletion): Promise<void> {
  const { id } = deletion;
  try {
    const userIds = await usersToBringBack(deletion);
    await core.deletions.remove({ id });
    const next = neighbourOf(useDeletions.getState().items, id);
    deletions.drop(id);
    navigate(routeOf({ list: 'deletions', id: next ?? null, tab: 'users' }), 'replace');
    showToast({
      title: 'The deletion request was thrown away',
      description: 'Nothing was sent.',
      action: userIds === null ? undefined : { label: 'Undo', run: () => bringBack(userIds) },
    });
  } catch (error) {
    tellFailure('The deletion request was not thrown away', error);
  }
}

function bringBack(userIds: readonly string[]): void {
  createDraft(userIds).catch((error: unknown) =>
    tellFailure('The deletion request could not be brought back', error),
  );
}
