import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { usePersistentForm } from '#renderer/components/use-persistent-form.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { DestinationDraft, DestinationSettings } from './destination-draft.ts';
import { destinationDrafts } from './destination-drafts.ts';
import { DestinationForm, formPath } from './draft-issues.ts';

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
