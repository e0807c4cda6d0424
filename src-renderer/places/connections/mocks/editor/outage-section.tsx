import { useController, useFormContext } from 'react-hook-form';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { type MockFault, mockFaultNames, mockFaults } from '#shared/mocks/faults.ts';
import { FoldedSection } from '../../editor/section.tsx';
import type { MockDraft } from './mock-draft.ts';

/** Evaluated before the steps: the outage, then the rate limit. */
export function OutageSection() {
  const { control, formState } = useFormContext<MockDraft>();
  const outage = useController({ control, name: 'outage.on' });
  const rate = useController({ control, name: 'rateLimit.on' });
  return (
    <FoldedSection
      title="Outage and rate limit"
      value={[outage.field.value && 'outage', rate.field.value && 'rate limit']
        .filter(Boolean)
        .join(', ')}
      isOpen={formState.errors.outage !== undefined || formState.errors.rateLimit !== undefined}
    >
      <div className="flex flex-col gap-2">
        <Checkbox
          checked={outage.field.value}
          onChange={outage.field.onChange}
          label="Outage (virtual time)"
        />
        {outage.field.value && <OutageFields />}
        <Checkbox
          checked={rate.field.value}
          onChange={rate.field.onChange}
          label="Rate limit: return 429 with Retry-After"
        />
        {rate.field.value && (
          <div className="grid grid-cols-2 gap-x-3 pl-5.75">
            <NumberInput name="rateLimit.perSecond" label="Limit" unit="per second" min={1} />
            <NumberInput name="rateLimit.retryAfterSeconds" label="Retry-After" unit="s" min={0} />
          </div>
        )}
      </div>
    </FoldedSection>
  );
}

function OutageFields() {
  const { control } = useFormContext<MockDraft>();
  const kind = useController({ control, name: 'outage.kind' });
  const fault = useController({ control, name: 'outage.fault' });
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-1 pl-5.75">
      <div className="col-span-2 mb-1">
        <Segmented
          label="Schedule"
          size="small"
          value={kind.field.value}
          onChange={kind.field.onChange}
          segments={[
            { value: 'window', label: 'Once, from now' },
            { value: 'daily', label: 'Every day' },
          ]}
        />
      </div>
      {kind.field.value === 'window' ? (
        <Duration />
      ) : (
        <>
          <TimeOfDay name="outage.from" label="From" hint="HH:MM" />
          <TimeOfDay name="outage.to" label="To" hint="Can cross midnight" />
        </>
      )}
      <Field label="Outage fault" error={fault.fieldState.error?.message}>
        <Select<MockFault>
          value={fault.field.value}
          onChange={fault.field.onChange}
          options={mockFaultNames.map((value) => ({ value, label: mockFaults[value].title }))}
        />
      </Field>
      {mockFaults[fault.field.value].hasStatus && (
        <NumberInput name="outage.status" label="Outage status" min={100} />
      )}
    </div>
  );
}

/** A changed duration is a new outage. */
function Duration() {
  const { control, setValue } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name: 'outage.duration' });
  return (
    <div className="col-span-2">
      <Field label="Duration" hint="Starts when saved" error={fieldState.error?.message}>
        <TextField
          {...field}
          onChange={(event) => {
            field.onChange(event);
            setValue('outage.startsAt', undefined, { shouldDirty: true });
          }}
          autoComplete="off"
          placeholder="2 h"
          className="tabular-nums"
        />
      </Field>
    </div>
  );
}

interface TimeOfDayProps {
  readonly name: 'outage.from' | 'outage.to';
  readonly label: string;
  readonly hint: string;
}

function TimeOfDay({ name, label, hint }: TimeOfDayProps) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      <TextField {...field} autoComplete="off" placeholder="00:10" className="tabular-nums" />
    </Field>
  );
}

interface NumberInputProps {
  readonly name: 'rateLimit.perSecond' | 'rateLimit.retryAfterSeconds' | 'outage.status';
  readonly label: string;
  readonly unit?: string;
  readonly min: number;
}

function NumberInput({ name, label, unit, min }: NumberInputProps) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      <NumberField
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        min={min}
        unit={unit}
      />
    </Field>
  );
}
