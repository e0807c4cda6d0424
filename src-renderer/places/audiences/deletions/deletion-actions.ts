import { jobMarks } from '#renderer/jobs/job-view.tsx';
import { type Done, perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { neighborOf } from '#renderer/kit/data/listing.ts';
import { deletionsNow, dropDeletion, putDeletion } from '#renderer/kit/data/pages.ts';
import { createDraftStore } from '#renderer/kit/forms/draft.ts';
import { navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import type { Deletion, DeletionUserState } from '#shared/audiences/deletion.ts';
import { jobStateLabels } from '#shared/jobs/text.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { maxPageLimit } from '#shared/kit/page.ts';
import { changeText } from '../audience-labels.tsx';
import { routeOf } from '../audiences-route.ts';

/** Nothing is sent yet. Throws the core's errors. */
export async function createDraft(userIds: readonly string[]): Promise<Deletion> {
  const open = navigateFromHere();
  const deletion = await core.deletions.create({ userIds: [...userIds], draft: true });
  putDeletion(deletion);
  open(routeOf('deletions', deletion.id));
  return deletion;
}

/** Throws the core's errors. */
export async function addToDraft(id: string, userIds: readonly string[]): Promise<Done> {
  const change = await core.deletions.users.add({ id, userIds: [...userIds] });
  return { title: `Deletion request: ${changeText(change)}`, tone: 'ok' };
}

export const removeFromDraft = (id: string, userId: string): Promise<boolean> =>
  perform(`Can't remove ${userId}`, async () => {
    await core.deletions.users.remove({ id, userIds: [userId] });
    return { title: `Removed ${userId}`, undo: { run: () => addToDraft(id, [userId]) } };
  });

/** Null when there are too many to restore. Asks the core, since a file import may have added some. */
export async function usersToRestore({ id }: Deletion): Promise<readonly string[] | null> {
  const { items, nextCursor } = await core.deletions.users.list({ id, limit: maxPageLimit });
  return nextCursor === null ? items.map(({ userId }) => userId) : null;
}

/** Throws the core's errors. */
export async function discardDeletion(
  { id }: Deletion,
  userIds: readonly string[] | null,
): Promise<Done> {
  const leave = navigateFromHere();
  await core.deletions.remove({ id });
  const next = neighborOf(deletionsNow(), id);
  dropDeletion(id);
  typedUsers.drop(id);
  leave(routeOf('deletions', next ?? null));
  const restore = async (): Promise<void> => {
    if (userIds !== null) await createDraft(userIds);
  };
  return {
    title: 'Discarded deletion request',
    undo: userIds === null ? undefined : { failure: "Can't restore", run: restore },
  };
}

/** Unsaved user IDs, by deletion request. */
export const typedUsers = createDraftStore<string>('deletions');

// Text for deletion requests.

export function usersOf({ userCount }: Pick<Deletion, 'userCount'>): string {
  return userCount === 0 ? 'No users' : counted(userCount, 'user');
}

export const deletionMark = (state: Deletion['state']): MarkedState =>
  state === 'draft' ? 'planned' : jobMarks[state];

export function deletionStateText(state: Deletion['state']): string {
  if (state === 'draft') return 'draft';
  return state === 'completed' ? 'sent' : jobStateLabels[state].toLowerCase();
}

/** State of one user's notices. */
export const userStates: Readonly<
  Record<DeletionUserState, { readonly label: string; readonly mark: MarkedState }>
> = {
  waiting: { label: 'waiting', mark: 'planned' },
  unaffected: { label: 'no affected source', mark: 'not_sent' },
  in_progress: { label: 'in progress', mark: 'sending' },
  delivered: { label: 'delivered', mark: 'delivered' },
  failed: { label: 'not delivered', mark: 'gave_up' },
};

export function deletionSummary(deletion: Deletion): string {
  const { state, userCount, forwardedCount, noticesSent, cancelPending, cancelledCount } = deletion;
  if (state === 'draft') return 'Not sent';
  const notices = counted(noticesSent, 'notice');
  const cancelled = cancelPending
    ? `, ${counted(cancelledCount, 'waiting delivery', 'waiting deliveries')} cancelled`
    : '';
  if (state !== 'completed')
    return `${formatCount(forwardedCount)} of ${counted(userCount, 'user')}, ${notices} sent${cancelled}`;
  return `${notices} sent for ${counted(userCount, 'user')}${cancelled}`;
}
