import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from './cx.ts';
import { popupPanel } from './popup.tsx';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  /** Second line in the list. */
  hint?: string | undefined;
}

export interface SelectProps<Value extends string = string> {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Required outside a Field. */
  'aria-label'?: string | undefined;
  /** Before the value in the closed control, such as "Group by". */
  prefix?: string | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A choice of several. For two to four short options, use Segmented. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Choose…',
  disabled,
  prefix,
  className,
  'aria-label': ariaLabel,
  ref,
}: SelectProps<Value>) {
  return (
    <Base.Root<Value>
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger
        ref={ref}
        aria-label={ariaLabel}
        className={cx(
          'control-frame flex min-w-0 items-center gap-2 px-2 text-left focus-visible:outline-offset-1',
          className,
        )}
      >
        {prefix !== undefined && (
          <span className="flex-none text-fg-2 @max-md:sr-only">{prefix}</span>
        )}
        <Base.Value
          className="min-w-0 flex-1 truncate data-placeholder:text-fg-3"
          placeholder={placeholder}
        />
        <ChevronsUpDown className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          alignItemWithTrigger={false}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Base.Popup
            render={popupPanel}
            className="floating max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1"
          >
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex min-h-7 items-center gap-2 rounded-chip py-1 pr-3 pl-2 outline-none data-highlighted:bg-bg-3"
              >
                <span className="w-3.5">
                  <Base.ItemIndicator>
                    <Check className="icon-small text-accent" strokeWidth={2} aria-hidden="true" />
                  </Base.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <Base.ItemText className="block">{option.label}</Base.ItemText>
                  {option.hint && <span className="block text-small text-fg-2">{option.hint}</span>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
