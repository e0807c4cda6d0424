import { useMemo, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { stepAt } from '#shared/lib/receiver-rules.ts';
import { NewReceiver, type ReceiverSettings } from '#shared/schemas/receiver.ts';
import { ResponseMark } from '../requests/request-marks.tsx';
import { behaviourLine, behaviourSentences, sendsStatus } from './behavior-labels.ts';
import { type ReceiverDraft, settingsOf } from './receiver-draft.ts';

/** Enough to see a rhythm, or a chance. */
const shownAnswers = 24;

/** The behaviour as typed, or as it last made sense. */
function useLastSensible(draft: ReceiverDraft): {
  readonly settings: ReceiverSettings | null;
  readonly outdated: boolean;
} {
  const last = useRef<ReceiverSettings | null>(null);
  // Its name and secret are not what it does.
  const sensible = useMemo(() => {
    const parsed = NewReceiver.safeParse({ ...settingsOf(draft), name: 'any', secret: 'any' });
    return parsed.success ? parsed.data : null;
  }, [draft]);
  if (sensible !== null) last.current = sensible;
  return { settings: last.current, outdated: sensible === null };
}

/** What the settings as typed do, in words and as the first answers. */
export function EffectCard() {
  const { control } = useFormContext<ReceiverDraft>();
  const draft = useWatch({ control }) as ReceiverDraft;
  const { settings, outdated } = useLastSensible(draft);
  return (
    <Card
      title="In plain words"
      meta={outdated ? 'of what could be read last: fix what is marked' : 'as typed'}
    >
      {settings !== null && (
        <>
          <ul aria-label="What it does" className="flex flex-col gap-1.5">
            {behaviourSentences(settings).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <h3 className="mt-3 mb-1.5 text-small font-medium text-fg-2">
            The first {shownAnswers} answers of its steps
          </h3>
          <ol aria-label="The first answers" className="flex flex-wrap gap-1">
            {firstAnswers(settings).map(({ number, step }) => (
              <li key={number}>
                <ResponseMark
                  status={sendsStatus(step.fault) ? step.status : null}
                  fault={step.fault}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

/** The same in one line, for windows where the card is far below what is being typed. */
export function EffectLine() {
  const { control } = useFormContext<ReceiverDraft>();
  const { settings } = useLastSensible(useWatch({ control }) as ReceiverDraft);
  if (settings === null) return null;
  return (
    <p className="sticky top-0 z-10 flex-none truncate border-b border-line bg-bg-1 px-4 py-1.5 text-small text-fg-2 @xl:hidden">
      {behaviourLine(settings)}
    </p>
  );
}

function firstAnswers(settings: ReceiverSettings) {
  return Array.from({ length: shownAnswers }, (_, number) => {
    const step = settings.steps[stepAt(settings, number)];
    return step === undefined ? [] : [{ number, step }];
  }).flat();
}
