/** Forms that keep their input when left and reopened. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ActionButton, type BoundAction, useActions } from '#renderer/kit/actions/actions.tsx';
import type { Done } from '#renderer/kit/actions/perform.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/kit/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { createDraftStore, type DraftStore, rebasedDraft, sameData } from './draft.ts';

interface FormKindOptions<Draft extends FieldValues, Output> {
  /** Draft key. */
  readonly name: string;
  readonly resolver: Resolver<Draft, unknown, Output>;
  /** The form field of a core issue's path. */
  readonly fieldOf: (path: FieldIssue['path'], draft: Draft) => FieldPath<Draft>;
  /** A field to retype after a reload rather than store in the browser. */
  readonly secret?: keyof Draft;
}

export interface FormKind<Draft extends FieldValues, Output>
  extends Omit<FormKindOptions<Draft, Output>, 'name' | 'secret'> {
  readonly drafts: DraftStore<Partial<Draft>>;
}

/** What all forms of an entity kind share. */
export function formKind<Draft extends FieldValues, Output>({
  name,
  secret,
  ...kind
}: FormKindOptions<Draft, Output>): FormKind<Draft, Output> {
  const storable = (draft: Partial<Draft>): Partial<Draft> =>
    secret === undefined ? draft : { ...draft, [secret]: undefined };
  return { ...kind, drafts: createDraftStore<Partial<Draft>>(name, storable) };
}

export interface PersistentForm<Draft extends FieldValues, Output> {
  readonly kind: FormKind<Draft, Output>;
  /** Draft key. */
  readonly draftId: string;
  readonly saved: Draft;
  /** What the input is compared with when `saved` changes: fields that differ from it are kept. */
  readonly base: RefObject<Draft>;
  readonly form: UseFormReturn<Draft, unknown, Output>;
}

/** `saved` may change while the form is open; typed input stays. */
export function usePersistentForm<Draft extends FieldValues, Output>(
  kind: FormKind<Draft, Output>,
  draftId: string,
  saved: Draft,
): PersistentForm<Draft, Output> {
  const { drafts, resolver } = kind;
  const form = useForm<Draft, unknown, Output>({
    resolver,
    defaultValues: saved as DefaultValues<Draft>,
    mode: 'onTouched',
  });
  const { reset, subscribe, getValues } = form;

  useEffect(() => {
    const storedDraft = drafts.get(draftId);
    if (storedDraft !== undefined)
      reset({ ...getValues(), ...storedDraft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty === true) drafts.keep(draftId, structuredClone(values));
        else if (isDirty === false) drafts.drop(draftId);
      },
    });
  }, [drafts, draftId, reset, subscribe, getValues]);

  const before = useRef(saved);
  const base = useRef(saved);
  useEffect(() => {
    if (sameData(before.current, saved)) return;
    const draft = rebasedDraft(getValues(), base.current, saved);
    before.current = saved;
    base.current = saved;
    reset(saved);
    reset(draft, { keepDefaultValues: true });
  }, [saved, reset, getValues]);

  return { kind, draftId, saved, base, form };
}

interface SavingOptions<Output> {
  readonly isNew?: boolean;
  /** The noun, such as `destination`, and its command section. */
  readonly noun: string;
  readonly section: string;
  /** Name of the edited entity. */
  readonly title: string;
  /** Throws the core's errors. */
  readonly onSave: (settings: Output) => Promise<void>;
}

export interface Saving {
  readonly isNew: boolean;
  readonly isDirty: boolean;
  readonly isSubmitting: boolean;
  readonly justSaved: boolean;
  readonly save: () => void;
  readonly revert: BoundAction;
}

/** Save and revert, as buttons and commands. */
export function useSaving<Draft extends FieldValues, Output>(
  persistent: PersistentForm<Draft, Output>,
  { isNew = false, noun, section, title, onSave }: SavingOptions<Output>,
): Saving {
  const { form, kind, draftId, base } = persistent;
  const { isDirty, isSubmitting } = form.formState;
  const [justSaved, setJustSaved] = useState(false);

  useEffect(() => {
    if (isDirty) setJustSaved(false);
  }, [isDirty]);

  const submit = form.handleSubmit(async (settings) => {
    const before = base.current;
    // The core may write a value in another way, such as JSON without spaces.
    const submitted = structuredClone(form.getValues());
    base.current = submitted;
    try {
      await onSave(settings);
      kind.drafts.drop(draftId);
      setJustSaved(true);
    } catch (error) {
      if (base.current === submitted) base.current = before;
      showError(persistent, error);
    }
  });
  const save = (): void => {
    if ((isNew || isDirty) && !isSubmitting) void submit();
  };
  const [, revert] = useActions(section, [
    {
      id: `${noun}.save`,
      title: isNew ? `Create ${noun}` : `Save ${noun}`,
      // Active without changes too: the browser would otherwise save the page.
      shortcut: isNew ? ['Mod+s', 'Mod+Enter'] : 'Mod+s',
      run: save,
    },
    {
      id: `${noun}.revert`,
      title: 'Revert changes',
      label: isNew ? 'Clear' : 'Revert',
      problem: isDirty ? undefined : 'No changes',
      run: () => revertForm(persistent, isNew ? 'Cleared the form' : `Reverted ${title}`),
    },
  ]);
  return { isNew, isDirty, isSubmitting, justSaved, save, revert };
}

/** Clears typed input, with undo. */
function revertForm<Draft extends FieldValues, Output>(
  { form, kind: { drafts }, draftId, saved }: PersistentForm<Draft, Output>,
  /** Toast title. */
  title: string,
): Done {
  const typed = structuredClone(form.getValues());
  form.reset(saved);
  drafts.drop(draftId);
  return {
    title,
    undo: {
      run: () => {
        // Stored too, in case the form was left meanwhile.
        drafts.keep(draftId, typed);
        form.reset(typed, { keepDefaultValues: true });
      },
    },
  };
}

/** Shows field errors at their fields and others above the form. */
function showError<Draft extends FieldValues, Output>(
  { form, kind }: PersistentForm<Draft, Output>,
  error: unknown,
): void {
  const issues = fieldIssuesOf(error);
  for (const { path, message } of issues) {
    const field = kind.fieldOf(path, form.getValues());
    form.setError(field, { type: 'core', message }, { shouldFocus: true });
  }
  if (issues.length === 0) form.setError('root', { type: 'core', message: errorSentence(error) });
}

/** Buttons to save and revert a form. */
export function SaveButtons({ isNew, isDirty, isSubmitting, save, revert }: Saving) {
  return (
    <>
      <ActionButton action={revert} />
      <Button
        variant="primary"
        shortcut="Mod+s"
        busy={isSubmitting}
        disabledReason={isNew || isDirty ? undefined : 'No changes'}
        onClick={save}
      >
        {isNew ? 'Create' : 'Save'}
      </Button>
    </>
  );
}
