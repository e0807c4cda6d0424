import { SaveButtons } from '#renderer/components/save-buttons.tsx';
import { useSaving } from '#renderer/components/use-saving.ts';
import type { ReceiverSettings } from '#shared/schemas/receiver.ts';
import type { ReceiverDraft } from './receiver-draft.ts';
import { receiverDrafts } from './receiver-drafts.ts';
import { fieldOf, type ReceiverFormState } from './use-receiver-form.ts';

interface FormBarProps {
  readonly form: ReceiverFormState;
  readonly draftId: string;
  readonly saved: ReceiverDraft;
  readonly title: string;
  readonly isNew?: boolean;
  /** Throws what the core refuses. */
  readonly onSave: (settings: ReceiverSettings) => Promise<void>;
}

/** How what is typed stands to what is saved, and what saves it. */
export function FormBar({ isNew = false, ...props }: FormBarProps) {
  const saving = useSaving({
    ...props,
    isNew,
    drafts: receiverDrafts,
    noun: 'receiver',
    section: 'Receivers',
    fieldOf,
  });
  const { isDirty, justSaved } = saving;
  return (
    <>
      <span role="status" className="truncate text-small text-fg-2">
        {isDirty ? 'Not saved yet' : justSaved ? 'Saved' : isNew ? '' : 'Everything is saved'}
      </span>
      <SaveButtons {...saving} />
    </>
  );
}
