import { useEffect, useState } from 'react';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { revertForm } from '#renderer/parts/revert-form.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { ReceiverSettings } from '#shared/schemas/receiver.ts';
import type { ReceiverDraft } from './receiver-draft.ts';
import { receiverDrafts } from './receiver-drafts.ts';
import { type ReceiverFormState, showRefusal } from './use-receiver-form.ts';

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
export function FormBar({ form, draftId, saved, title, isNew = false, onSave }: FormBarProps) {
  const { isDirty, isSubmitting } = form.formState;
  const [justSaved, setJustSaved] = useState(false);
  const canSave = isNew || isDirty;

  useEffect(() => {
    if (isDirty) setJustSaved(false);
  }, [isDirty]);

  const save = form.handleSubmit(async (settings) => {
    try {
      await onSave(settings);
      receiverDrafts.drop(draftId);
      setJustSaved(true);
    } catch (error) {
      showRefusal(form, error);
    }
  });
  const revert = (): void =>
    revertForm({
      form,
      drafts: receiverDrafts,
      draftId,
      saved,
      title: isNew ? 'Cleared the form' : `Reverted ${title}`,
    });
  useCommands([
    {
      id: 'receiver.save',
      title: isNew ? 'Create the receiver' : 'Save the receiver',
      section: 'Receivers',
      shortcut: 'Mod+s',
      // Also with nothing to save: the browser would otherwise offer to save the page.
      run: () => {
        if (canSave && !isSubmitting) void save();
      },
    },
    {
      id: 'receiver.revert',
      title: 'Revert to what is saved',
      section: 'Receivers',
      enabled: () => isDirty,
      run: revert,
    },
  ]);
  return (
    <>
      <span role="status" className="truncate text-small text-fg-2">
        {isDirty ? 'Not saved yet' : justSaved ? 'Saved' : isNew ? '' : 'Everything is saved'}
      </span>
      <Button onClick={revert} disabled={!isDirty}>
        {isNew ? 'Clear' : 'Revert'}
      </Button>
      <Button
        variant="primary"
        shortcut="Mod+s"
        busy={isSubmitting}
        disabledReason={canSave ? undefined : 'Nothing has been changed'}
        onClick={() => void save()}
      >
        {isNew ? 'Create' : 'Save'}
      </Button>
    </>
  );
}
