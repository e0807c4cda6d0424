import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { DraftStore } from '#renderer/stores/draft-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';

interface RevertOptions<Draft extends FieldValues, Output> {
  readonly form: UseFormReturn<Draft, unknown, Output>;
  readonly drafts: DraftStore<Partial<Draft>>;
  readonly draftId: string;
  readonly saved: Draft;
  /** What was done, for the message that offers the way back. */
  readonly title: string;
}

/** Takes what is typed away, and offers it back. */
export function revertForm<Draft extends FieldValues, Output>({
  form,
  drafts,
  draftId,
  saved,
  title,
}: RevertOptions<Draft, Output>): void {
  const typed = structuredClone(form.getValues());
  form.reset(saved);
  drafts.drop(draftId);
  showToast({
    title,
    action: {
      label: 'Undo',
      run: () => {
        // Kept as well, for a form that has been left meanwhile.
        drafts.keep(draftId, typed);
        form.reset(typed, { keepDefaultValues: true });
      },
    },
  });
}
