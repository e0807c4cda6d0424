import { useFormContext } from 'react-hook-form';
import { HeaderRow } from '#renderer/components/header-row.tsx';
import type { DestinationDraft } from './destination-draft.ts';

interface HeaderFieldsProps {
  readonly webhook: number;
  /** Of the webhook, as its label has it. */
  readonly number: number;
  readonly index: number;
  /** Headers that the webhook has. */
  readonly count: number;
  readonly onRemove: () => void;
}

/** One static header of a webhook. */
export function HeaderFields({ webhook, number, index, count, onRemove }: HeaderFieldsProps) {
  const { register, formState } = useFormContext<DestinationDraft>();
  const errors = formState.errors.webhooks?.[webhook]?.headers?.[index];
  // A name given twice is refused at the second one, whichever of them is mended.
  const names = Array.from(
    { length: count },
    (_, at) => `webhooks.${webhook}.headers.${at}.name` as const,
  );
  return (
    <HeaderRow
      of={`header ${index + 1} of webhook ${number}`}
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
