import { core } from '#renderer/data/core.ts';
import type { Deletion, DeletionUser } from '#shared/schemas/deletion.ts';
import { createCursorStore } from './cursor-store.ts';

/** Newest first. */
export const deletions = createCursorStore<Deletion, null>({
  firstQuery: null,
  keyOf: ({ id }) => id,
  load: (_, page) => core.deletions.list(page),
});

export const useDeletions = deletions.useList;

/** One further down than is loaded comes with its page. */
export function noteDeletion(deletion: Deletion): void {
  const { items } = useDeletions.getState();
  const isKnown = items.some(({ id }) => id === deletion.id);
  const newest = items[0];
  if (isKnown || newest === undefined || deletion.createdAt >= newest.createdAt)
    deletions.put(deletion);
}

export interface DeletionUsersQuery {
  readonly id: string;
  /** Beginning of the user id. */
  readonly search: string;
}

/** The users of the deletion request that is open. */
export const deletionUsers = createCursorStore<DeletionUser, DeletionUsersQuery>({
  firstQuery: { id: '', search: '' },
  keyOf: ({ userId }) => userId,
  load: ({ id, search }, page) => core.deletions.users.list({ id, search, ...page }),
});

export const useDeletionUsers = deletionUsers.useList;
