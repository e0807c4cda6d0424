import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { leaveShortcuts } from './list-keys.ts';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  /** Some of several are selected. */
  mixed?: boolean | undefined;
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
  disabled,
  labelHidden,
}: CheckboxProps) {
  const id = useId();
  const Mark = mixed ? Minus : Check;
  return (
    <span className="inline-flex items-start gap-2">
      <BaseCheckbox.Root
        id={id}
        aria-labelledby={`${id}-label`}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        onKeyDown={leaveShortcuts}
        indeterminate={mixed}
        disabled={disabled}
        className="mt-0.5 grid size-3.75 flex-none place-items-center rounded-chip border border-fg-3 bg-bg-1 data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-50"
      >
        <BaseCheckbox.Indicator className="grid place-items-center text-accent-fg">
          <Mark size={11} strokeWidth={3} aria-hidden="true" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : undefined}>
        <span id={`${id}-label`}>{label}</span>
        {hint && <span className="block text-small text-fg-2">{hint}</span>}
      </label>
    </span>
  );
}

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
  /** Hides the label visually, for rows that show it elsewhere. */
  labelHidden?: boolean | undefined;
}

/** On or off with immediate effect. In a form, use Checkbox. */
export function Switch({ checked, onChange, label, hint, disabled, labelHidden }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-start gap-2.5">
      <BaseSwitch.Root
        id={id}
        aria-labelledby={`${id}-label`}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        onKeyDown={leaveShortcuts}
        disabled={disabled}
        className="mt-0.5 flex h-4 w-7 flex-none items-center rounded-full border border-fg-3 bg-bg-3 p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="size-3 rounded-full bg-fg-3 transition-transform data-checked:translate-x-3 data-checked:bg-accent-fg forced-colors:bg-[CanvasText]!" />
      </BaseSwitch.Root>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : undefined}>
        <span id={`${id}-label`}>{label}</span>
        {hint && <span className="block text-small text-fg-2">{hint}</span>}
      </label>
    </span>
  );
}
