import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { type UseFieldArrayReturn, useController, useFormContext, useWatch } from 'react-hook-form';
import { Badge } from '#renderer/ui/badge.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { capitalized } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { type MockFault, mockFaultNames, mockFaults } from '#shared/mocks/faults.ts';
import type { MockThen } from '#shared/mocks/mock.ts';
import { forwardOf } from '#shared/mocks/rules.ts';
import { forwardLabels, hasRate, percent, shareOf } from './behavior-labels.ts';
import {
  type MockDraft,
  returnsServerResponse,
  type StepDraft,
  stepOf,
  unusedKey,
} from './mock-draft.ts';
import { StepDetails } from './step-details.tsx';
import { NumberWord, SelectWord, TextWord, wordStyle } from './word.tsx';

export const maxSteps = 100;

const thens: readonly { value: MockThen; label: string; hint: string }[] = [
  { value: 'stay', label: 'Stay', hint: 'Keeps the last step' },
  { value: 'repeat', label: 'Repeat', hint: 'Starts over' },
  { value: 'random', label: 'Random', hint: 'Picks steps by weight' },
];

interface StepsProps {
  readonly list: UseFieldArrayReturn<MockDraft, 'steps'>;
  /** Index of the next step of a saved mock endpoint. */
  readonly next: number | undefined;
  /** Where the focus goes when a step is removed. */
  readonly onRemoved: () => void;
}

/** A sentence for each step, and what follows the last. */
export function Steps({ list, next, onRemoved }: StepsProps) {
  const { control, formState } = useFormContext<MockDraft>();
  const { fields, insert, move, remove } = list;
  const then = useController({ control, name: 'then' });
  const steps = useWatch({ control, name: 'steps' });
  const copy = (index: number): void => {
    const original = steps[index];
    if (original !== undefined)
      insert(index + 1, { ...structuredClone(original), key: unusedKey(fields) });
  };
  const problem = formState.errors.steps?.root?.message ?? formState.errors.steps?.message;
  return (
    <>
      <ol aria-label="Steps" className="flex flex-col gap-2">
        {fields.map((field, index) => (
          <Step
            key={field.key}
            index={index}
            steps={steps}
            isNext={next === index && fields.length > 1 && !formState.isDirty}
            onMove={(to) => move(index, to)}
            onCopy={() => copy(index)}
            onRemove={() => {
              remove(index);
              onRemoved();
            }}
          />
        ))}
      </ol>
      {problem && (
        <p role="alert" className="text-small text-bad">
          {problem}
        </p>
      )}
      {fields.length > 1 && (
        <div className="flex flex-wrap items-center gap-1.5">
          Then
          <Segmented<MockThen>
            label="After the last step"
            size="small"
            value={then.field.value}
            onChange={then.field.onChange}
            segments={thens}
          />
          {then.field.value === 'random' && (
            <>
              seed <NumberWord name="seed" label="Seed" />
            </>
          )}
        </div>
      )}
    </>
  );
}

