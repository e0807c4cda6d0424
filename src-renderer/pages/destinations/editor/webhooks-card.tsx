import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { maxWebhooks } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** The name, and where the destination sends to. */
export function WebhooksCard({ isNew }: { isNew: boolean }) {
  const { register, control, formState } = useFormContext<DestinationDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({ control, name: 'webhooks' });
  const single = useWatch({ control, name: 'webhookUrl' });
  const { errors } = formState;
  const hasSingle = single.trim() !== '';
  const isFull = fields.length + (hasSingle ? 1 : 0) >= maxWebhooks;
  const countProblem = errors.webhooks?.root?.message ?? errors.webhooks?.message;
  return (
    <Card title="Webhooks" meta={`at most ${maxWebhooks} URLs`}>
      <div className="flex flex-col gap-2.5">
        <Field label="Name" error={errors.name?.message} hint="As lists and deliveries show it.">
          <TextField
            {...register('name')}
            placeholder="Staging hooks"
            autoComplete="off"
            autoFocus={isNew}
          />
        </Field>
        <Field
          label="Webhook URL"
          error={errors.webhookUrl?.message}
          hint="Where events are sent to, as a POST with a JSON body. This URL carries no headers of its own, as specified; a webhook added below does."
        >
          <TextField
            // It counts among the URLs, of which there may be too many.
            {...register('webhookUrl', { deps: ['webhooks'] })}
            mono
            inputMode="url"
            placeholder="http://localhost:3000/webhook"
          />
        </Field>
        {fields.length > 0 && (
          <ul aria-label="More webhooks" className="flex flex-col gap-2">
            {fields.map((field, index) => (
              <WebhookFields
                key={field.id}
                index={index}
                number={index + (hasSingle ? 2 : 1)}
                onRemove={() => {
                  remove(index);
                  addButton.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
        {countProblem && (
          <p role="alert" className="text-small text-bad">
            {countProblem}
          </p>
        )}
        <div>
          <Button
            ref={addButton}
            variant="quiet"
            icon={Plus}
            className="-ml-2.5"
            disabledReason={
              isFull ? `A destination sends to at most ${maxWebhooks} webhook URLs` : undefined
            }
            onClick={() => append({ url: '', headers: [] })}
          >
            Add a webhook with headers
          </Button>
        </div>
      </div>
    </Card>
  );
}
