import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { leaveShortcuts } from './list-keys.ts';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  name?: string | undefined;
  disabled?: boolean | undefined;
  /** Hides the label visually, for rows that show it elsewhere. */
  labelHidden?: boolean | undefined;
}

/** On or off with immediate effect. In a form, use Checkbox. */
export function Switch({
  checked,
  onChange,
  label,
  hint,
  name,
  disabled,
  labelHidden,
}: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-start gap-2.5">
      <Base.Root
        id={id}
        aria-labelledby={`${id}-label`}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        onKeyDown={leaveShortcuts}
        name={name}
        disabled={disabled}
        className="mt-0.5 flex h-4 w-7 flex-none items-center rounded-full border border-fg-3 bg-bg-3 p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-3 rounded-full bg-fg-3 transition-transform data-checked:translate-x-3 data-checked:bg-accent-fg forced-colors:bg-[CanvasText]!" />
      </Base.Root>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : undefined}>
        <span id={`${id}-label`}>{label}</span>
        {hint && <span className="block text-small text-fg-2">{hint}</span>}
      </label>
    </span>
  );
}
