import type { UseFormReturn } from 'react-hook-form';
import { usePersistentForm } from '#renderer/components/use-persistent-form.ts';
import {
  type ComputationDraft,
  computationDrafts,
  computationResolver,
  type TypedComputation,
} from './computation-form.ts';

export type ComputationFormState = UseFormReturn<ComputationDraft, unknown, TypedComputation>;

export function useComputationForm(draftId: string, saved: ComputationDraft): ComputationFormState {
  return usePersistentForm({
    drafts: computationDrafts,
    draftId,
    saved,
    resolver: computationResolver,
  });
}
