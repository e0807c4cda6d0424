import { CircleAlert, X } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
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

/** One static header: its name, its value, and beneath them what is wrong with either. */
export function HeaderFields({ webhook, number, index, count, onRemove }: HeaderFieldsProps) {
  const { register, formState } = useFormContext<DestinationDraft>();
  const errors = formState.errors.webhooks?.[webhook]?.headers?.[index];
  const problem = errors?.name?.message ?? errors?.value?.message;
  const of = `of header ${index + 1} of webhook ${number}`;
  const problemId = `header-problem-${webhook}-${index}`;
  // A name given twice is refused at the second one, whichever of them is mended.
  const names = Array.from(
    { length: count },
    (_, at) => `webhooks.${webhook}.headers.${at}.name` as const,
  );
  const described = problem === undefined ? undefined : problemId;
  return (
    <li>
      <div className="flex items-center gap-1.5">
        <TextField
          {...register(`webhooks.${webhook}.headers.${index}.name`, {
            deps: names.filter((_, at) => at !== index),
          })}
          mono
          placeholder="X-Env"
          aria-label={`Name ${of}`}
          aria-invalid={errors?.name !== undefined}
          aria-describedby={described}
          data-invalid={errors?.name && ''}
          className="flex-[2]"
        />
        <TextField
          {...register(`webhooks.${webhook}.headers.${index}.value`)}
          mono
          placeholder="staging"
          aria-label={`Value ${of}`}
          aria-invalid={errors?.value !== undefined}
          aria-describedby={described}
          data-invalid={errors?.value && ''}
          className="flex-[3]"
        />
        <IconButton
          size="small"
          icon={X}
          label={`Remove header ${index + 1} of webhook ${number}`}
          onClick={onRemove}
        />
      </div>
      {problem && (
        <p id={problemId} role="alert" className="mt-1 flex gap-1.5 text-small text-bad">
          <CircleAlert className="icon-small mt-0.5" strokeWidth={1.5} aria-hidden="true" />
          {problem}
        </p>
      )}
    </li>
  );
}
