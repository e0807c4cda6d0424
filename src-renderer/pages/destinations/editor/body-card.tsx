import { useController, useFormContext } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { PayloadShape } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';

const effects: Record<PayloadShape, string> = {
  documented: 'The body is exactly the documented one, field by field.',
  full: 'With what the live service adds: messageId, anonymousId, integrations, channel, originalTimestamp, sentAt, receivedAt.',
};

export function BodyCard() {
  const { control } = useFormContext<DestinationDraft>();
  const { field } = useController({ control, name: 'payloadShape' });
  return (
    <Card
      title="Payload shape"
      actions={
        <Segmented<PayloadShape>
          label="Payload shape"
          size="small"
          value={field.value}
          onChange={field.onChange}
          segments={[
            { value: 'documented', label: 'Documented' },
            { value: 'full', label: 'Full' },
          ]}
        />
      }
    >
      <p className="min-h-[38px] text-fg-2">{effects[field.value]}</p>
    </Card>
  );
}
