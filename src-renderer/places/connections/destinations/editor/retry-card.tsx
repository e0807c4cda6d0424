import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { BackoffPlot, type ScheduleStep } from '#renderer/ui/backoff-plot.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { formatDuration, parseDuration } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import { backoffMs, scheduleMs } from '#shared/profiles/backoff.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy, RetryPolicy } from '#shared/profiles/retry-policy.ts';
import { FoldedSection } from '../../editor/section.tsx';
import { type DestinationDraft, defaultRetryDraft, policyOf } from './destination-draft.ts';

export function RetryCard() {
  const { control, formState, setValue } = useFormContext<DestinationDraft>();
  const profile = profileOf({ profile: useWatch({ control, name: 'profile' }) });
  const jitter = useController({ control, name: 'retry.jitterPercent' });
  const current = useWatch({ control, name: 'retry' });
  const policy = RetryPolicy.safeParse(policyOf(current)).data;
  const isDefault = JSON.stringify(current) === JSON.stringify(defaultRetryDraft);
  // The profile has a schedule of its own.
  if (profile.retries.kind !== 'destination') return null;
  return (
    <FoldedSection
      title="Retries"
      value={policy === undefined ? 'Invalid' : attemptsText(policy)}
      isOpen={formState.errors.retry !== undefined}
      actions={
        <>
          <LearnMore topic="retries" />
          {!isDefault && (
            <IconButton
              size="small"
              icon={RotateCcw}
              label="Reset to defaults"
              onClick={() =>
                setValue('retry', defaultRetryDraft, { shouldDirty: true, shouldValidate: true })
              }
            />
          )}
        </>
      }
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        <TimeField name="base" label="First delay" hint="It doubles with each retry." />
        <TimeField name="cap" label="Maximum delay" />
        <Field
          label="Jitter"
          error={formState.errors.retry?.jitterPercent?.message}
          hint="Delays are shortened by up to this."
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
        <TimeField name="window" label="Retry window" hint="Up to 4 h" />
      </div>
      <BackoffSchedule />
    </FoldedSection>
  );
}

interface TimeFieldProps {
  readonly name: 'base' | 'cap' | 'window';
  readonly label: string;
  readonly hint?: string;
}

function TimeField({ name, label, hint }: TimeFieldProps) {
  const { register, formState, setValue } = useFormContext<DestinationDraft>();
  const path = `retry.${name}` as const;
  return (
    <Field label={label} hint={hint} error={formState.errors.retry?.[name]?.message}>
      <TextField
        {...register(path, {
          // The maximum delay is validated against the first one.
          ...(name === 'base' ? { deps: ['retry.cap'] } : {}),
          // Normalized, so that "10sec" becomes "10 s".
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

/** The schedule of the entered times, or of the last valid ones. */
function BackoffSchedule() {
  const { control } = useFormContext<DestinationDraft>();
  const typed = RetryPolicy.safeParse(policyOf(useWatch({ control, name: 'retry' })));
  const [valid, setValid] = useState(typed.data ?? defaultRetryPolicy);
  if (typed.data !== undefined && JSON.stringify(typed.data) !== JSON.stringify(valid))
    setValid(typed.data);
  return (
    <div className="mt-2.5 border-t border-line pt-3">
      <BackoffPlot
        steps={scheduleSteps(valid)}
        windowMs={valid.windowMs}
        caption={
          <span className="block min-h-8.5">
            {typed.success
              ? `If every attempt fails: ${attemptsText(valid)}`
              : 'Last valid schedule'}
          </span>
        }
      />
    </div>
  );
}

// Steps of the backoff plot, with the range that jitter allows.

/** Halfway between the earliest and the latest time. */
const middle = 0.5;

/** Where the core cuts off schedules. */
const maxRetries = 500;

export function scheduleSteps(policy: RetryPolicy): readonly ScheduleStep[] {
  const earliest = scheduleMs(policy, () => 1);
  const latest = scheduleMs(policy, () => 0);
  return scheduleMs(policy, () => middle).map((elapsedMs, index) => ({
    number: index + 1,
    elapsedMs,
    delayMs: backoffMs(policy, index + 1, middle),
    earliestMs: earliest[index],
    // At the latest, this retry falls outside the window and is skipped.
    latestMs: latest[index] ?? policy.windowMs,
  }));
}

function attemptCountText(attempts: number): string {
  return attempts > maxRetries ? 'more than 500' : formatCount(attempts);
}

/** `about 22 attempts in 4 h (18 to 30 with jitter)`, including the first. */
export function attemptsText(policy: RetryPolicy): string {
  const attempts = (fraction: number) => 1 + scheduleMs(policy, () => fraction).length;
  const [min, usual, max] = [attempts(0), attempts(middle), attempts(1)];
  const within = `in ${formatDuration(policy.windowMs)}`;
  if (max === 1) return '1 attempt: the first delay exceeds the retry window';
  if (min === max) return `${attemptCountText(usual)} attempts ${within}`;
  return `about ${attemptCountText(usual)} attempts ${within} (${attemptCountText(min)} to ${attemptCountText(max)} with jitter)`;
}
