/** What precedes the steps: the outage, the rate limit and the rules, as sentences. */
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { formatSpan } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { type MockFault, mockFaultNames, mockFaults } from '#shared/mocks/faults.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { isWindow, type OutageWindow, windowState } from '#shared/mocks/step.ts';
import { startOutage } from '../mock-actions.ts';
import { type MockDraft, rulesIn } from './mock-draft.ts';
import { NumberWord, SelectWord, TextWord, wordStyle } from './word.tsx';

interface LineProps {
  readonly noun: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Line({ noun, onRemove, children }: LineProps) {
  return (
    <div className="flex items-start gap-1">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 gap-y-1">{children}</div>
      <IconButton size="small" icon={X} label={`Remove ${noun}`} onClick={onRemove} />
    </div>
  );
}

export function RateLimitLine({ onRemove }: Pick<LineProps, 'onRemove'>) {
  return (
    <Line noun="rate limit" onRemove={onRemove}>
      Above
      <NumberWord name="rateLimit.perSecond" label="Limit" min={1} />
      <span>per second, returns 429,</span>
      <span className="flex flex-wrap items-center gap-1.5">
        Retry-After <NumberWord name="rateLimit.retryAfterSeconds" label="Retry-After" /> s
      </span>
    </Line>
  );
}

interface OutageLineProps extends Pick<LineProps, 'onRemove'> {
  readonly mock: Mock | undefined;
}

/** In virtual time. */
export function OutageLine({ mock, onRemove }: OutageLineProps) {
  const { control, setValue } = useFormContext<MockDraft>();
  const kind = useController({ control, name: 'outage.kind' });
  const fault = useController({ control, name: 'outage.fault' });
  const startsAt = useWatch({ control, name: 'outage.startsAt' });
  const saved = mock?.outage ?? null;
  return (
    <Line noun="outage" onRemove={onRemove}>
      Down
      <SelectWord
        label="Schedule"
        value={kind.field.value}
        onChange={kind.field.onChange}
        options={[
          { value: 'window', label: 'once, for' },
          { value: 'daily', label: 'every day from' },
        ]}
      />
      {kind.field.value === 'window' ? (
        <TextWord
          name="outage.duration"
          label="Duration"
          isDuration
          // A changed duration is a new outage.
          onEdit={() => setValue('outage.startsAt', undefined, { shouldDirty: true })}
        />
      ) : (
        <>
          <TextWord name="outage.from" label="From" />
          to
          <TextWord name="outage.to" label="To" />
        </>
      )}
      <SelectWord<MockFault>
        label="Outage fault"
        error={fault.fieldState.error?.message}
        value={fault.field.value}
        onChange={fault.field.onChange}
        options={mockFaultNames.map((value) => ({
          value,
          label: value === 'none' ? 'Returns' : mockFaults[value].title,
        }))}
      />
      {mockFaults[fault.field.value].hasStatus && (
        <NumberWord name="outage.status" label="Outage status" min={100} />
      )}
      {kind.field.value === 'daily' ? null : mock !== undefined &&
        saved !== null &&
        isWindow(saved) &&
        startsAt !== undefined ? (
        <WindowState mock={mock} outage={saved} />
      ) : (
        <span className="text-small text-fg-2">It starts when you save.</span>
      )}
    </Line>
  );
}

/** Of an outage that is not on: it starts later, or it is over. */
function WindowState({ mock, outage }: { mock: Mock; outage: OutageWindow }) {
  const state = useReadNow((now) => windowState(outage, now ?? 0));
  const startsIn = useReadNow((now) =>
    typeof outage.startsAt === 'number' ? formatSpan(outage.startsAt - (now ?? 0)) : '',
  );
  if (state === 'down') return null;
  return (
    <span className="flex items-center gap-2 text-small text-fg-2 tabular-nums">
      {state === 'over' ? 'It has ended.' : `It starts in ${startsIn}.`}
      <Button size="small" onClick={() => void startOutage(mock, outage)}>
        {state === 'over' ? 'Start again' : 'Start now'}
      </Button>
    </span>
  );
}

const example = `[
  {
    "match": { "properties": { "orderId": "o-17" } },
    "status": 503
  }
]`;

interface RulesLineProps extends Pick<LineProps, 'onRemove'> {
  /** Just added. */
  readonly isNew: boolean;
}

/** Responses to matching requests, as JSON. */
export function RulesLine({ isNew, onRemove }: RulesLineProps) {
  const { control, register, formState } = useFormContext<MockDraft>();
  const text = useWatch({ control, name: 'rules' });
  const rules = rulesIn(text);
  const error = formState.errors.rules?.message;
  const [isOpen, setOpen] = useState(isNew || text.trim() === '');
  const isShown = isOpen || error !== undefined;
  const bodyId = useId();
  const { ref, ...field } = register('rules');
  const area = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    if (isNew) area.current?.focus();
  }, [isNew]);
  return (
    <div>
      <Line noun="rules" onRemove={onRemove}>
        First,
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={bodyId}
          onClick={() => setOpen(!isShown)}
          className={`${wordStyle} inline-flex items-center gap-1`}
        >
          <span className="sr-only">Rules: </span>
          {rules === null ? 'invalid rules' : counted(rules.length, 'rule')}
          <DisclosureMark isOpen={isShown} />
        </button>
        for matching requests
      </Line>
      <div id={bodyId} hidden={!isShown} className="mt-1.5">
        {isShown && (
          <Field label="Rules as JSON" error={error} aside={<LearnMore topic="rules" />}>
            <TextArea
              mono
              rows={6}
              spellCheck={false}
              placeholder={example}
              {...field}
              ref={(element: HTMLTextAreaElement | null) => {
                ref(element);
                area.current = element;
              }}
            />
          </Field>
        )}
      </div>
    </div>
  );
}
