import { useMemo, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { mockFaults } from '#shared/mocks/faults.ts';
import { type MockSettings, NewMock } from '#shared/mocks/mock.ts';
import { forwardOf, stepAt } from '#shared/mocks/rules.ts';
import type { MockStep } from '#shared/mocks/step.ts';
import { Section } from '../../editor/section.tsx';
import { ResponseMark } from '../requests/request-marks.tsx';
import { behaviorSummary } from './behavior-labels.ts';
import { type MockDraft, settingsOf } from './mock-draft.ts';

/** Enough to show a pattern. */
const shownResponses = 24;

/** The behavior of the form, or the last valid one. */
function useLastValid(draft: MockDraft): {
  readonly settings: MockSettings | null;
  readonly outdated: boolean;
} {
  const last = useRef<MockSettings | null>(null);
  // Name and secret don't affect the behavior.
  const valid = useMemo(() => {
    const parsed = NewMock.safeParse({ ...settingsOf(draft), name: 'any', secret: 'any' });
    return parsed.success ? parsed.data : null;
  }, [draft]);
  if (valid !== null) last.current = valid;
  return { settings: last.current, outdated: valid === null };
}

/** What the unsaved settings do, and the fields of the only response if there is one. */
export function BehaviorSection() {
  const { control } = useFormContext<MockDraft>();
  const draft = useWatch({ control }) as MockDraft;
  const { settings, outdated } = useLastValid(draft);
  const isSimple = isSimpleBehavior(draft);
  const sentences = settings === null ? [] : behaviorSummary(settings);
  // The last sentence is about the steps.
  const shown = isSimple ? sentences.slice(0, -1) : sentences;
  return (
    <Section title="Behavior" meta={outdated ? 'Last valid settings' : undefined}>
      {isSimple && <ResponseFields />}
      {shown.length > 0 && (
        <ul aria-label="Behavior" className="flex flex-col gap-1.5 not-first:mt-2">
          {shown.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {settings !== null && !isSimple && (
        <ol aria-label="First responses" className="mt-2.5 flex flex-wrap gap-1">
          {firstResponses(settings).map(({ number, step }) => (
            <li key={number}>
              <ExpectedMark step={step} isForwarding={settings.forward !== null} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** The same status to every request, after a fixed delay. */
const isSimpleBehavior = ({ steps, forward }: MockDraft): boolean =>
  steps.length === 1 && steps[0]?.fault === 'none' && steps[0].delayMax === '' && !forward.on;

const maxBodyExcerpt = 24;

/** `Returns 200 after 20 ms with { … }` */
function ResponseFields() {
  const { control, formState } = useFormContext<MockDraft>();
  const status = useController({ control, name: 'steps.0.status' });
  const delay = useController({ control, name: 'steps.0.delay' });
  const body = useWatch({ control, name: 'steps.0.body' });
  const errors = formState.errors.steps?.[0];
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      Returns
      <NumberField
        aria-label="Status of every response"
        value={status.field.value}
        onChange={status.field.onChange}
        onBlur={status.field.onBlur}
        min={100}
        max={999}
        className="w-19"
      />
      after
      <TextField
        aria-label="Delay of every response"
        aria-invalid={errors?.delay !== undefined}
        value={delay.field.value}
        onChange={delay.field.onChange}
        onBlur={delay.field.onBlur}
        autoComplete="off"
        className="w-20 tabular-nums"
      />
      {body === '' ? (
        'without a body'
      ) : (
        <>
          with{' '}
          <code className="bytes truncate rounded-chip bg-bg-2 px-1.25">
            {visibleLine(body).slice(0, maxBodyExcerpt)}
          </code>
        </>
      )}
    </div>
  );
}

/** Only your server knows the status of its response. */
function ExpectedMark({ step, isForwarding }: { step: MockStep; isForwarding: boolean }) {
  const isServer = forwardOf(isForwarding, step)?.response === 'server';
  if (isServer && step.fault === 'none')
    return (
      <span className="bytes inline-flex rounded-chip bg-bg-2 px-1.25 py-px text-label font-[550] text-fg-2">
        forward
      </span>
    );
  const status = isServer || !mockFaults[step.fault].hasStatus ? null : step.status;
  return <ResponseMark status={status} fault={step.fault} />;
}

function firstResponses(settings: MockSettings) {
  return Array.from({ length: shownResponses }, (_, number) => {
    const step = settings.steps[stepAt(settings, number)];
    return step === undefined ? [] : [{ number, step }];
  }).flat();
}
