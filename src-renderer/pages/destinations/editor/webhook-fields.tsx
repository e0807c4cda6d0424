import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { maxStaticHeaders } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';
import { HeaderFields } from './header-fields.tsx';

interface WebhookFieldsProps {
  readonly index: number;
  /** As it is counted in what is sent: the single URL comes first. */
  readonly number: number;
  readonly onRemove: () => void;
}

/** One entry of the list of webhooks: its URL and static headers. */
export function WebhookFields({ index, number, onRemove }: WebhookFieldsProps) {
  const { register, control, formState } = useFormContext<DestinationDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const headers = useFieldArray({ control, name: `webhooks.${index}.headers` });
  const errors = formState.errors.webhooks?.[index];
  const isFull = headers.fields.length >= maxStaticHeaders;
  const countProblem = errors?.headers?.root?.message ?? errors?.headers?.message;
  return (
    <li className="rounded-control border border-line bg-bg-2 px-2.5 pt-2 pb-1.5">
      <Field
        label={`Webhook ${number}`}
        hint={
          headers.fields.length > 0
            ? 'Sent with these static headers:'
            : 'Sent without static headers: add one below.'
        }
        error={errors?.url?.message}
        aside={
          <IconButton
            size="small"
            icon={X}
            label={`Remove webhook ${number}`}
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
        <ul
          aria-label={`Static headers of webhook ${number}`}
          className="mt-1 flex flex-col gap-1.5"
        >
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
      {countProblem && (
        <p role="alert" className="text-small text-bad">
          {countProblem}
        </p>
      )}
      <Button
        ref={addButton}
        variant="quiet"
        icon={Plus}
        className="-ml-1.5 h-[26px] px-1.5 text-small"
        disabledReason={
          isFull ? `A webhook carries at most ${maxStaticHeaders} static headers` : undefined
        }
        onClick={() => headers.append({ name: '', value: '' })}
      >
        Add a header
      </Button>
    </li>
  );
}
