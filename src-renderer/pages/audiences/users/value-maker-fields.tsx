import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import type { ChangeDraft, ValueKind } from './change-draft.ts';
import type { FieldProblems } from './field-problems.ts';

interface ValueMakerFieldsProps {
  readonly draft: ChangeDraft;
  readonly onChange: (patch: Partial<ChangeDraft>) => void;
  readonly problems: FieldProblems;
}

export function ValueMakerFields({ draft, onChange, problems }: ValueMakerFieldsProps) {
  return (
    <div className="flex flex-col items-start gap-1.5 pb-1">
      <span className="font-medium" aria-hidden="true">
        Values
      </span>
      <Segmented<ValueKind>
        label="Values"
        size="small"
        value={draft.valueKind}
        onChange={(valueKind) => onChange({ valueKind })}
        segments={[
          { value: 'number', label: 'Number' },
          { value: 'choice', label: 'Choice' },
          { value: 'boolean', label: 'true / false' },
        ]}
      />
      {draft.valueKind === 'number' && (
        <div className="grid w-full grid-cols-2 gap-2">
          <Field label="From" error={problems.min}>
            <NumberField value={draft.min} onChange={(min) => onChange({ min })} />
          </Field>
          <Field label="To" error={problems.max}>
            <NumberField value={draft.max} onChange={(max) => onChange({ max })} />
          </Field>
        </div>
      )}
      {draft.valueKind === 'choice' && (
        <Field
          label="Choices"
          className="w-full"
          error={problems.choices}
          hint="One JSON value on each line."
        >
          <TextArea
            mono
            rows={3}
            value={draft.choices}
            onChange={(event) => onChange({ choices: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
