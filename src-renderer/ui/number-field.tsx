import { NumberField as Base } from '@base-ui/react/number-field';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { cx } from './cx.ts';

export interface NumberFieldProps {
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: (() => void) | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** Unit after the number: "ms", "per second". */
  unit?: string | undefined;
  /** What an empty field means. */
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  'aria-label'?: string | undefined;
  className?: string | undefined;
}

/**
 * A number with arrow-key steps. Out-of-range input is kept for validation instead of being
 * changed.
 */
export function NumberField({
  value,
  onChange,
  onBlur,
  unit,
  placeholder,
  className,
  'aria-label': ariaLabel,
  ...rest
}: NumberFieldProps) {
  const stepper =
    'grid flex-1 w-5 place-items-center text-fg-3 hover:bg-bg-3 hover:text-fg disabled:opacity-40';
  return (
    <Base.Root {...rest} value={value} onValueChange={(next) => onChange(next)} allowOutOfRange>
      <Base.Group className={cx('control-frame flex items-center overflow-hidden pl-2', className)}>
        <Base.Input
          aria-label={ariaLabel}
          placeholder={placeholder}
          onBlur={onBlur}
          className="h-full w-full min-w-0 flex-1 bg-transparent tabular-nums outline-none focus-visible:outline-none"
        />
        {unit && <span className="pr-2 text-small text-fg-3">{unit}</span>}
        <span className="flex h-full flex-col border-l border-line">
          <Base.Increment className={stepper} aria-label="Increase">
            <ChevronUp size={11} strokeWidth={1.5} aria-hidden="true" />
          </Base.Increment>
          <Base.Decrement className={stepper} aria-label="Decrease">
            <ChevronDown size={11} strokeWidth={1.5} aria-hidden="true" />
          </Base.Decrement>
        </span>
      </Base.Group>
    </Base.Root>
  );
}
