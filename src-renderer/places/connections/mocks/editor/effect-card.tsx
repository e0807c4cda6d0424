import { useMemo, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { mockFaults } from '#shared/mocks/faults.ts';
import { type MockSettings, NewMock } from '#shared/mocks/mock.ts';
import { forwardOf, stepAt } from '#shared/mocks/rules.ts';
import type { MockStep } from '#shared/mocks/step.ts';
import { ResponseMark } from '../requests/request-marks.tsx';
import { behaviorLine, behaviorSummary } from './behavior-labels.ts';
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

/** Summary and first responses of the unsaved settings. */
export function EffectCard() {
  const { control } = useFormContext<MockDraft>();
  const draft = useWatch({ control }) as MockDraft;
  const { settings, outdated } = useLastValid(draft);
  return (
    <Card title="Summary" meta={outdated && 'Last valid settings'}>
      {settings !== null && (
        <>
          <ul aria-label="Behavior" className="flex flex-col gap-1.5">
            {behaviorSummary(settings).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <h3 className="mt-3 mb-1.5 text-small font-medium text-fg-2">
            First {shownResponses} responses
          </h3>
          <ol aria-label="First responses" className="flex flex-wrap gap-1">
            {firstResponses(settings).map(({ number, step }) => (
              <li key={number}>
                <ExpectedMark step={step} isForwarding={settings.forward !== null} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
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

/** In one line, for windows too narrow to show the card next to the form. */
export function EffectLine() {
  const { control } = useFormContext<MockDraft>();
  const { settings } = useLastValid(useWatch({ control }) as MockDraft);
  if (settings === null) return null;
  return (
    <p className="sticky top-0 z-10 flex-none truncate border-b border-line bg-bg-1 px-4 py-1.5 text-small text-fg-2 @xl:hidden">
      {behaviorLine(settings)}
    </p>
  );
}

function firstResponses(settings: MockSettings) {
  return Array.from({ length: shownResponses }, (_, number) => {
    const step = settings.steps[stepAt(settings, number)];
    return step === undefined ? [] : [{ number, step }];
  }).flat();
}
