import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { createDraftStore } from '#renderer/components/draft-store.ts';
import { revertForm } from '#renderer/components/saving.tsx';
import { usePersistentForm } from '#renderer/components/use-persistent-form.ts';
import { collections, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/data/error-sentence.ts';
import { Name } from '#shared/schemas/name.ts';
import { type Source, WriteKey } from '#shared/schemas/source.ts';

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

/** What is typed of a source; whether it is enabled is switched at once. */
const SourceForm = z.object({ name: Name, writeKey: WriteKey });
export type SourceForm = z.infer<typeof SourceForm>;

const sourceResolver = zodResolver(SourceForm);
export const sourceDrafts = createDraftStore<Partial<SourceForm>>('sources');
