/** Making, starting and throwing away deletion requests. */

import { createDraftStore } from '#renderer/components/draft-store.ts';
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { neighborOf } from '#renderer/data/listing.ts';
import { deletionsNow, dropDeletion, putDeletion } from '#renderer/data/pages.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import { showToast, type ToastOptions } from '#renderer/ui/toast.tsx';
import { jobStateLabels } from '#shared/lib/job-labels.ts';
import type { Deletion, DeletionUserState } from '#shared/schemas/deletion.ts';
import { maxPageLimit } from '#shared/schemas/page.ts';
import { changeSentence, counted } from '../audience-labels.ts';
import { routeOf } from '../audiences-route.ts';
import { jobMarks } from '../syncs/sync-actions.ts';

/** A draft, shown with its plan: nothing is sent yet. Throws what the core refuses. */
export async function createDraft(userIds: readonly string[]): Promise<Deletion> {
  const deletion = await core.deletions.create({ userIds: [...userIds], draft: true });
  putDeletion(deletion);
  navigate(routeOf({ list: 'deletions', id: deletion.id, tab: 'users' }), 'replace');
  return deletion;
}

export async function startDeletion({ id }: Deletion): Promise<void> {
  try {
    putDeletion(await core.deletions.start({ id }));
  } catch (error) {
    showFailure('The deletion request was not started', error);
  }
}

/** Throws what the core refuses. */
export async function addToDraft(id: string, userIds: readonly string[]): Promise<void> {
  const change = await core.deletions.users.add({ id, userIds: [...userIds] });
  showToast({ title: `Deletion request: ${changeSentence(change)}`, tone: 'ok' });
}

/** One user out of a draft, with the way back. */
export async function removeFromDraft(id: string, userId: string): Promise<void> {
  try {
    await core.deletions.users.remove({ id, userIds: [userId] });
    showToast({
      title: `${userId} is not in the deletion request any more`,
      action: {
        label: 'Undo',
        run: () => {
          addToDraft(id, [userId]).catch((error: unknown) =>
            showFailure('It was not undone', error),
          );
        },
      },
    });
  } catch (error) {
    showFailure(`${userId} was not removed`, error);
  }
}

/** Its users, where they are few enough to be brought back. The core is asked: files may add more. */
async function usersToBringBack({ id }: Deletion): Promise<readonly string[] | null> {
  const { items, nextCursor } = await core.deletions.users.list({ id, limit: maxPageLimit });
  return nextCursor === null ? items.map(({ userId }) => userId) : null;
}

/** `told` says how it went; `asks`: nothing was done, since it could not be undone. */
export async function discardDeletion(deletion: Deletion): Promise<'told' | 'asks'> {
  try {
    const userIds = await usersToBringBack(deletion);
    if (userIds === null) return 'asks';
    await remove(deletion, { label: 'Undo', run: () => bringBack(userIds) });
  } catch (error) {
    tellNotDiscarded(error);
  }
  return 'told';
}

/** After it was asked. */
export async function discardForGood(deletion: Deletion): Promise<void> {
  try {
    await remove(deletion);
  } catch (error) {
    tellNotDiscarded(error);
  }
}

const tellNotDiscarded = (error: unknown): void =>
  showFailure('The deletion request was not thrown away', error);

async function remove({ id }: Deletion, action?: ToastOptions['action']): Promise<void> {
  await core.deletions.remove({ id });
  const next = neighborOf(deletionsNow(), id);
  dropDeletion(id);
  typedUsers.drop(id);
  navigate(routeOf({ list: 'deletions', id: next ?? null, tab: 'users' }), 'replace');
  showToast({
    title: 'The deletion request was thrown away',
    description: 'Nothing was sent.',
    action,
  });
}

function bringBack(userIds: readonly string[]): void {
  createDraft(userIds).catch((error: unknown) =>
    showFailure('The deletion request could not be brought back', error),
  );
}

/** User ids as they are typed for deletion requests: for one that is drafted, and for a new one. */
export const typedUsers = createDraftStore<string>('deletions');

// Deletion requests as words.

export function usersOf({ userCount }: Pick<Deletion, 'userCount'>): string {
  return userCount === 0 ? 'No users yet' : counted(userCount, 'user', 'users');
}

export const deletionMark = (state: Deletion['state']): MarkedState =>
  state === 'draft' ? 'pending' : jobMarks[state];

export function deletionWord(state: Deletion['state']): string {
  if (state === 'draft') return 'not started';
  return state === 'completed' ? 'forwarded' : jobStateLabels[state].toLowerCase();
}

/** What became of the notices of one user. */
export const userStates: Readonly<
  Record<DeletionUserState, { readonly word: string; readonly mark: MarkedState }>
> = {
  waiting: { word: 'waiting', mark: 'pending' },
  unaffected: { word: 'no source affected', mark: 'unrouted' },
  in_progress: { word: 'on its way', mark: 'sending' },
  delivered: { word: 'delivered', mark: 'delivered' },
  failed: { word: 'not delivered', mark: 'exhausted' },
};

export function deletionSentence(deletion: Deletion): string {
  const { state, userCount, forwardedCount, noticesSent, cancelPending, cancelledCount } = deletion;
  if (state === 'draft') return 'Not started: nothing was sent.';
  const notices = counted(noticesSent, 'notice', 'notices');
  const cancelled = cancelPending
    ? ` ${counted(cancelledCount, 'waiting delivery', 'waiting deliveries')} cancelled.`
    : '';
  if (state !== 'completed')
    return `${forwardedCount.toLocaleString('en')} of ${counted(userCount, 'user', 'users')}, ${notices} sent.${cancelled}`;
  return `${notices} sent for ${counted(userCount, 'user', 'users')}.${cancelled}`;
}
