import { useController, useFormContext, useWatch } from 'react-hook-form';
import { NewSourceField } from '#renderer/components/new-source-field.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextArea, TextField } from '#renderer/ui/text-field.tsx';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import { type ComputationDraft, keyOf } from './computation-form.ts';

/** The key while it can still be chosen: it follows the name until somebody types another. */
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
          ? 'The property of users that receivers get, true or false. Fixed afterwards.'
          : 'The property of users that receivers get with its value. Fixed afterwards.'
      }
      aside={
        follows ? (
          'from the name'
        ) : (
          <button
            type="button"
            className="rounded-chip font-medium text-accent hover:underline"
            onClick={() => field.onChange(null)}
          >
            Take it from the name
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
    <Field label="Name" error={formState.errors.name?.message} hint="As lists show it.">
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
        label="There is no source yet"
        hint="Identify calls belong to a source: name one, and it is created and chosen."
        onCreated={({ id }) => field.onChange(id)}
      />
    );
  return (
    <Field
      label="Source"
      error={fieldState.error?.message}
      hint="Its identify calls go to the destinations that this source is connected to."
    >
      <Select
        ref={field.ref}
        value={field.value === '' ? null : field.value}
        onChange={field.onChange}
        options={sources.map(({ id, name, enabled }) => ({
          value: id,
          label: name,
          hint: enabled ? undefined : 'off: it cannot be synced',
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
        label="Sync by itself"
        hint="By the product’s clock: at ×3600 a day of hourly syncs passes in 24 seconds."
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
          Goes into each call as it is; <code className="bytes">{'{"Webhooks": false}'}</code> keeps
          it from every destination.
        </>
      }
    >
      <TextArea mono rows={3} placeholder="{}" {...register('integrations')} />
    </Field>
  );
}
