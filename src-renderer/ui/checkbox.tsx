import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { leaveShortcuts } from './list-keys.ts';

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  /** Some of several are selected. */
  mixed?: boolean | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  labelHidden?: boolean | undefined;
}

/** A yes or no in a form or selection. */
export function Checkbox({
  checked,
  onChange,
  label,
  hint,
  mixed = false,
  name,
  disabled,
  labelHidden,
}: CheckboxProps) {
  const id = useId();
  const Mark = mixed ? Minus : Check;
  return (
    <span className="inline-flex items-start gap-2">
      <Base.Root
        id={id}
        aria-labelledby={`${id}-label`}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        onKeyDown={leaveShortcuts}
        indeterminate={mixed}
        name={name}
        disabled={disabled}
        className="mt-0.5 grid size-3.75 flex-none place-items-center rounded-chip border border-fg-3 bg-bg-1 data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-50"
      >
        <Base.Indicator className="grid place-items-center text-accent-fg">
          <Mark size={11} strokeWidth={3} aria-hidden="true" />
        </Base.Indicator>
      </Base.Root>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : undefined}>
        <span id={`${id}-label`}>{label}</span>
        {hint && <span className="block text-small text-fg-2">{hint}</span>}
      </label>
    </span>
  );
}
