import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { createDraftStore } from '#renderer/components/draft-store.ts';
import { usePersistentForm } from '#renderer/components/use-persistent-form.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { ReceiverSettings } from '#shared/schemas/receiver.ts';
import { formPath, type ReceiverDraft, ReceiverForm } from './receiver-draft.ts';

export type ReceiverFormState = UseFormReturn<ReceiverDraft, unknown, ReceiverSettings>;

const resolver = zodResolver(ReceiverForm);

export function useReceiverForm(draftId: string, saved: ReceiverDraft): ReceiverFormState {
  return usePersistentForm({ drafts: receiverDrafts, draftId, saved, resolver });
}

/** The field of the form that an issue of the core is about. */
export const fieldOf = (path: FieldIssue['path'], draft: ReceiverDraft): FieldPath<ReceiverDraft> =>
  formPath(path, draft).join('.') as FieldPath<ReceiverDraft>;

type KeptDraft = Partial<ReceiverDraft>;

/** The secret is typed again after a reload rather than left in the browser's storage. */
function withoutSecret({ secret: _secret, ...draft }: KeptDraft): KeptDraft {
  return draft;
}

export const receiverDrafts = createDraftStore<KeptDraft>('receivers', withoutSecret);
