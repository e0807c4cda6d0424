import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { UseMockButton } from '#renderer/connections/use-mock-button.tsx';
import { AddHeader, HeaderRow } from '#renderer/requests/header-row.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { maxStaticHeaders, maxWebhooks } from '#shared/connections/destination.ts';
import { Section } from '../../editor/section.tsx';
import type { DestinationDraft } from './destination-draft.ts';

export function UrlsSection({ isNew }: { isNew: boolean }) {
  const { register, control, formState } = useFormContext<DestinationDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({ control, name: 'urls' });
  const { errors } = formState;
  const countProblem = errors.urls?.root?.message ?? errors.urls?.message;
  return (
    <Section title="URLs" meta={`up to ${maxWebhooks}`}>
      <div className="flex flex-col gap-2">
        <ul aria-label="URLs" className="flex flex-col gap-2">
          {fields.map((field, index) => (
            <UrlFields
              key={field.id}
              index={index}
              isFirst={isNew && index === 0}
              onRemove={
                fields.length === 1
                  ? undefined
                  : () => {
                      remove(index);
                      addButton.current?.focus();
                    }
              }
            />
          ))}
        </ul>
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
              fields.length >= maxWebhooks ? `Limit of ${maxWebhooks} URLs reached` : undefined
            }
            onClick={() => append({ url: '', headers: [] })}
          >
            Add URL
          </Button>
        </div>
        <Field label="Name" error={errors.name?.message}>
          <TextField {...register('name')} placeholder="Staging hooks" autoComplete="off" />
        </Field>
      </div>
    </Section>
  );
}

interface UrlFieldsProps {
  readonly index: number;
  /** Whether it has the focus at first. */
  readonly isFirst: boolean;
  /** Undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}

function UrlFields({ index, isFirst, onRemove }: UrlFieldsProps) {
  const { register, control, formState, setValue } = useFormContext<DestinationDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const headers = useFieldArray({ control, name: `urls.${index}.headers` });
  const errors = formState.errors.urls?.[index];
  const number = index + 1;
  return (
    <li className="rounded-control border border-line bg-bg-2 px-2.5 pt-2 pb-1.5">
      <Field
        label={`URL ${number}`}
        error={errors?.url?.message}
        aside={
          onRemove && (
            <IconButton
              size="small"
              icon={X}
              label={`Remove URL ${number}`}
              className="-my-1 -mr-1"
              onClick={onRemove}
            />
          )
        }
      >
        <TextField
          {...register(`urls.${index}.url`, { deps: ['urls'] })}
          mono
          inputMode="url"
          autoFocus={isFirst}
          placeholder="http://localhost:3000/webhook"
        />
      </Field>
      {headers.fields.length > 0 && (
        <ul aria-label={`Headers of URL ${number}`} className="mt-1 flex flex-col gap-1.5">
          {headers.fields.map((field, at) => (
            <HeaderFields
              key={field.id}
              url={index}
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
      <div className="mt-1 flex flex-wrap items-center gap-x-2">
        <AddHeader
          ref={addButton}
          problem={errors?.headers?.root?.message ?? errors?.headers?.message}
          count={headers.fields.length}
          max={maxStaticHeaders}
          onAdd={() => headers.append({ name: '', value: '' })}
        />
        <UseMockButton
          onChoose={(url) =>
            setValue(`urls.${index}.url`, url, { shouldDirty: true, shouldValidate: true })
          }
        />
      </div>
    </li>
  );
}

interface HeaderFieldsProps {
  /** Index of the URL. */
  readonly url: number;
  readonly index: number;
  readonly count: number;
  readonly onRemove: () => void;
}

function HeaderFields({ url, index, count, onRemove }: HeaderFieldsProps) {
  const { register, formState } = useFormContext<DestinationDraft>();
  const errors = formState.errors.urls?.[url]?.headers?.[index];
  // Duplicates are reported at the second one, so validate all names together.
  const names = Array.from({ length: count }, (_, at) => `urls.${url}.headers.${at}.name` as const);
  return (
    <HeaderRow
      of={`header ${index + 1} of URL ${url + 1}`}
      name={register(`urls.${url}.headers.${index}.name`, {
        deps: names.filter((_, at) => at !== index),
      })}
      value={register(`urls.${url}.headers.${index}.value`)}
      namePlaceholder="X-Env"
      valuePlaceholder="staging"
      nameProblem={errors?.name?.message}
      valueProblem={errors?.value?.message}
      onRemove={onRemove}
    />
  );
}
