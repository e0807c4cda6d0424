import { createDraftStore } from '#renderer/stores/draft-store.ts';

/** User ids as they are typed for deletion requests: for one that is drafted, and for a new one. */
export const typedUsers = createDraftStore<string>('deletions');
