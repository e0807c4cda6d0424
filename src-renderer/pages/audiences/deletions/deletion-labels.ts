/** Deletion requests as words. Pure. */

import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import type { Deletion, DeletionUserState } from '#shared/schemas/deletion.ts';
import { counted } from '../audience-labels.ts';

export function usersOf({ userCount }: Pick<Deletion, 'userCount'>): string {
  return userCount === 0 ? 'No users yet' : counted(userCount, 'user', 'users');
}

export const deletionStates: Readonly<
  Record<Deletion['state'], { readonly word: string; readonly mark: MarkedState }>
> = {
  draft: { word: 'not started', mark: 'pending' },
  running: { word: 'running', mark: 'sending' },
  completed: { word: 'forwarded', mark: 'delivered' },
};

/** What became of the notices of one user. */
export const userStates: Readonly<
  Record<DeletionUserState, { readonly word: string; readonly mark: MarkedState }>
> = {
  waiting: { word: 'waiting', mark: 'pending' },
  unaffected: { word: 'no source affected', mark: 'unrouted' },
  underway: { word: 'on its way', mark: 'sending' },
  delivered: { word: 'delivered', mark: 'delivered' },
  undelivered: { word: 'not delivered', mark: 'exhausted' },
};

export function deletionSentence(deletion: Deletion): string {
  const { state, userCount, forwardedCount, noticeCount, dropWaiting, droppedCount } = deletion;
  if (state === 'draft') return 'Not started: nothing was sent.';
  const notices = counted(noticeCount, 'notice', 'notices');
  const dropped = dropWaiting
    ? ` ${counted(droppedCount, 'waiting delivery', 'waiting deliveries')} dropped.`
    : '';
  if (state === 'running')
    return `${forwardedCount.toLocaleString('en')} of ${counted(userCount, 'user', 'users')}, ${notices} sent.${dropped}`;
  return `${notices} sent for ${counted(userCount, 'user', 'users')}.${dropped}`;
}
