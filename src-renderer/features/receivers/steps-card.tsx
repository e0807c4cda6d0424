import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { ReceiverThen } from '#shared/schemas/receiver.ts';
import { newStep, type ReceiverDraft } from './receiver-draft.ts';
import { StepItem } from './step-item.tsx';

const mostSteps = 100;

const thens: readonly { value: ReceiverThen; label: string; hint: string }[] = [
  { value: 'stay', label: 'Stay', hint: 'The last step answers from then on.' },
  { value: 'repeat', label: 'Repeat', hint: 'After the last step, the first one begins anew.' },
  {
    value: 'random',
    label: 'Random',
    hint: 'Every request draws one: the weights say how likely each is.',
  },
];

interface StepsCardProps {
  /** Index of the step whose turn it is, where there is a receiver that counts. */
  readonly next: number | undefined;
}

/** What is answered, one step after the other, and what follows the last. */
export function StepsCard({ next }: StepsCardProps) {
  const { control, formState } = useFormContext<ReceiverDraft>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'steps' });
  const then = useController({ control, name: 'then' });
  const steps = useWatch({ control, name: 'steps' });
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  // A single step, and one that was just added, is what the user came for.
  const isOpen = (id: string) => opened.has(id) || (fields.length === 1 && !closed.has(id));
  const toggle = (id: string): void => {
    const open = isOpen(id);
    setOpened(without(opened, id, !open));
    setClosed(without(closed, id, open));
  };
  const countProblem = formState.errors.steps?.root?.message ?? formState.errors.steps?.message;
  const chosen = thens.find(({ value }) => value === then.field.value);
  return (
    <Card
      title="Steps"
      meta={fields.length === 1 ? 'one answer for every request' : fields.length}
      actions={
        <Segmented<ReceiverThen>
          label="After the last step"
          size="small"
          value={then.field.value}
          onChange={then.field.onChange}
          segments={thens}
        />
      }
    >
      <p className="mb-2 text-small text-fg-2">{chosen?.hint}</p>
      <ol aria-label="Steps" className="flex flex-col gap-2">
        {fields.map((field, index) => (
          <StepItem
            key={field.id}
            index={index}
            steps={steps}
            isNext={next === index && !formState.isDirty}
            open={isOpen(field.id)}
            onToggle={() => toggle(field.id)}
            onMove={(to) => move(index, to)}
            onCopy={() => insert(index + 1, structuredClone(steps[index] ?? newStep))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {countProblem && (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {countProblem}
        </p>
      )}
      <Button
        variant="quiet"
        icon={Plus}
        className="mt-1 -ml-2.5"
        disabledReason={
          fields.length >= mostSteps ? `A receiver has at most ${mostSteps} steps` : undefined
        }
        onClick={() => append(structuredClone(newStep))}
      >
        Add a step
      </Button>
      {then.field.value === 'random' && <SeedField />}
    </Card>
  );
}

function without(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const others = [...ids].filter((other) => other !== id);
  return new Set(isIn ? [...others, id] : others);
}

function SeedField() {
  const { control } = useFormContext<ReceiverDraft>();
  const { field, fieldState } = useController({ control, name: 'seed' });
  return (
    <Field
      label="Seed"
      className="mt-2 max-w-72"
      error={fieldState.error?.message}
      hint="The same seed draws the same answers."
    >
      <NumberField value={field.value} onChange={field.onChange} onBlur={field.onBlur} min={0} />
    </Field>
  );
}
