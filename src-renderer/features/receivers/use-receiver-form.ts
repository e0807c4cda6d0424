import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { errorSentence, fieldIssuesOf } from '#renderer/core-client/error-sentence.ts';
import { useKeptForm } from '#renderer/parts/use-kept-form.ts';
import type { ReceiverSettings } from '#shared/schemas/receiver.ts';
import { formPath, ReceiverForm } from './draft-issues.ts';
import type { ReceiverDraft } from './receiver-draft.ts';
import { receiverDrafts } from './receiver-drafts.ts';

export type ReceiverFormState = UseFormReturn<ReceiverDraft, unknown, ReceiverSettings>;

const resolver = zodResolver(ReceiverForm);

export function useReceiverForm(draftId: string, saved: ReceiverDraft): ReceiverFormState {
  return useKeptForm({ drafts: receiverDrafts, draftId, saved, resolver });
}

/** Puts what the core refused at the fields it is about, and the rest above the form. */
export function showRefusal(form: ReceiverFormState, error: unknown): void {
  const issues = fieldIssuesOf(error);
  for (const { path, message } of issues) {
    const field = formPath(path, form.getValues()).join('.') as FieldPath<ReceiverDraft>;
    form.setError(field, { type: 'core', message }, { shouldFocus: true });
  }
  if (issues.length === 0) form.setError('root', { type: 'core', message: errorSentence(error) });
}
