import { useEffect, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import type { DraftStore } from '#renderer/stores/draft-store.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import { revertForm } from './revert-form.ts';
import { showError } from './show-error.ts';

export interface SavingOptions<Draft extends FieldValues, Output> {
  readonly form: UseFormReturn<Draft, unknown, Output>;
  readonly drafts: DraftStore<Partial<Draft>>;
  readonly draftId: string;
  readonly saved: Draft;
  readonly isNew: boolean;
  /** What is set up, such as `destination`; and the section of its commands. */
  readonly noun: string;
  readonly section: string;
  /** The name of the one that is edited. */
  readonly title: string;
  /** Which field of the form an issue of the core is about. */
  readonly fieldOf: (path: FieldIssue['path'], draft: Draft) => FieldPath<Draft>;
  /** Throws what the core refuses. */
  readonly onSave: (settings: Output) => Promise<void>;
}

export interface Saving {
  readonly isNew: boolean;
  readonly isDirty: boolean;
  readonly isSubmitting: boolean;
  readonly justSaved: boolean;
  readonly save: () => void;
  readonly revert: () => void;
}

/** Saving and reverting a form, by button and by command. */
export function useSaving<Draft extends FieldValues, Output>(
  options: SavingOptions<Draft, Output>,
): Saving {
  const { form, drafts, draftId, saved, isNew, noun, section, title, fieldOf, onSave } = options;
  const { isDirty, isSubmitting } = form.formState;
  const [justSaved, setJustSaved] = useState(false);

  useEffect(() => {
    if (isDirty) setJustSaved(false);
  }, [isDirty]);

  const submit = form.handleSubmit(async (settings) => {
    try {
      await onSave(settings);
      drafts.drop(draftId);
      setJustSaved(true);
    } catch (error) {
      showError(form, error, fieldOf);
    }
  });
  const save = (): void => {
    if ((isNew || isDirty) && !isSubmitting) void submit();
  };
  const revert = (): void => {
    const done = isNew ? 'Cleared the form' : `Reverted ${title}`;
    revertForm({ form, drafts, draftId, saved, title: done });
  };
  useCommands([
    {
      id: `${noun}.save`,
      title: isNew ? `Create the ${noun}` : `Save the ${noun}`,
      section,
      // Also with nothing to save: the browser would otherwise offer to save the page.
      shortcut: 'Mod+s',
      run: save,
    },
    {
      id: `${noun}.revert`,
      title: 'Revert to what is saved',
      section,
      enabled: () => isDirty,
      run: revert,
    },
  ]);
  return { isNew, isDirty, isSubmitting, justSaved, save, revert };
}
