import type { FormEvent } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { SourceFormState } from './use-source-form.ts';

interface SourceCardProps {
  readonly state: SourceFormState;
  readonly shownKey: string;
}

export function SourceCard({ state: { form, save }, shownKey }: SourceCardProps) {
  const { errors } = form.formState;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <Card title="Source">
      <form aria-label="Settings" noValidate className="flex flex-col gap-2.5" onSubmit={onSubmit}>
        <Field label="Name" error={errors.name?.message} hint="As lists and deliveries show it.">
          <TextField {...form.register('name')} autoComplete="off" />
        </Field>
        <Field
          label="Write key"
          error={errors.writeKey?.message}
          hint="SDKs authenticate with it: the user name of HTTP Basic, no password."
        >
          <TextField
            {...form.register('writeKey')}
            mono
            trailing={
              <span className="-mr-1">
                <CopyButton value={shownKey} label="Copy write key" />
              </span>
            }
          />
        </Field>
        {/* Enter in a field sends a form only when there is a submit button in it. */}
        <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
          Save
        </button>
      </form>
    </Card>
  );
}
