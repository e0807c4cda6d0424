import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { LadderPlot } from '#renderer/ui/ladder-plot.tsx';
import { defaultRetryPolicy, RetryPolicy } from '#shared/schemas/retry-policy.ts';
import { type DestinationDraft, policyOf } from './destination-draft.ts';
import { ladderSentence, ladderSteps } from './ladder.ts';

/** The ladder of the times as typed; of the last readable ones while they cannot be read. */
export function LadderCard() {
  const { control } = useFormContext<DestinationDraft>();
  const typed = RetryPolicy.safeParse(policyOf(useWatch({ control, name: 'retry' })));
  const [readable, setReadable] = useState(typed.data ?? defaultRetryPolicy);
  if (typed.data !== undefined && JSON.stringify(typed.data) !== JSON.stringify(readable))
    setReadable(typed.data);
  return (
    <Card title="Retry ladder" meta="if nothing ever answers">
      <div className={cx('transition-opacity', !typed.success && 'opacity-40')}>
        <LadderPlot steps={ladderSteps(readable)} windowMs={readable.windowMs} />
        <p className="mt-1 min-h-[34px] text-small text-fg-2">
          {typed.success
            ? ladderSentence(readable)
            : 'Drawn anew as soon as the times can be read.'}
        </p>
      </div>
    </Card>
  );
}
