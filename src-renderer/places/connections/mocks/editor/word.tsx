/** Words of a sentence that are fields. The sentence is a flex container that wraps: an error is a line below it. */
import { Field } from '@base-ui/react/field';
import { NumberField } from '@base-ui/react/number-field';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FieldPath, useController, useFormContext } from 'react-hook-form';
import { cx } from '#renderer/ui/cx.ts';
import { Select, type SelectProps } from '#renderer/ui/select.tsx';
import { formatDuration, parseDuration } from '#shared/kit/duration.ts';
import type { MockDraft } from './mock-draft.ts';

export const wordStyle =
  'h-6.25 max-w-full rounded-control border border-line-2 bg-bg-2 px-2 font-semibold text-fg transition-colors hover:border-fg-3 data-invalid:border-bad';
const inputStyle = cx(wordStyle, 'field-sizing-content min-w-8 tabular-nums');

interface WordProps {
  /** Accessible name. */
  readonly label: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

function Word({ label, error, children }: WordProps) {
  return (
    <Field.Root invalid={error !== undefined} className="contents">
      <Field.Label className="sr-only">{label}</Field.Label>
      {children}
      {error !== undefined && (
        <Field.Error
          match={true}
          role="alert"
          className="order-last flex basis-full gap-1.5 text-small text-bad"
        >
          <CircleAlert className="icon-small mt-0.5" strokeWidth={1.5} aria-hidden="true" />
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}

interface FieldWordProps {
  readonly name: FieldPath<MockDraft>;
  readonly label: string;
}

export function NumberWord({ name, label, min = 0 }: FieldWordProps & { readonly min?: number }) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Word label={label} error={fieldState.error?.message}>
      <NumberField.Root
        value={field.value as number | null}
        onValueChange={(next) => field.onChange(next)}
        min={min}
        allowOutOfRange
        className="contents"
      >
        <NumberField.Input onBlur={field.onBlur} className={inputStyle} />
      </NumberField.Root>
    </Word>
  );
}

/** A duration, or a time of day, as text. */
export function TextWord({
  name,
  label,
  onEdit,
  isDuration = false,
}: FieldWordProps & { readonly onEdit?: () => void; readonly isDuration?: boolean }) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Word label={label} error={fieldState.error?.message}>
      <Field.Control
        value={field.value as string}
        onChange={(event) => {
          field.onChange(event.target.value);
          onEdit?.();
        }}
        onBlur={({ target }) => {
          // So that "5sec" becomes "5 s".
          const ms = isDuration ? parseDuration(target.value) : null;
          if (ms !== null && formatDuration(ms) !== target.value)
            field.onChange(formatDuration(ms));
          field.onBlur();
        }}
        autoComplete="off"
        spellCheck={false}
        className={inputStyle}
      />
    </Word>
  );
}

interface SelectWordProps<Value extends string>
  extends Pick<SelectProps<Value>, 'options' | 'onChange'> {
  readonly label: string;
  readonly value: Value;
  readonly error?: string | undefined;
}

export function SelectWord<Value extends string>(props: SelectWordProps<Value>) {
  const { label, error, ...rest } = props;
  return (
    <Word label={label} error={error}>
      <Select {...rest} className="h-6.25! bg-bg-2! font-semibold" />
    </Word>
  );
}
