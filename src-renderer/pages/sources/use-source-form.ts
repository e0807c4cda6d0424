import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { revertForm } from '#renderer/components/revert-form.ts';
import { usePersistentForm } from '#renderer/components/use-persistent-form.ts';
import { collections, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/data/error-sentence.ts';
import type { Source } from '#shared/schemas/source.ts';
import { type SourceForm, sourceDrafts, sourceResolver } from './source-form.ts';

export interface SourceFormState {
  readonly form: UseFormReturn<SourceForm, unknown, SourceForm>;
  readonly save: () => Promise<void>;
  readonly revert: () => void;
}

/** The form of one source, and how it is saved. */
export function useSourceForm({ id, name, writeKey }: Source): SourceFormState {
  const saved = useMemo<SourceForm>(() => ({ name, writeKey }), [name, writeKey]);
  const form = usePersistentForm({
    drafts: sourceDrafts,
    draftId: id,
    saved,
    resolver: sourceResolver,
  });

  const submit = form.handleSubmit(async (typed) => {
    try {
      put(collections.sources, await core.sources.update({ id, ...typed }));
      sourceDrafts.drop(id);
    } catch (error) {
      const issues = fieldIssuesOf(error);
      for (const { path, message } of issues)
        form.setError(path[0] === 'writeKey' ? 'writeKey' : 'name', { message });
      if (issues.length === 0) form.setError('root', { message: errorSentence(error) });
    }
  });
  return {
    form,
    save: () => submit(),
    revert: () =>
      revertForm({ form, drafts: sourceDrafts, draftId: id, saved, title: `Reverted ${name}` }),
  };
}