interface StepProps {
  readonly index: number;
  readonly steps: readonly StepDraft[];
  readonly isNext: boolean;
  readonly onMove: (to: number) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** Fields below the sentence. */
const detailFields: readonly string[] = [
  'delayMax',
  'bytesPerSecond',
  'headers',
  'body',
  'forward',
];

function Step({ index, steps, isNext, onMove, onCopy, onRemove }: StepProps) {
  const { formState } = useFormContext<MockDraft>();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const number = index + 1;
  const isOnly = steps.length === 1;
  const errors = Object.keys(formState.errors.steps?.[index] ?? {});
  const isShown = isOpen || errors.some((name) => detailFields.includes(name));
  const details = { isShown, id: detailsId, onToggle: () => setOpen(!isShown) };
  return (
    <li className={cx(!isOnly && 'flex gap-2')}>
      {!isOnly && (
        <span className="h-6.25 w-4 flex-none content-center text-right text-small text-fg-3 tabular-nums">
          {number}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-1">
          <StepSentence index={index} steps={steps} isNext={isNext} details={details} />
          <Menu
            trigger={
              <IconButton size="small" icon={Ellipsis} label={`Actions of step ${number}`} />
            }
            groups={[
              [
                {
                  id: 'up',
                  label: 'Move up',
                  icon: ArrowUp,
                  disabled: index === 0,
                  run: () => onMove(index - 1),
                },
                {
                  id: 'down',
                  label: 'Move down',
                  icon: ArrowDown,
                  disabled: number === steps.length,
                  run: () => onMove(index + 1),
                },
                {
                  id: 'copy',
                  label: 'Duplicate',
                  icon: Copy,
                  disabled: steps.length >= maxSteps,
                  run: onCopy,
                },
              ],
              [
                {
                  id: 'remove',
                  label: 'Remove',
                  icon: Trash2,
                  danger: true,
                  disabled: isOnly,
                  run: onRemove,
                },
              ],
            ]}
          />
        </div>
        <div id={detailsId} hidden={!isShown}>
          {isShown && <StepDetails index={index} />}
        </div>
      </div>
    </li>
  );
}

interface SentenceProps extends Pick<StepProps, 'index' | 'steps' | 'isNext'> {
  readonly details: {
    readonly isShown: boolean;
    readonly id: string;
    readonly onToggle: () => void;
  };
}

const maxBodyExcerpt = 24;

/** `Returns 200 after 20 ms with { … }`, `Hangs`, `Forwards` */
function StepSentence({ index, steps, isNext, details }: SentenceProps) {
  const { control } = useFormContext<MockDraft>();
  const draft = useWatch({ control, name: `steps.${index}` });
  const fault = useController({ control, name: `steps.${index}.fault` });
  const isForwarding = useWatch({ control, name: 'forward.on' });
  const number = index + 1;
  const { hasStatus, hasDelay } = mockFaults[draft.fault];
  const isServer = returnsServerResponse(draft, isForwarding);
  const hasResponse = hasStatus && !isServer;
  const name = (field: 'status' | 'delay' | 'times') => `steps.${index}.${field}` as const;
  const forward = forwardOf(isForwarding, stepOf(draft, isForwarding));
  const hasDetails = hasStatus || hasDelay || hasRate(draft.fault) || forward !== null;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 gap-y-1">
      <SelectWord<MockFault>
        label={`What step ${number} does`}
        error={fault.fieldState.error?.message}
        value={fault.field.value}
        onChange={fault.field.onChange}
        options={mockFaultNames.map((value) => ({
          value,
          label: value === 'none' ? (isServer ? 'Forwards' : 'Returns') : mockFaults[value].title,
          hint: value === 'none' ? undefined : mockFaults[value].about,
        }))}
      />
      {hasResponse && (
        <>
          {draft.fault !== 'none' && 'with'}
          <NumberWord name={name('status')} label={`Status of step ${number}`} min={100} />
        </>
      )}
      {hasDelay && (
        <>
          after
          <TextWord name={name('delay')} label={`Delay of step ${number}`} isDuration />
          {draft.delayMax !== '' && <span>to {draft.delayMax}</span>}
        </>
      )}
      {hasResponse && <span>with</span>}
      {hasDetails && (
        <button
          type="button"
          aria-expanded={details.isShown}
          aria-controls={details.id}
          onClick={details.onToggle}
          className={cx(wordStyle, 'inline-flex min-w-0 items-center gap-1')}
        >
          <span className="sr-only">Details of step {number}: </span>
          {hasResponse ? (
            draft.body === '' ? (
              'no body'
            ) : (
              <code className="bytes truncate">
                {visibleLine(draft.body).slice(0, maxBodyExcerpt)}
              </code>
            )
          ) : (
            'details'
          )}
          <DisclosureMark isOpen={details.isShown} />
        </button>
      )}
      <Occurrences index={index} steps={steps} />
      {isNext && <Badge tone="accent">next</Badge>}
      {forward !== null && forwardLabels(forward) !== 'forwards' && (
        <span className="basis-full text-small text-fg-2">
          {capitalized(forwardLabels(forward))}
        </span>
      )}
    </div>
  );
}

/** How often; of random steps how likely. A last step that stays has no count. */
function Occurrences({ index, steps }: Pick<SentenceProps, 'index' | 'steps'>) {
  const { control } = useFormContext<MockDraft>();
  const then = useWatch({ control, name: 'then' });
  if (steps.length === 1) return null;
  const name = `steps.${index}.times` as const;
  const number = index + 1;
  if (then === 'random') {
    const share = shareOf(
      steps.map(({ times }) => ({ times: times ?? 0 })),
      index,
    );
    return (
      <>
        weight <NumberWord name={name} label={`Weight of step ${number}`} min={1} />
        <span className="text-small text-fg-2 tabular-nums">{percent(share || 0)}</span>
      </>
    );
  }
  if (then === 'stay' && number === steps.length) return 'from then on';
  return (
    <>
      <NumberWord name={name} label={`Times of step ${number}`} min={1} />
      {steps[index]?.times === 1 ? 'time' : 'times'}
    </>
  );
}
