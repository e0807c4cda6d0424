import type { UseFormReturn } from 'react-hook-form';
import { useKeptForm } from '#renderer/components/use-kept-form.ts';
import {
  type ComputationDraft,
  computationDrafts,
  computationResolver,
  type TypedComputation,
} from './computation-form.ts';

export type ComputationFormState = UseFormReturn<ComputationDraft, unknown, TypedComputation>;

export function useComputationForm(draftId: string, saved: ComputationDraft): ComputationFormState {
  return useKeptForm({ drafts: computationDrafts, draftId, saved, resolver: computationResolver });
}
