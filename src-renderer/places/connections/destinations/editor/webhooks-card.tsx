import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { AddHeader, HeaderRow } from '#renderer/requests/header-row.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { maxStaticHeaders, maxWebhooks } from '#shared/connections/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';

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
    <Card title="Destination" meta={`up to ${maxWebhooks} URLs`}>
      <div className="flex flex-col gap-2.5">
        <Field
          label="Webhook URL"
          error={errors.webhookUrl?.message}
          hint="For headers, add a URL below"
        >
          <TextField
            // Counts toward the maximum number of URLs.
            {...register('webhookUrl', { deps: ['webhooks'] })}
            mono
            inputMode="url"
            autoFocus={isNew}
            placeholder="http://localhost:3000/webhook"
          />
        </Field>
        {fields.length > 0 && (
          <ul aria-label="More URLs" className="flex flex-col gap-2">
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
            disabledReason={isFull ? `Limit of ${maxWebhooks} URLs reached` : undefined}
            onClick={() => append({ url: '', headers: [] })}
          >
            Add URL
          </Button>
        </div>
        {/* The line reserved for its error is the card's padding. */}
        <Field label="Name" error={errors.name?.message} className="-mb-3">
          <TextField {...register('name')} placeholder="Staging hooks" autoComplete="off" />
        </Field>
      </div>
    </Card>
  );
}

interface WebhookFieldsProps {
  readonly index: number;
  /** The single URL is number 1. */
  readonly number: number;
  readonly onRemove: () => void;
}

function WebhookFields({ index, number, onRemove }: WebhookFieldsProps) {
  const { register, control, formState } = useFormContext<DestinationDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const headers = useFieldArray({ control, name: `webhooks.${index}.headers` });
  const errors = formState.errors.webhooks?.[index];
  return (
    <li className="rounded-control border border-line bg-bg-2 px-2.5 pt-2 pb-1.5">
      <Field
        label={`URL ${number}`}
        error={errors?.url?.message}
        aside={
          <IconButton
            size="small"
            icon={X}
            label={`Remove URL ${number}`}
            className="-my-1 -mr-1"
            onClick={onRemove}
          />
        }
      >
        <TextField
          {...register(`webhooks.${index}.url`)}
          mono
          inputMode="url"
          placeholder="https://api.example.com/hooks"
        />
      </Field>
      {headers.fields.length > 0 && (
        <ul aria-label={`Headers of URL ${number}`} className="mt-1 flex flex-col gap-1.5">
          {headers.fields.map((field, at) => (
            <HeaderFields
              key={field.id}
              webhook={index}
              number={number}
              index={at}
              count={headers.fields.length}
              onRemove={() => {
                headers.remove(at);
                addButton.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <AddHeader
        ref={addButton}
        problem={errors?.headers?.root?.message ?? errors?.headers?.message}
        count={headers.fields.length}
        max={maxStaticHeaders}
        onAdd={() => headers.append({ name: '', value: '' })}
      />
    </li>
  );
}

interface HeaderFieldsProps {
  readonly webhook: number;
  /** Number of the webhook in its label. */
  readonly number: number;
  readonly index: number;
  readonly count: number;
  readonly onRemove: () => void;
}

function HeaderFields({ webhook, number, index, count, onRemove }: HeaderFieldsProps) {
  const { register, formState } = useFormContext<DestinationDraft>();
  const errors = formState.errors.webhooks?.[webhook]?.headers?.[index];
  // Duplicates are reported at the second one, so validate all names together.
  const names = Array.from(
    { length: count },
    (_, at) => `webhooks.${webhook}.headers.${at}.name` as const,
  );
  return (
    <HeaderRow
      of={`header ${index + 1} of URL ${number}`}
      name={register(`webhooks.${webhook}.headers.${index}.name`, {
        deps: names.filter((_, at) => at !== index),
      })}
      value={register(`webhooks.${webhook}.headers.${index}.value`)}
      namePlaceholder="X-Env"
      valuePlaceholder="staging"
      nameProblem={errors?.name?.message}
      valueProblem={errors?.value?.message}
      onRemove={onRemove}
    />
  );
}
