import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { leaveShortcuts } from './list-keys.ts';

export interface Segment<Value extends string = string> {
  value: Value;
  label: ReactNode;
}

export interface SegmentedProps<Value extends string = string> {
  /** Accessible name. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** `small` (22 px) for card headers. */
  size?: 'small' | 'regular' | undefined;
}

/** A choice of a few visible options. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  size = 'regular',
}: SegmentedProps<Value>) {
  return (
    <RadioGroup<Value>
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next)}
      className="inline-flex flex-none overflow-hidden rounded-control border border-line-2 bg-bg-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
    >
      {segments.map((segment) => (
        <Radio.Root
          key={segment.value}
          value={segment.value}
          onKeyDown={leaveShortcuts}
          className={cx(
            // Not a group divider: each radio is followed by a hidden input.
            'flex items-center not-first:border-l not-first:border-line px-2.5 font-medium whitespace-nowrap text-fg-2 outline-none focus-visible:outline-none hover:text-fg data-checked:bg-bg-3 data-checked:text-fg',
            size === 'small' ? 'h-5 px-2 text-small' : 'h-7',
          )}
        >
          {segment.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
