import { useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { DraftStore } from '#renderer/components/draft-store.ts';
import { rebasedDraft, sameData } from './draft.ts';

export interface PersistentFormOptions<Draft extends FieldValues, Output> {
  readonly drafts: DraftStore<Partial<Draft>>;
  /** Under which what is typed is kept. */
  readonly draftId: string;
  /** May change while the form is open; what is typed stays. */
  readonly saved: Draft;
  readonly resolver: Resolver<Draft, unknown, Output>;
}

/** A form whose input outlives it: left and opened again, it is as it was. */
export function usePersistentForm<Draft extends FieldValues, Output>({
  drafts,
  draftId,
  saved,
  resolver,
}: PersistentFormOptions<Draft, Output>): UseFormReturn<Draft, unknown, Output> {
  const form = useForm<Draft, unknown, Output>({
    resolver,
    defaultValues: saved as DefaultValues<Draft>,
    mode: 'onTouched',
  });
  const { reset, subscribe, getValues } = form;

  useEffect(() => {
    const kept = drafts.get(draftId);
    if (kept !== undefined) reset({ ...getValues(), ...kept }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty === true) drafts.keep(draftId, structuredClone(values));
        else if (isDirty === false) drafts.drop(draftId);
      },
    });
  }, [drafts, draftId, reset, subscribe, getValues]);

  const before = useRef(saved);
  useEffect(() => {
    if (sameData(before.current, saved)) return;
    const draft = rebasedDraft(getValues(), before.current, saved);
    before.current = saved;
    reset(saved);
    reset(draft, { keepDefaultValues: true });
  }, [saved, reset, getValues]);

  return form;
}
