import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { BackoffPlot } from '#renderer/ui/backoff-plot.tsx';
import { defaultRetryPolicy, RetryPolicy } from '#shared/schemas/retry-policy.ts';
import { type DestinationDraft, policyOf } from './destination-draft.ts';
import { ladderSentence, ladderSteps } from './ladder.ts';

/** The ladder of the times as typed; of the last readable ones while they cannot be read. */
export function Ladder() {
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
