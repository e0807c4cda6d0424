import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { createDraftStore } from '#renderer/components/draft-store.ts';
import { usePersistentForm } from '#renderer/components/use-persistent-form.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import {
  type DestinationDraft,
  DestinationForm,
  type DestinationSettings,
  formPath,
} from './destination-draft.ts';

type DestinationFormState = UseFormReturn<DestinationDraft, unknown, DestinationSettings>;

const resolver = zodResolver(DestinationForm);

export function useDestinationForm(draftId: string, saved: DestinationDraft): DestinationFormState {
  return usePersistentForm({ drafts: destinationDrafts, draftId, saved, resolver });
}

/** The field of the form that an issue of the core is about. */
export const fieldOf = (
  path: FieldIssue['path'],
  draft: DestinationDraft,
): FieldPath<DestinationDraft> => formPath(path, draft).join('.') as FieldPath<DestinationDraft>;

type KeptDraft = Partial<DestinationDraft>;

/** The secret is typed again after a reload rather than left in the browser's storage. */
function withoutSecret({ sharedSecret: _secret, ...draft }: KeptDraft): KeptDraft {
  return draft;
}

export const destinationDrafts = createDraftStore<KeptDraft>('destinations', withoutSecret);
