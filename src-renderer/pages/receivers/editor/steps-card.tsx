import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { ReceiverThen } from '#shared/schemas/receiver.ts';
import { freeKey, newStep, type ReceiverDraft } from './receiver-draft.ts';
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
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'steps' });
  const then = useController({ control, name: 'then' });
  const steps = useWatch({ control, name: 'steps' });
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  // A single step, and one that was just added, is what the user came for.
  const isOpen = (key: number) => opened.has(key) || (fields.length === 1 && !closed.has(key));
  const toggle = (key: number): void => {
    const open = isOpen(key);
    setOpened(withKey(opened, key, !open));
    setClosed(withKey(closed, key, open));
  };
  const add = (): void => {
    const key = freeKey(fields);
    append(newStep(key));
    setOpened(withKey(opened, key, true));
  };
  const copy = (index: number): void => {
    const original = steps[index];
    if (original !== undefined)
      insert(index + 1, { ...structuredClone(original), key: freeKey(fields) });
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
            key={field.key}
            index={index}
            steps={steps}
            isNext={next === index && !formState.isDirty}
            open={isOpen(field.key)}
            onToggle={() => toggle(field.key)}
            onMove={(to) => move(index, to)}
            onCopy={() => copy(index)}
            onRemove={() => {
              remove(index);
              addButton.current?.focus();
            }}
          />
        ))}
      </ol>
      {countProblem && (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {countProblem}
        </p>
      )}
      <Button
        ref={addButton}
        variant="quiet"
        icon={Plus}
        className="mt-1 -ml-2.5"
        disabledReason={
          fields.length >= mostSteps ? `A receiver has at most ${mostSteps} steps` : undefined
        }
        onClick={add}
      >
        Add a step
      </Button>
      {then.field.value === 'random' && <SeedField />}
    </Card>
  );
}

function withKey(keys: ReadonlySet<number>, key: number, isIn: boolean): ReadonlySet<number> {
  const others = [...keys].filter((other) => other !== key);
  return new Set(isIn ? [...others, key] : others);
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
