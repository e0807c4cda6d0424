import { Plus } from 'lucide-react';
import { type Ref, useMemo, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { mockFaults } from '#shared/mocks/faults.ts';
import { type Mock, type MockSettings, NewMock } from '#shared/mocks/mock.ts';
import { forwardOf, stepAt } from '#shared/mocks/rules.ts';
import { isWindow, type MockStep } from '#shared/mocks/step.ts';
import { Section } from '../../editor/section.tsx';
import { useFaults } from '../../faults/fault-actions.ts';
import { activeFault } from '../../faults/faults.ts';
import { ResponseMark } from '../requests/request-marks.tsx';
import { OutageLine, RateLimitLine, RulesLine } from './limits.tsx';
import { type MockDraft, newStep, settingsOf, unusedKey } from './mock-draft.ts';
import { maxSteps, Steps } from './steps.tsx';

/** Settings that the card of the fault shows already, unless they are edited. */
function useFaultSettings(mock: Mock | undefined): (setting: 'outage' | 'rateLimit') => boolean {
  const replaced = useFaults((state) => (mock === undefined ? undefined : state.replaced[mock.id]));
  const ended = useReadNow((now) =>
    mock === undefined
      ? ''
      : Object.keys(activeFault(mock, replaced, now ?? 0)?.ended ?? {}).join(),
  );
  const { dirtyFields } = useFormContext<MockDraft>().formState;
  return (setting) => ended.split(',').includes(setting) && dirtyFields[setting] === undefined;
}

/** What it does, as sentences whose words are fields, in the order of evaluation. */
export function BehaviorSection({ mock }: { readonly mock: Mock | undefined }) {
  const { control, setValue } = useFormContext<MockDraft>();
  const addStep = useRef<HTMLButtonElement>(null);
  const list = useFieldArray({ control, name: 'steps' });
  const [hasOutage, hasRateLimit, rules] = useWatch({
    control,
    name: ['outage.on', 'rateLimit.on', 'rules'],
  });
  const [isAddingRules, setAddingRules] = useState(false);
  const isInCard = useFaultSettings(mock);
  const hasRules = isAddingRules || rules.trim() !== '';
  const turn = (name: 'outage.on' | 'rateLimit.on', isOn: boolean): void => {
    setValue(name, isOn, { shouldDirty: true, shouldValidate: true });
    if (!isOn) addStep.current?.focus();
  };
  // The menu, as it closes, would take the focus back.
  const focusAfterMenu = (): void => {
    requestAnimationFrame(() => addStep.current?.focus());
  };
  // A daily outage says more than that it is on.
  const isOutageInCard = isInCard('outage') && mock?.outage != null && isWindow(mock.outage);
  return (
    <Section title="Behavior" actions={<LearnMore topic="steps" />}>
      <div className="flex flex-col gap-2 text-fg-2">
        {hasOutage && !isOutageInCard && (
          <OutageLine mock={mock} onRemove={() => turn('outage.on', false)} />
        )}
        {hasRateLimit && !isInCard('rateLimit') && (
          <RateLimitLine onRemove={() => turn('rateLimit.on', false)} />
        )}
        {hasRules && (
          <RulesLine
            isNew={isAddingRules}
            onRemove={() => {
              setAddingRules(false);
              setValue('rules', '', { shouldDirty: true, shouldValidate: true });
              addStep.current?.focus();
            }}
          />
        )}
        <Steps list={list} next={mock?.nextStep} onRemoved={focusAfterMenu} />
        <PredictedResponses />
        <div className="-ml-2 flex flex-wrap">
          <AddButton
            ref={addStep}
            label="Step"
            disabledReason={
              list.fields.length >= maxSteps ? `Limit of ${maxSteps} steps reached` : undefined
            }
            onAdd={() => list.append(newStep(unusedKey(list.fields)))}
          />
          {!hasRules && <AddButton label="Rule" onAdd={() => setAddingRules(true)} />}
          {!hasRateLimit && (
            <AddButton label="Rate limit" onAdd={() => turn('rateLimit.on', true)} />
          )}
          {!hasOutage && <AddButton label="Outage" onAdd={() => turn('outage.on', true)} />}
        </div>
      </div>
    </Section>
  );
}

interface AddButtonProps {
  readonly label: string;
  readonly disabledReason?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onAdd: () => void;
}

function AddButton({ label, onAdd, ...rest }: AddButtonProps) {
  return (
    <Button {...rest} variant="quiet" size="small" icon={Plus} onClick={onAdd}>
      {label}
    </Button>
  );
}

/** Enough to show a pattern, in one line. */
const shownResponses = 9;

/** The first responses of a random sequence, which its seed decides. */
function PredictedResponses() {
  const { control } = useFormContext<MockDraft>();
  const draft = useWatch({ control }) as MockDraft;
  const settings = useMemo(() => {
    if (draft.then !== 'random' || draft.steps.length < 2) return null;
    // Name and secret don't affect the behavior.
    return NewMock.safeParse({ ...settingsOf(draft), name: 'any', secret: 'any' }).data ?? null;
  }, [draft]);
  if (settings === null) return null;
  return (
    <ol aria-label="First responses" className="flex flex-wrap gap-1">
      {firstResponses(settings).map(({ number, step }) => (
        <li key={number}>
          <ExpectedMark step={step} isForwarding={settings.forward !== null} />
        </li>
      ))}
    </ol>
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
