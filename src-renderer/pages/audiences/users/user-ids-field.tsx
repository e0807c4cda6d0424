import { Field } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';

interface UserIdsFieldProps {
  readonly lines: string;
  readonly onChange: (lines: string) => void;
  /** How many ids the lines hold. */
  readonly count: number;
  readonly problem: string | undefined;
  readonly rows: number;
  readonly autoFocus?: boolean;
  readonly readOnly?: boolean;
  /** Mod+Enter, where it is not to reach what it does elsewhere. */
  readonly onModEnter?: () => void;
}

/** User ids, one on each line. */
export function UserIdsField({
  lines,
  onChange,
  count,
  problem,
  rows,
  autoFocus = false,
  readOnly = false,
  onModEnter,
}: UserIdsFieldProps) {
  return (
    <Field
      label="User ids"
      error={problem}
      hint="One on each line, typed or pasted."
      aside={count > 0 && <span className="tabular-nums">{count.toLocaleString('en')}</span>}
    >
      <TextArea
        mono
        rows={rows}
        autoFocus={autoFocus}
        readOnly={readOnly}
        value={lines}
        placeholder={'user_1\nuser_2'}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (onModEnter === undefined) return;
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onModEnter();
        }}
      />
    </Field>
  );
}
