import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { HeaderRow } from '#renderer/components/header-row.tsx';
import { Button } from '#renderer/ui/button.tsx';
import type { ReceiverDraft } from './receiver-draft.ts';

const mostHeaders = 20;

/** The headers that the answer carries beside those that frame its body. */
export function StepHeaders({ index }: { index: number }) {
  const { control, register, formState } = useFormContext<ReceiverDraft>();
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({ control, name: `steps.${index}.headers` });
  const errors = formState.errors.steps?.[index]?.headers;
  const countProblem = errors?.root?.message ?? errors?.message;
  const names = fields.map((_, at) => `steps.${index}.headers.${at}.name` as const);
  const step = `step ${index + 1}`;
  return (
    <div>
      {fields.length > 0 && (
        <ul aria-label={`Headers of ${step}`} className="flex flex-col gap-1.5">
          {fields.map((field, row) => (
            <HeaderRow
              key={field.id}
              of={`header ${row + 1} of ${step}`}
              name={register(`steps.${index}.headers.${row}.name`, {
                // A name given twice is refused at the second one, whichever of them is mended.
                deps: names.filter((_, at) => at !== row),
              })}
              value={register(`steps.${index}.headers.${row}.value`)}
              namePlaceholder="Retry-After"
              valuePlaceholder="120"
              nameProblem={errors?.[row]?.name?.message}
              valueProblem={errors?.[row]?.value?.message}
              onRemove={() => {
                remove(row);
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
          fields.length >= mostHeaders
            ? `An answer carries at most ${mostHeaders} headers`
            : undefined
        }
        onClick={() => append({ name: '', value: '' })}
      >
        Add a header
      </Button>
    </div>
  );
}
