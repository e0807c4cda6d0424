import { useController, useFormContext } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { FanOut } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';

const effects: Record<FanOut, string> = {
  any: 'As documented: once one URL has answered, the others are not retried, so a URL that was down misses that event for good.',
  each: 'Stricter than documented: every URL is retried on its own until it has answered or the window ends, so none misses an event.',
};

/** What one success means for the other webhooks (D24). */
export function FanOutCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field } = useController({ control, name: 'fanOut' });
  return (
    <Card
      title="Fan-out"
      meta="with several URLs"
      actions={
        <Segmented<FanOut>
          label="Fan-out"
          size="small"
          value={field.value}
          onChange={field.onChange}
          segments={[
            { value: 'any', label: 'Any URL' },
            { value: 'each', label: 'Each URL' },
          ]}
        />
      }
    >
      <p className="min-h-[38px] text-fg-2">{effects[field.value]}</p>
    </Card>
  );
}
