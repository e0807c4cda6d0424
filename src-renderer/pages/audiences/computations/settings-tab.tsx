import { type FormEvent, useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import {
  SaveButtons,
  usePersistentForm,
  useSaving,
} from '#renderer/components/persistent-form.tsx';
import { computationsOf, put } from '#renderer/data/collections.ts';
import { Banner } from '#renderer/ui/banner.tsx';
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
import { computationForms, draftOf, patchOf } from './computation-form.ts';

interface SettingsTabProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

export function SettingsTab({ kind, computation }: SettingsTabProps) {
  const { id, name, key } = computation;
  const saved = useMemo(() => draftOf(computation), [computation]);
  const persistent = usePersistentForm(computationForms, id, saved);
  const { form } = persistent;
  const { errors } = form.formState;
  const saving = useSaving(persistent, {
    noun: nouns[kind],
    section: 'Audiences',
    title: name,
    onSave: async (typed) =>
      put(computationsOf(kind), await operationsOf(kind).update({ id, ...patchOf(typed) })),
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    saving.save();
  };
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
            <Banner tone="bad" title="Can't save.">
              {errors.root.message}
            </Banner>
          )}
          <Card title="Settings">
            <div className="flex flex-col gap-2.5">
              <NameField />
              <Field label="Key" hint="Can't be changed">
                <TextField
                  mono
                  readOnly
                  value={key}
                  trailing={
                    <span className="-mr-1">
                      <CopyButton value={key} label="Copy key" />
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
            <SaveButtons {...saving} />
          </div>
        </form>
      </FormProvider>
    </div>
  );
}
