import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { errorSentence, fieldIssuesOf } from '#renderer/data/error-sentence.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';

/** Puts what the core refused at the fields it is about, and the rest above the form. */
export function showError<Draft extends FieldValues, Output>(
  form: UseFormReturn<Draft, unknown, Output>,
  error: unknown,
  fieldOf: (path: FieldIssue['path'], draft: Draft) => FieldPath<Draft>,
): void {
  const issues = fieldIssuesOf(error);
  for (const { path, message } of issues) {
    const field = fieldOf(path, form.getValues());
    form.setError(field, { type: 'core', message }, { shouldFocus: true });
  }
  if (issues.length === 0) form.setError('root', { type: 'core', message: errorSentence(error) });
}
