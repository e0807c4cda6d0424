import { createDraftStore } from '#renderer/stores/draft-store.ts';
import type { ResendDraft } from './resend-draft.ts';

/** By the number of the delivery. A typed secret is not left in the browser's storage. */
export const resendDrafts = createDraftStore<ResendDraft>('resends', (draft) => ({
  ...draft,
  secret: null,
}));
