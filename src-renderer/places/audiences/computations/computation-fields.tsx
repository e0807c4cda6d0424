import { useController, useFormContext, useWatch } from 'react-hook-form';
import { NewSourceField } from '#renderer/connections/new-source-field.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import { type ComputationDraft, keyOf } from './computation-form.ts';

/** Derived from the name until edited. */
export function KeyField({ kind }: { kind: ComputationClass }) {
  const { control } = useFormContext<ComputationDraft>();
  const { field, fieldState } = useController({ control, name: 'key' });
  const name = useWatch({ control, name: 'name' });
  const follows = field.value === null;
  return (
    <Field
      label="Key"
      error={fieldState.error?.message}
      hint={
        kind === 'audience'
          ? "Sent as a true or false trait. Can't be changed"
          : "Sent as a trait. Can't be changed"
      }
      aside={
        follows ? (
          'from name'
        ) : (
          <button
            type="button"
            className="rounded-chip font-medium text-accent hover:underline"
            onClick={() => field.onChange(null)}
          >
            Use name
          </button>
        )
      }
    >
      <TextField
        ref={field.ref}
        mono
        value={keyOf({ name, key: field.value })}
        placeholder="big_spenders"
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </Field>
  );
}

export function NameField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { register, formState } = useFormContext<ComputationDraft>();
  return (
    <Field label="Name" error={formState.errors.name?.message}>
      <TextField {...register('name')} autoFocus={autoFocus} autoComplete="off" />
    </Field>
  );
}

export function SourceField() {
  const { control } = useFormContext<ComputationDraft>();
  const { field, fieldState } = useController({ control, name: 'sourceId' });
  const sources = useItems(collections.sources);
  if (sources.length === 0)
    return (
      <NewSourceField
        label="Source"
        hint="Creates the source to send from"
        onCreated={({ id }) => field.onChange(id)}
      />
    );
  return (
    <Field
      label="Source"
      error={fieldState.error?.message}
      hint="Sent to this source's destinations"
    >
      <Select
        ref={field.ref}
        value={field.value === '' ? null : field.value}
        onChange={field.onChange}
        options={sources.map(({ id, name, enabled }) => ({
          value: id,
          label: name,
          hint: enabled ? undefined : "Disabled: can't sync",
        }))}
      />
    </Field>
  );
}

export function ScheduleFields() {
  const { control } = useFormContext<ComputationDraft>();
  const { field: scheduled } = useController({ control, name: 'isScheduled' });
  const { field: minutes, fieldState } = useController({ control, name: 'everyMinutes' });
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        checked={scheduled.value}
        onChange={scheduled.onChange}
        label="Auto-sync"
        hint="Follows the virtual clock"
      />
      {scheduled.value && (
        <Field label="Every" className="ml-6" error={fieldState.error?.message}>
          <NumberField
            className="w-40"
            value={minutes.value}
            onChange={minutes.onChange}
            onBlur={minutes.onBlur}
            min={1}
            max={10_080}
            unit={minutes.value === 1 ? 'minute' : 'minutes'}
          />
        </Field>
      )}
    </div>
  );
}

export function IntegrationsField() {
  const { register, formState } = useFormContext<ComputationDraft>();
  return (
    <Field
      label="Integrations"
      optional
      error={formState.errors.integrations?.message}
      hint={
        <>
          Added to each message; <code className="bytes">{'{"Webhooks": false}'}</code> skips all
          destinations
        </>
      }
    >
      <TextArea mono rows={3} placeholder="{}" {...register('integrations')} />
    </Field>
  );
}
