import type { UseFormReturn } from 'react-hook-form';
import { errorSentence, fieldIssuesOf } from '#renderer/core-client/error-sentence.ts';
import { useKeptForm } from '#renderer/parts/use-kept-form.ts';
import {
  type ComputationDraft,
  computationDrafts,
  computationResolver,
  fieldOf,
  type TypedComputation,
} from './computation-form.ts';

export type ComputationFormState = UseFormReturn<ComputationDraft, unknown, TypedComputation>;

export function useComputationForm(draftId: string, saved: ComputationDraft): ComputationFormState {
  return useKeptForm({ drafts: computationDrafts, draftId, saved, resolver: computationResolver });
}

/** Puts what the core refused at the fields it is about, and the rest above the form. */
export function showRefusal(form: ComputationFormState, error: unknown): void {
  const issues = fieldIssuesOf(error);
  for (const { path, message } of issues)
    form.setError(fieldOf(path), { type: 'core', message }, { shouldFocus: true });
  if (issues.length === 0) form.setError('root', { type: 'core', message: errorSentence(error) });
}
