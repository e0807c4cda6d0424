import { ArrowDown, ArrowUp, Copy, Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { MockThen } from '#shared/mocks/mock.ts';
import { forwardOf } from '#shared/mocks/rules.ts';
import { FoldedSection } from '../../editor/section.tsx';
import { percent, shareOf, stepLabels, timesText } from './behavior-labels.ts';
import { type MockDraft, newStep, type StepDraft, stepOf, unusedKey } from './mock-draft.ts';
import { StepFields } from './step-fields.tsx';

const maxSteps = 100;

const thens: readonly { value: MockThen; label: string; hint: string }[] = [
  { value: 'stay', label: 'Stay', hint: 'Keeps the last step' },
  { value: 'repeat', label: 'Repeat', hint: 'Starts over' },
  {
    value: 'random',
    label: 'Random',
    hint: 'Picks steps by weight',
  },
];

interface StepsCardProps {
  /** Index of the next step of a saved mock endpoint. */
  readonly next: number | undefined;
}

/** The response steps, and what follows the last. */
export function StepsCard({ next }: StepsCardProps) {
  const { control, formState } = useFormContext<MockDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'steps' });
  const then = useController({ control, name: 'then' });
  const steps = useWatch({ control, name: 'steps' });
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  // A single step and a new one are open.
  const isOpen = (key: number) => opened.has(key) || (fields.length === 1 && !closed.has(key));
  const toggle = (key: number): void => {
    const open = isOpen(key);
    setOpened(withKey(opened, key, !open));
    setClosed(withKey(closed, key, open));
  };
  const add = (): void => {
    const key = unusedKey(fields);
    append(newStep(key));
    setOpened(withKey(opened, key, true));
  };
  const copy = (index: number): void => {
    const original = steps[index];
    if (original !== undefined)
      insert(index + 1, { ...structuredClone(original), key: unusedKey(fields) });
  };
  const countProblem = formState.errors.steps?.root?.message ?? formState.errors.steps?.message;
  const selectedOption = thens.find(({ value }) => value === then.field.value);
  return (
    <FoldedSection
      title="Steps"
      value={fields.length === 1 ? 'The same response to every request' : fields.length}
      isOpen={fields.length > 1 || formState.errors.steps !== undefined}
      actions={
        <>
          <LearnMore topic="steps" />
          <Segmented<MockThen>
            label="After the last step"
            size="small"
            value={then.field.value}
            onChange={then.field.onChange}
            segments={thens}
          />
        </>
      }
    >
      <p className="mb-2 text-small text-fg-2">{selectedOption?.hint}</p>
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
          fields.length >= maxSteps ? `Limit of ${maxSteps} steps reached` : undefined
        }
        onClick={add}
      >
        Add step
      </Button>
      {then.field.value === 'random' && <SeedField />}
    </FoldedSection>
  );
}

function withKey(keys: ReadonlySet<number>, key: number, isIn: boolean): ReadonlySet<number> {
  const otherKeys = [...keys].filter((otherKey) => otherKey !== key);
  return new Set(isIn ? [...otherKeys, key] : otherKeys);
}

function SeedField() {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name: 'seed' });
  return (
    <Field
      label="Seed"
      className="mt-2 max-w-72"
      error={fieldState.error?.message}
      hint="Same seed, same sequence"
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

function StepItem({ index, steps, isNext, open, ...acts }: StepItemProps) {
  const { control, formState } = useFormContext<MockDraft>();
  const then = useWatch({ control, name: 'then' });
  const isForwarding = useWatch({ control, name: 'forward.on' });
  const hasProblem = formState.errors.steps?.[index] !== undefined;
  const isShown = open || hasProblem;
  const fieldsId = useId();
  const number = index + 1;
  const isLast = index === steps.length - 1;
  return (
    <li className="rounded-control border border-line bg-bg-2">
      <div className="flex items-center gap-1 py-1 pr-1">
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={fieldsId}
          onClick={acts.onToggle}
          className="flex min-w-0 flex-1 items-center gap-1.5 rounded-chip py-0.5 pl-2 text-left"
        >
          <DisclosureMark isOpen={isShown} />
          <span className="flex-none font-medium">Step {number}</span>
          <span className="truncate text-fg-2">{lineOf(steps, index, then, isForwarding)}</span>
        </button>
        {isNext && steps.length > 1 && <Badge tone="accent">next</Badge>}
        {steps.length > 1 && (
          <>
            <IconButton
              size="small"
              icon={ArrowUp}
              label={`Move step ${number} up`}
              disabledReason={index === 0 ? 'Already first' : undefined}
              onClick={() => acts.onMove(index - 1)}
            />
            <IconButton
              size="small"
              icon={ArrowDown}
              label={`Move step ${number} down`}
              disabledReason={isLast ? 'Already last' : undefined}
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
      <div id={fieldsId} hidden={!isShown}>
        {isShown && <StepFields index={index} countsTimes={countsTimes(steps, index, then)} />}
      </div>
    </li>
  );
}

/** A last step that stays has no count. */
function countsTimes(
  steps: readonly StepDraft[],
  index: number,
  then: MockDraft['then'],
): 'times' | 'weight' | 'nothing' {
  if (steps.length === 1) return 'nothing';
  if (then === 'random') return 'weight';
  return then === 'stay' && index === steps.length - 1 ? 'nothing' : 'times';
}

function lineOf(
  steps: readonly StepDraft[],
  index: number,
  then: MockDraft['then'],
  isForwarding: boolean,
): string {
  const draft = steps[index];
  if (draft === undefined) return '';
  const step = stepOf(draft, isForwarding);
  const forward = forwardOf(isForwarding, step);
  const numbers = [step.status, step.delayMs, forward?.delayMs ?? 0, forward?.times ?? 1];
  const label = numbers.some(Number.isNaN) ? '…' : stepLabels(step, forward);
  const counts = countsTimes(steps, index, then);
  if (counts === 'nothing') return steps.length === 1 ? label : `always ${label}`;
  if (counts === 'times') return `${label}${timesText(draft.times ?? 0)}`;
  const weights = steps.map(({ times }) => ({ times: times ?? 0 }));
  return `${label}, ${percent(shareOf(weights, index) || 0)}`;
}
