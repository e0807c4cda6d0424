import { CircleAlert, Plus, X } from 'lucide-react';
import { type Ref, useId } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { TextField, type TextFieldProps } from '#renderer/ui/text-field.tsx';

interface HeaderRowProps {
  /** Accessible name of the row: "header 1 of URL 2". */
  readonly of: string;
  /** The return value of a form's `register`, or a value and its change handler. */
  readonly name: TextFieldProps;
  readonly value: TextFieldProps;
  readonly namePlaceholder: string;
  readonly valuePlaceholder: string;
  readonly nameProblem: string | undefined;
  readonly valueProblem: string | undefined;
  readonly onRemove: () => void;
}

/** A header's name and value, and their errors. */
export function HeaderRow(props: HeaderRowProps) {
  const { of, nameProblem, valueProblem } = props;
  const problem = nameProblem ?? valueProblem;
  const problemId = useId();
  const described = problem === undefined ? undefined : problemId;
  return (
    <li>
      <div className="flex items-center gap-1.5">
        <TextField
          {...props.name}
          mono
          placeholder={props.namePlaceholder}
          aria-label={`Name of ${of}`}
          aria-invalid={nameProblem !== undefined}
          aria-describedby={described}
          data-invalid={nameProblem && ''}
          className="flex-[2]"
        />
        <TextField
          {...props.value}
          mono
          placeholder={props.valuePlaceholder}
          aria-label={`Value of ${of}`}
          aria-invalid={valueProblem !== undefined}
          aria-describedby={described}
          data-invalid={valueProblem && ''}
          className="flex-[3]"
        />
        <IconButton size="small" icon={X} label={`Remove ${of}`} onClick={props.onRemove} />
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

interface AddHeaderProps {
  readonly ref: Ref<HTMLButtonElement>;
  /** Why the headers as a whole are invalid. */
  readonly problem: string | undefined;
  readonly count: number;
  readonly max: number;
  readonly onAdd: () => void;
}

/** Adds a header below the others. */
export function AddHeader({ ref, problem, count, max, onAdd }: AddHeaderProps) {
  return (
    <>
      {problem && (
        <p role="alert" className="text-small text-bad">
          {problem}
        </p>
      )}
      <Button
        ref={ref}
        variant="quiet"
        size="small"
        icon={Plus}
        className="-ml-2"
        disabledReason={count >= max ? `Limit of ${max} headers reached` : undefined}
        onClick={onAdd}
      >
        Add header
      </Button>
    </>
  );
}
