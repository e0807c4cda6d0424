import { useRef } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { AddHeader, HeaderRow } from '#renderer/requests/header-row.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { formatCount } from '#shared/kit/format.ts';
import { type MockFault, mockFaults } from '#shared/mocks/faults.ts';
import { canForward } from '#shared/mocks/rules.ts';
import { hasRate } from './behavior-labels.ts';
import { StepForwardFields } from './forward-card.tsx';
import { type MockDraft, returnsServerResponse } from './mock-draft.ts';

/** The settings of a step that its sentence doesn't have; they depend on its fault. */
export function StepDetails({ index }: { readonly index: number }) {
  const { control, register, formState } = useFormContext<MockDraft>();
  const step = useWatch({ control, name: `steps.${index}` });
  const isForwarding = useWatch({ control, name: 'forward.on' });
  const { fault } = step;
  const errors = formState.errors.steps?.[index];
  const hasResponse = mockFaults[fault].hasStatus && !returnsServerResponse(step, isForwarding);
  return (
    <div className="my-1.5 flex flex-col gap-1.5 rounded-control border border-line bg-bg-2 px-2.5 py-2 text-fg">
      {isForwarding && canForward({ fault }) && <StepForwardFields index={index} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(104px,1fr))] gap-x-3 gap-y-1.5">
        {mockFaults[fault].hasDelay && (
          <Field
            label="Longest delay"
            optional
            error={errors?.delayMax?.message}
            hint="It makes the delay random."
          >
            <TextField
              {...register(`steps.${index}.delayMax`)}
              autoComplete="off"
              spellCheck={false}
              placeholder="Fixed"
              className="tabular-nums"
            />
          </Field>
        )}
        {hasRate(fault) && <SpeedField index={index} fault={fault} />}
      </div>
      {hasResponse && (
        <>
          <StepHeaders index={index} />
          <Field
            label="Body"
            optional
            error={errors?.body?.message}
            hint="It is text/plain, unless a header says otherwise."
          >
            <TextArea mono rows={2} {...register(`steps.${index}.body`)} />
          </Field>
        </>
      )}
    </div>
  );
}

function SpeedField({ index, fault }: { readonly index: number; readonly fault: MockFault }) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name: `steps.${index}.bytesPerSecond` });
  return (
    <Field
      label="Speed"
      error={fieldState.error?.message}
      hint={`Default ${formatCount(mockFaults[fault].bytesPerSecond ?? 0)}`}
    >
      <NumberField
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        min={1}
        unit="bytes/s"
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
