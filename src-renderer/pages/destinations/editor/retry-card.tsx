import { RotateCcw } from 'lucide-react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { formatDuration, parseDuration } from '#shared/lib/duration.ts';
import { Ladder } from './backoff-view.tsx';
import { type DestinationDraft, defaultRetryDraft } from './destination-draft.ts';

/** How attempts that failed are spaced, and for how long. */
export function RetryCard() {
  const { control, formState, setValue } = useFormContext<DestinationDraft>();
  const jitter = useController({ control, name: 'retry.jitterPercent' });
  const current = useWatch({ control, name: 'retry' });
  const isDefault = JSON.stringify(current) === JSON.stringify(defaultRetryDraft);
  return (
    <Card
      title="Retries"
      actions={
        !isDefault && (
          <IconButton
            size="small"
            icon={RotateCcw}
            label="Back to the documented times"
            onClick={() =>
              setValue('retry', defaultRetryDraft, { shouldDirty: true, shouldValidate: true })
            }
          />
        )
      }
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        <TimeField name="base" label="First delay" hint="Doubled for each later retry." />
        <TimeField name="cap" label="Longest delay" hint="The doubling stops here." />
        <Field
          label="Jitter"
          error={formState.errors.retry?.jitterPercent?.message}
          hint="Most that chance takes off a delay."
        >
          <NumberField
            value={jitter.field.value}
            onChange={jitter.field.onChange}
            onBlur={jitter.field.onBlur}
            min={0}
            max={100}
            step={5}
            unit="%"
          />
        </Field>
        <TimeField
          name="window"
          label="Retry window"
          hint="No attempt starts later; at most 4 h."
        />
      </div>
      <Ladder />
    </Card>
  );
}

interface TimeFieldProps {
  readonly name: 'base' | 'cap' | 'window';
  readonly label: string;
  readonly hint: string;
}

function TimeField({ name, label, hint }: TimeFieldProps) {
  const { register, formState, setValue } = useFormContext<DestinationDraft>();
  const path = `retry.${name}` as const;
  return (
    <Field label={label} hint={hint} error={formState.errors.retry?.[name]?.message}>
      <TextField
        {...register(path, {
          // Too short or not, the longest delay is so beside the first one.
          ...(name === 'base' ? { deps: ['retry.cap'] } : {}),
          // Written in one way, so that "10sec" and "10 s" do not look like two different settings.
          onBlur: (event: { target: { value: string } }) => {
            const ms = parseDuration(event.target.value);
            if (ms !== null) setValue(path, formatDuration(ms), { shouldDirty: true });
          },
        })}
        autoComplete="off"
        spellCheck={false}
        className="tabular-nums"
      />
    </Field>
  );
}
