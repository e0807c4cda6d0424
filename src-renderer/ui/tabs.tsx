import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/kit/format.ts';
import { cx } from './cx.ts';

export interface TabItem<Value extends string = string> {
  value: Value;
  label: string;
  count?: number | undefined;
}

export interface TabsProps<Value extends string = string> {
  /** Accessible name. */
  label: string;
  tabs: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** At the right end of the tab row. */
  trailing?: ReactNode;
  /** TabPanels, which fill the remaining height. */
  children?: ReactNode;
  listClassName?: string | undefined;
}

const abbreviated = new Intl.NumberFormat('en', { notation: 'compact' });

/** Compact, so a growing count doesn't wrap the row; exact on hover. */
const countText = (count: number): string => abbreviated.format(count);

/** Tabs of a page, with TabPanel children. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  trailing,
  children,
  listClassName,
}: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div
        className={cx(
          'flex flex-none flex-wrap items-center gap-x-2 gap-y-1 @max-sm:flex-nowrap @max-sm:items-end',
          listClassName,
        )}
      >
        <Base.List aria-label={label} className="flex flex-wrap gap-0.5" activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="flex h-7 items-center gap-1.5 rounded-control px-2.5 font-medium whitespace-nowrap text-fg-2 transition-colors hover:text-fg @max-lg:px-1.5 @max-sm:px-1 data-active:bg-bg-3 data-active:text-fg"
            >
              {tab.label}
              {tab.count !== undefined && (
                <span
                  title={formatCount(tab.count)}
                  className="font-normal text-fg-3 tabular-nums @max-md:hidden"
                >
                  {countText(tab.count)}
                </span>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {trailing && (
          <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2 @max-sm:min-w-min">
            {trailing}
          </div>
        )}
      </div>
      {children}
    </Base.Root>
  );
}

/** A tab's content, rendered while its tab is active. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className="min-h-0 flex-1">
      {children}
    </Base.Panel>
  );
}
