import { createDraftStore } from '#renderer/stores/draft-store.ts';
import type { ReceiverDraft } from './receiver-draft.ts';

type KeptDraft = Partial<ReceiverDraft>;

/** The secret is typed again after a reload rather than left in the browser's storage. */
function withoutSecret({ secret: _secret, ...draft }: KeptDraft): KeptDraft {
  return draft;
}

export const receiverDrafts = createDraftStore<KeptDraft>('receivers', withoutSecret);
