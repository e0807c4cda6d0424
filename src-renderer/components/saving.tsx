import { useEffect, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { DraftStore } from '#renderer/components/draft-store.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/data/error-sentence.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { FieldIssue } from '#shared/contract/errors.ts';

interface SavingOptions<Draft extends FieldValues, Output> {
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

/** What saves a form, and what takes back what was typed. */
export function SaveButtons({ isNew, isDirty, isSubmitting, save, revert }: Saving) {
  return (
    <>
      <Button onClick={revert} disabledReason={isDirty ? undefined : 'Nothing has been changed'}>
        {isNew ? 'Clear' : 'Revert'}
      </Button>
      <Button
        variant="primary"
        shortcut="Mod+s"
        busy={isSubmitting}
        disabledReason={isNew || isDirty ? undefined : 'Nothing has been changed'}
        onClick={save}
      >
        {isNew ? 'Create' : 'Save'}
      </Button>
    </>
  );
}
