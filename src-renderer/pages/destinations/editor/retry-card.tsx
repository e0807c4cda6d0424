import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { BackoffPlot, type LadderStep } from '#renderer/ui/backoff-plot.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { backoffMs, ladderMs } from '#shared/lib/backoff.ts';
import { formatDuration, parseDuration } from '#shared/lib/duration.ts';
import { defaultRetryPolicy, RetryPolicy } from '#shared/schemas/retry-policy.ts';
import { type DestinationDraft, defaultRetryDraft, policyOf } from './destination-draft.ts';

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
        <>
          <LearnMore topic="retries" />
          {!isDefault && (
            <IconButton
              size="small"
              icon={RotateCcw}
              label="Back to the documented times"
              onClick={() =>
                setValue('retry', defaultRetryDraft, { shouldDirty: true, shouldValidate: true })
              }
            />
          )}
        </>
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

/** The ladder of the times as typed; of the last readable ones while they cannot be read. */
function Ladder() {
  const { control } = useFormContext<DestinationDraft>();
  const typed = RetryPolicy.safeParse(policyOf(useWatch({ control, name: 'retry' })));
  const [readable, setReadable] = useState(typed.data ?? defaultRetryPolicy);
  if (typed.data !== undefined && JSON.stringify(typed.data) !== JSON.stringify(readable))
    setReadable(typed.data);
  return (
    <div className="mt-2.5 border-t border-line pt-3">
      <BackoffPlot
        steps={ladderSteps(readable)}
        windowMs={readable.windowMs}
        caption={
          <span className="block min-h-[34px]">
            {typed.success
              ? `If nothing ever answers: ${ladderSentence(readable)}`
              : 'The ladder of the times before. It is drawn anew once these can be read.'}
          </span>
        }
      />
    </div>
  );
}

// The retry ladder of a policy as the plot draws it, with the room that jitter gives each step.

/** Half of the jitter taken off is the middle between the earliest and the latest. */
const middle = 0.5;

/** Ladders end here whatever the policy, so a count of it means "at least". */
const longestLadder = 500;

export function ladderSteps(policy: RetryPolicy): readonly LadderStep[] {
  const earliest = ladderMs(policy, () => 1);
  const latest = ladderMs(policy, () => 0);
  return ladderMs(policy, () => middle).map((elapsedMs, index) => ({
    number: index + 1,
    elapsedMs,
    delayMs: backoffMs(policy, index + 1, middle),
    earliestMs: earliest[index],
    // Without any luck, this retry would come too late and not be made.
    latestMs: latest[index] ?? policy.windowMs,
  }));
}

function counted(attempts: number): string {
  return attempts > longestLadder ? 'more than 500' : attempts.toLocaleString('en');
}

/** "about 22 attempts within 4 h, 18 to 30 depending on jitter." The first attempt counts. */
export function ladderSentence(policy: RetryPolicy): string {
  const attempts = (fraction: number) => 1 + ladderMs(policy, () => fraction).length;
  const [fewest, usual, most] = [attempts(0), attempts(middle), attempts(1)];
  const within = `within ${formatDuration(policy.windowMs)}`;
  if (most === 1)
    return 'one attempt and no retry, since the first delay is longer than the window.';
  if (fewest === most) return `${counted(usual)} attempts ${within}.`;
  return `about ${counted(usual)} attempts ${within}, ${counted(fewest)} to ${counted(most)} depending on jitter.`;
}
