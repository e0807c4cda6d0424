import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { ReceiverThen } from '#shared/schemas/receiver.ts';
import { percent, shareOf, stepLabels, timesWord } from './behavior-labels.ts';
import { freeKey, newStep, type ReceiverDraft, type StepDraft, stepOf } from './receiver-draft.ts';
import { StepFields } from './step-fields.tsx';

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
        <>
          <LearnMore topic="faults" />
          <Segmented<ReceiverThen>
            label="After the last step"
            size="small"
            value={then.field.value}
            onChange={then.field.onChange}
            segments={thens}
          />
        </>
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

interface StepItemProps {
  readonly index: number;
  readonly steps: readonly StepDraft[];
  readonly isNext: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** One step: what it does as a line, and its fields beneath when it is open. */
function StepItem({ index, steps, isNext, open, ...acts }: StepItemProps) {
  const { control, formState } = useFormContext<ReceiverDraft>();
  const then = useWatch({ control, name: 'then' });
  const hasProblem = formState.errors.steps?.[index] !== undefined;
  const shown = open || hasProblem;
  const fieldsId = useId();
  const number = index + 1;
  const isLast = index === steps.length - 1;
  const Chevron = shown ? ChevronDown : ChevronRight;
  return (
    <li className="rounded-control border border-line bg-bg-2">
      <div className="flex items-center gap-1 py-1 pr-1">
        <button
          type="button"
          aria-expanded={shown}
          aria-controls={fieldsId}
          onClick={acts.onToggle}
          className="flex min-w-0 flex-1 items-center gap-1.5 rounded-chip py-0.5 pl-2 text-left"
        >
          <Chevron className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
          <span className="flex-none font-medium">Step {number}</span>
          <span className="truncate text-fg-2">{lineOf(steps, index, then)}</span>
        </button>
        {isNext && steps.length > 1 && <Badge tone="accent">next</Badge>}
        {steps.length > 1 && (
          <>
            <IconButton
              size="small"
              icon={ArrowUp}
              label={`Move step ${number} up`}
              disabledReason={index === 0 ? 'It is the first one' : undefined}
              onClick={() => acts.onMove(index - 1)}
            />
            <IconButton
              size="small"
              icon={ArrowDown}
              label={`Move step ${number} down`}
              disabledReason={isLast ? 'It is the last one' : undefined}
              onClick={() => acts.onMove(index + 1)}
            />
          </>
        )}
        <IconButton
          size="small"
          icon={Copy}
          label={`Duplicate step ${number}`}
          onClick={acts.onCopy}
        />
        {steps.length > 1 && (
          <IconButton
            size="small"
            icon={X}
            label={`Remove step ${number}`}
            onClick={acts.onRemove}
          />
        )}
      </div>
      <div id={fieldsId} hidden={!shown}>
        {shown && <StepFields index={index} countsTimes={countsTimes(steps, index, then)} />}
      </div>
    </li>
  );
}

/** The last step that stays answers everything from then on: how often means nothing. */
function countsTimes(
  steps: readonly StepDraft[],
  index: number,
  then: ReceiverDraft['then'],
): 'times' | 'weight' | 'nothing' {
  if (steps.length === 1) return 'nothing';
  if (then === 'random') return 'weight';
  return then === 'stay' && index === steps.length - 1 ? 'nothing' : 'times';
}

function lineOf(steps: readonly StepDraft[], index: number, then: ReceiverDraft['then']): string {
  const draft = steps[index];
  if (draft === undefined) return '';
  const step = stepOf(draft);
  const words = Number.isNaN(step.status) || Number.isNaN(step.delayMs) ? '…' : stepLabels(step);
  const counts = countsTimes(steps, index, then);
  if (counts === 'nothing') return steps.length === 1 ? words : `${words}, from then on`;
  if (counts === 'times') return `${words} ${timesWord(draft.times ?? 0)}`;
  const weights = steps.map(({ times }) => ({ times: times ?? 0 }));
  return `${words}, ${percent(shareOf(weights, index) || 0)} of the draws`;
}
