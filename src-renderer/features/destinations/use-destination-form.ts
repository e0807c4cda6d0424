import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { errorSentence, fieldIssuesOf } from '#renderer/core-client/error-sentence.ts';
import { useKeptForm } from '#renderer/parts/use-kept-form.ts';
import type { DestinationDraft, DestinationSettings } from './destination-draft.ts';
import { destinationDrafts } from './destination-drafts.ts';
import { DestinationForm, formPath } from './draft-issues.ts';

type DestinationFormState = UseFormReturn<DestinationDraft, unknown, DestinationSettings>;

const resolver = zodResolver(DestinationForm);

export function useDestinationForm(draftId: string, saved: DestinationDraft): DestinationFormState {
  return useKeptForm({ drafts: destinationDrafts, draftId, saved, resolver });
}

/** Puts what the core refused at the fields it is about, and the rest above the form. */
export function showRefusal(form: DestinationFormState, error: unknown): void {
  const issues = fieldIssuesOf(error);
  for (const { path, message } of issues) {
    const field = formPath(path, form.getValues()).join('.') as FieldPath<DestinationDraft>;
    form.setError(field, { type: 'core', message }, { shouldFocus: true });
  }
  if (issues.length === 0) form.setError('root', { type: 'core', message: errorSentence(error) });
}
