import { useRef } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { AddHeader, HeaderRow } from '#renderer/requests/header-row.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { formatDuration, parseDuration } from '#shared/kit/duration.ts';
import { mockFaultNames, mockFaults } from '#shared/mocks/faults.ts';
import { canForward } from '#shared/mocks/rules.ts';
import { hasRate } from './behavior-labels.ts';
import { StepForwardFields } from './forward-card.tsx';
import { type MockDraft, returnsServerResponse } from './mock-draft.ts';

interface StepFieldsProps {
  readonly index: number;
  readonly countsTimes: 'times' | 'weight' | 'nothing';
}

/** The settings of a step; depends on its fault. */
export function StepFields({ index, countsTimes }: StepFieldsProps) {
  const { control, register, formState } = useFormContext<MockDraft>();
  const fault = useWatch({ control, name: `steps.${index}.fault` });
  const errors = formState.errors.steps?.[index];
  const isForwarding = useWatch({ control, name: 'forward.on' });
  const step = useWatch({ control, name: `steps.${index}` });
  const hasResponse = mockFaults[fault].hasStatus && !returnsServerResponse(step, isForwarding);
  return (
    <div className="flex flex-col gap-1.5 border-t border-line px-2.5 pt-2 pb-2">
      <FaultField index={index} />
      {isForwarding && canForward({ fault }) && <StepForwardFields index={index} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(104px,1fr))] gap-x-3 gap-y-1.5">
        {hasResponse && (
          <NumberInput index={index} name="status" label="Status" min={100} max={999} />
        )}
        {countsTimes !== 'nothing' && (
          <NumberInput
            index={index}
            name="times"
            label={countsTimes === 'weight' ? 'Weight' : 'Times'}
            min={1}
          />
        )}
        {mockFaults[fault].hasDelay && (
          <>
            <DelayField index={index} name="delay" label="Delay" hint="Before responding" />
            <DelayField index={index} name="delayMax" label="Maximum" />
          </>
        )}
        {hasRate(fault) && (
          <NumberInput
            index={index}
            name="bytesPerSecond"
            label="Speed"
            unit="bytes/s"
            hint={`Default ${fault === 'slow_body' ? '10' : '100,000'}`}
            min={1}
          />
        )}
      </div>
      {hasResponse && (
        <>
          <StepHeaders index={index} />
          <Field
            label="Body"
            optional
            error={errors?.body?.message}
            hint="text/plain unless set in headers"
          >
            <TextArea mono rows={2} {...register(`steps.${index}.body`)} />
          </Field>
        </>
      )}
    </div>
  );
}

function FaultField({ index }: { index: number }) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name: `steps.${index}.fault` });
  return (
    <Field
      label="Fault"
      error={fieldState.error?.message}
      hint={field.value === 'none' ? undefined : mockFaults[field.value].about}
    >
      <Select
        value={field.value}
        onChange={field.onChange}
        options={mockFaultNames.map((value) => ({
          value,
          label: mockFaults[value].title,
          hint: mockFaults[value].about,
        }))}
      />
    </Field>
  );
}

interface NumberInputProps {
  readonly index: number;
  readonly name: 'status' | 'times' | 'bytesPerSecond';
  readonly label: string;
  readonly hint?: string;
  readonly unit?: string;
  readonly min: number;
  readonly max?: number;
}

function NumberInput({ index, name, label, hint, unit, min, max }: NumberInputProps) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name: `steps.${index}.${name}` });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      <NumberField
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        min={min}
        max={max}
        unit={unit}
      />
    </Field>
  );
}

interface DelayFieldProps {
  readonly index: number;
  readonly name: 'delay' | 'delayMax';
  readonly label: string;
  readonly hint?: string;
}

function DelayField({ index, name, label, hint }: DelayFieldProps) {
  const { register, formState, setValue } = useFormContext<MockDraft>();
  const path = `steps.${index}.${name}` as const;
  return (
    <Field label={label} hint={hint} error={formState.errors.steps?.[index]?.[name]?.message}>
      <TextField
        {...register(path, {
          // Normalized, so that "5sec" becomes "5 s".
          onBlur: (event: { target: { value: string } }) => {
            const ms = parseDuration(event.target.value);
            if (ms !== null) setValue(path, formatDuration(ms), { shouldDirty: true });
          },
        })}
        autoComplete="off"
        spellCheck={false}
        placeholder={name === 'delayMax' ? 'fixed' : '0 s'}
        className="tabular-nums"
      />
    </Field>
  );
}

const maxHeaders = 20;

/** Response headers, except those that frame the body. */
function StepHeaders({ index }: { index: number }) {
  const { control, register, formState } = useFormContext<MockDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({ control, name: `steps.${index}.headers` });
  const errors = formState.errors.steps?.[index]?.headers;
  const names = fields.map((_, at) => `steps.${index}.headers.${at}.name` as const);
  const step = `step ${index + 1}`;
  return (
    <div>
      {fields.length > 0 && (
        <ul aria-label={`Headers of ${step}`} className="flex flex-col gap-1.5">
          {fields.map((field, row) => (
            <HeaderRow
              key={field.id}
              of={`header ${row + 1} of ${step}`}
              name={register(`steps.${index}.headers.${row}.name`, {
                // Duplicates are reported at the second one, so validate all names together.
                deps: names.filter((_, at) => at !== row),
              })}
              value={register(`steps.${index}.headers.${row}.value`)}
              namePlaceholder="Retry-After"
              valuePlaceholder="120"
              nameProblem={errors?.[row]?.name?.message}
              valueProblem={errors?.[row]?.value?.message}
              onRemove={() => {
                remove(row);
                addButton.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <AddHeader
        ref={addButton}
        problem={errors?.root?.message ?? errors?.message}
        count={fields.length}
        max={maxHeaders}
        onAdd={() => append({ name: '', value: '' })}
      />
    </div>
  );
}
