import { Autocomplete } from '@base-ui/react/autocomplete';
import { cx } from './cx.ts';

export interface ComboboxProps {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly string[];
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  'aria-label'?: string | undefined;
  className?: string | undefined;
}

/** Free text with suggestions: anything may be typed, what is known is offered. */
export function Combobox({
  value,
  onChange,
  suggestions,
  placeholder,
  mono,
  name,
  onBlur,
  className,
  'aria-label': ariaLabel,
}: ComboboxProps) {
  return (
    <Autocomplete.Root
      items={suggestions}
      value={value}
      onValueChange={(next) => onChange(next)}
      name={name}
      openOnInputClick
    >
      <Autocomplete.InputGroup
        className={cx('control-frame flex min-w-0 items-center px-2', className)}
      >
        <Autocomplete.Input
          aria-label={ariaLabel}
          placeholder={placeholder}
          onBlur={onBlur}
          spellCheck={!mono}
          className={cx(
            'h-full min-w-0 flex-1 bg-transparent outline-none focus-visible:outline-none',
            mono && 'bytes',
          )}
        />
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={5} collisionPadding={8} className="z-50">
          <Autocomplete.Popup className="floating max-h-[min(280px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto p-1 data-empty:hidden">
            <Autocomplete.List>
              {(item: string) => (
                <Autocomplete.Item
                  key={item}
                  value={item}
                  className={cx(
                    'flex h-7 items-center rounded-chip px-2 outline-none data-highlighted:bg-bg-3',
                    mono && 'bytes',
                  )}
                >
                  {item}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
