import { useController, useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import type { StepForward } from '#shared/mocks/step.ts';
import { FoldedSection } from '../../editor/section.tsx';
import { type MockDraft, type ResponseOrigin, withForwarding } from './mock-draft.ts';

/** Forwarding to the user's own server. */
export function ForwardCard() {
  const { control, register, formState, getValues, setValue } = useFormContext<MockDraft>();
  const on = useController({ control, name: 'forward.on' });
  const url = useWatch({ control, name: 'forward.url' });
  const errors = formState.errors.forward;
  const turn = (isOn: boolean): void => {
    on.field.onChange(isOn);
    for (const [index, step] of getValues('steps').entries())
      setValue(`steps.${index}.forward`, withForwarding(step, isOn).forward, { shouldDirty: true });
  };
  return (
    <FoldedSection
      title="Forwarding"
      value={on.field.value ? url : 'Off'}
      isOpen={errors !== undefined}
      actions={<LearnMore topic="forwarding" />}
    >
      <div className="flex flex-col gap-2">
        <Checkbox
          checked={on.field.value}
          onChange={turn}
          label="Forward requests to your server"
        />
        {on.field.value && (
          <div className="grid grid-cols-2 gap-x-3 gap-y-1 pl-5.75">
            <div className="col-span-2">
              <Field
                label="URL of your server"
                error={errors?.url?.message}
                hint="The path after the mock endpoint's name is appended."
              >
                <TextField
                  {...register('forward.url')}
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="http://localhost:3000/webhook"
                />
              </Field>
            </div>
            <Field label="Timeout" error={errors?.timeout?.message}>
              <TextField
                {...register('forward.timeout')}
                autoComplete="off"
                placeholder="30 s"
                className="tabular-nums"
              />
            </Field>
            <Field
              label="Allowed hosts"
              optional
              error={errors?.allowedHosts?.message}
              hint="Localhost is always allowed. Add a tunnel, for example."
            >
              <TextField {...register('forward.allowedHosts')} mono autoComplete="off" />
            </Field>
          </div>
        )}
      </div>
    </FoldedSection>
  );
}

const origins: readonly { value: ResponseOrigin; label: string; hint: string }[] = [
  { value: 'server', label: "Your server's response", hint: 'Forwards the request' },
  {
    value: 'step',
    label: "This step's response, after forwarding",
    hint: "Drops your server's response",
  },
  {
    value: 'none',
    label: "This step's response, without forwarding",
    hint: 'Your server gets no request',
  },
];

const corruptions: readonly { value: StepForward['corrupt']; label: string }[] = [
  { value: 'none', label: 'Nothing' },
  { value: 'request', label: 'Request body' },
  { value: 'response', label: 'Response body' },
];

/** How a step forwards. */
export function StepForwardFields({ index }: { index: number }) {
  const { control, register, formState } = useFormContext<MockDraft>();
  const path = `steps.${index}.forward` as const;
  const origin = useController({ control, name: `${path}.origin` });
  const times = useController({ control, name: `${path}.times` });
  const corrupt = useController({ control, name: `${path}.corrupt` });
  const afterNext = useController({ control, name: `${path}.afterNext` });
  const concurrent = useController({ control, name: `${path}.concurrent` });
  const hasResponse = useWatch({ control, name: `steps.${index}.fault` }) === 'none';
  const errors = formState.errors.steps?.[index]?.forward;
  return (
    <>
      <Field
        label={hasResponse ? 'Return' : 'Return, with the fault'}
        error={origin.fieldState.error?.message}
        hint={origins.find(({ value }) => value === origin.field.value)?.hint}
      >
        <Select value={origin.field.value} onChange={origin.field.onChange} options={origins} />
      </Field>
      {origin.field.value !== 'none' && (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(104px,1fr))] gap-x-3 gap-y-1.5">
            <Field label="Forward after" error={errors?.delay?.message}>
              <TextField
                {...register(`${path}.delay`)}
                autoComplete="off"
                placeholder="0 s"
                className="tabular-nums"
              />
            </Field>
            <Field
              label="Copies"
              hint={
                concurrent.field.value
                  ? 'They are sent at the same time.'
                  : 'They are sent one after another.'
              }
              error={times.fieldState.error?.message}
            >
              <NumberField
                value={times.field.value}
                onChange={times.field.onChange}
                onBlur={times.field.onBlur}
                min={1}
                max={10}
              />
            </Field>
            <Field
              label="Change one bit"
              hint={corrupt.field.value === 'none' ? undefined : 'It is in the middle.'}
            >
              <Select
                value={corrupt.field.value}
                onChange={corrupt.field.onChange}
                options={corruptions}
              />
            </Field>
          </div>
          {(times.field.value ?? 1) > 1 && (
            <Checkbox
              checked={concurrent.field.value}
              onChange={concurrent.field.onChange}
              label="Send the copies at the same time"
            />
          )}
          <Checkbox
            checked={afterNext.field.value}
            onChange={afterNext.field.onChange}
            label="Forward after the next request, within 3 s"
          />
        </>
      )}
    </>
  );
}
