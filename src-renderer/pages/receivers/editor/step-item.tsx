import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, X } from 'lucide-react';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Badge } from '#renderer/ui/badge.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { percent, shareOf, stepLabels, timesWord } from './behavior-labels.ts';
import { type ReceiverDraft, type StepDraft, stepOf } from './receiver-draft.ts';
import { StepFields } from './step-fields.tsx';

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
export function StepItem({ index, steps, isNext, open, ...acts }: StepItemProps) {
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
