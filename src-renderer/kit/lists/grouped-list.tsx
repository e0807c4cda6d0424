import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Listing } from '#renderer/kit/data/listing.ts';
import { focusPane } from '#renderer/kit/keyboard/focus.ts';
import { cx } from '#renderer/ui/cx.ts';
import { indexAfterKey } from '#renderer/ui/list-keys.ts';
import { useMainListKeys } from './list.tsx';

export interface RowGroup {
  readonly label: string;
  /** Content: text and marks only, as rows are options. */
  readonly rows: readonly { readonly key: string; readonly content: ReactNode }[];
}

interface GroupedListProps {
  /** Accessible name. */
  readonly label: string;
  /** Groups without rows are left out. */
  readonly groups: readonly RowGroup[];
  readonly status: Listing<unknown>['status'];
  readonly selectedKey: string | null;
  readonly onSelect: (key: string) => void;
  /** Below the rows. */
  readonly children?: ReactNode;
}

/** Rows that Page Up and Page Down skip. */
const pageRows = 8;

/** The main list of a page with rows of several kinds, of which it draws all. */
export function GroupedList(props: GroupedListProps) {
  const { label, groups, status, selectedKey, onSelect, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = groups.flatMap(({ rows }) => rows.map(({ key }) => key));
  const selectedIndex = selectedKey === null ? -1 : keys.indexOf(selectedKey);
  const select = (index: number): void => {
    const key = keys[Math.min(keys.length - 1, Math.max(0, index))];
    if (key !== undefined) onSelect(key);
  };
  const handle = useRef({ focus: () => list.current?.focus(), move: (_steps: number) => {} });
  handle.current.move = (steps) => select(selectedIndex + steps);
  useMainListKeys(handle, { status, hasRows: keys.length > 0, selectedKey });
  useEffect(() => {
    if (selectedKey === null) return;
    document.getElementById(`${id}-${selectedKey}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, selectedKey]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') focusPane();
    const next = indexAfterKey(event.key, selectedIndex, keys.length, pageRows);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div
        ref={list}
        role="listbox"
        // Unlike in a select, letters are commands here.
        data-shortcuts=""
        aria-label={label}
        aria-activedescendant={selectedIndex < 0 ? undefined : `${id}-${selectedKey}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="group/list outline-none"
      >
        {groups.map(
          (group, index) =>
            group.rows.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
              <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
                <div
                  id={`${id}-group-${index}`}
                  role="presentation"
                  className="flex h-7.5 items-end gap-1.5 border-b border-line px-3 pb-1 text-label font-medium text-fg-2"
                >
                  {group.label}
                  <span className="text-fg-3 tabular-nums">{group.rows.length}</span>
                </div>
                {group.rows.map(({ key, content }) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles keys.
                  <div
                    key={key}
                    id={`${id}-${key}`}
                    role="option"
                    aria-selected={key === selectedKey}
                    tabIndex={-1}
                    onMouseDown={(event) => {
                      event.preventDefault();
                      list.current?.focus({ preventScroll: true });
                    }}
                    onClick={() => onSelect(key)}
                    onDoubleClick={focusPane}
                    className={cx(
                      'h-12.25 border-b border-line/55 px-3',
                      key === selectedKey
                        ? 'bg-accent-bg shadow-[inset_2px_0_var(--accent)] outline-2 -outline-offset-2 outline-accent group-focus-visible/list:outline-solid'
                        : 'hover:bg-bg-2',
                    )}
                  >
                    {content}
                  </div>
                ))}
              </div>
            ),
        )}
      </div>
      {children}
    </div>
  );
}
