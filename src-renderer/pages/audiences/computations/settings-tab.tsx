import { type FormEvent, useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { revertForm, showError } from '#renderer/components/saving.tsx';
import { computationsOf, put } from '#renderer/data/collections.ts';
import { useCommand } from '#renderer/keyboard/commands.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { nouns } from '../audience-labels.ts';
import { operationsOf } from './computation-actions.ts';
import {
  IntegrationsField,
  NameField,
  ScheduleFields,
  SourceField,
} from './computation-fields.tsx';
import {
  computationDrafts,
  draftOf,
  fieldOf,
  patchOf,
  useComputationForm,
} from './computation-form.ts';

interface SettingsTabProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

export function SettingsTab({ kind, computation }: SettingsTabProps) {
  const { id, name, key } = computation;
  // Progress of a sync makes a new object of the same settings.
  const settings = JSON.stringify(draftOf(computation));
  const saved = useMemo(() => JSON.parse(settings) as ReturnType<typeof draftOf>, [settings]);
  const form = useComputationForm(id, saved);
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (typed) => {
    try {
      put(computationsOf(kind), await operationsOf(kind).update({ id, ...patchOf(typed) }));
      computationDrafts.drop(id);
    } catch (error) {
      showError(form, error, fieldOf);
    }
  });
  useCommand({
    id: 'computation.save',
    title: `Save the ${nouns[kind]}`,
    section: 'Audiences',
    shortcut: 'Mod+s',
    // Also with nothing to save: the browser would otherwise offer to save the page.
    run: () => {
      if (isDirty && !isSubmitting) void save();
    },
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty) void save();
  };
  const revert = (): void =>
    revertForm({ form, drafts: computationDrafts, draftId: id, saved, title: `Reverted ${name}` });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <FormProvider {...form}>
        <form
          noValidate
          aria-label="Settings"
          className="flex max-w-[640px] flex-col gap-3"
          onSubmit={onSubmit}
        >
          {errors.root && (
            <Banner tone="bad" title="It was not saved.">
              {errors.root.message}
            </Banner>
          )}
          <Card title="Settings">
            <div className="flex flex-col gap-2.5">
              <NameField />
              <Field label="Key" hint="Fixed since it was created: receivers know it by this.">
                <TextField
                  mono
                  readOnly
                  value={key}
                  trailing={
                    <span className="-mr-1">
                      <CopyButton value={key} label="Copy the key" />
                    </span>
                  }
                />
              </Field>
              <SourceField />
              <ScheduleFields />
              <IntegrationsField />
            </div>
          </Card>
          <div className="flex gap-2">
            <Button
              type="submit"
              variant="primary"
              shortcut="Mod+s"
              busy={isSubmitting}
              disabledReason={isDirty ? undefined : 'Nothing has been changed'}
            >
              Save
            </Button>
            <Button onClick={revert} disabled={!isDirty}>
              Revert
            </Button>
          </div>
        </form>
      </FormProvider>
    </div>
  );
}
