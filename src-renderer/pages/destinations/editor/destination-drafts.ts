import { createDraftStore } from '#renderer/stores/draft-store.ts';
import type { DestinationDraft } from './destination-draft.ts';

type KeptDraft = Partial<DestinationDraft>;

/** The secret is typed again after a reload rather than left in the browser's storage. */
function withoutSecret({ sharedSecret: _secret, ...draft }: KeptDraft): KeptDraft {
  return draft;
}

export const destinationDrafts = createDraftStore<KeptDraft>('destinations', withoutSecret);
