import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { ExactNumber } from '#shared/kit/exact-json.ts';
import { formatCount } from '#shared/kit/format.ts';
import { tokenColors } from './code-tokens.ts';
import { cx } from './cx.ts';
import { DisclosureMark } from './disclosure.tsx';
import { indexAfterKey } from './list-keys.ts';

interface JsonTreeProps {
  value: JsonValue;
  /** Accessible name, such as "Request body". */
  label: string;
}

const ROW_PX = 21;

/** A JSON tree, expandable by pointer or arrow keys. */
export function JsonTree({ value, label }: JsonTreeProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [activePath, setActivePath] = useState('');
  const rows = useMemo(() => jsonTreeRows(value, toggled), [value, toggled]);
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.path === activePath),
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.path ?? index,
    overscan: 20,
  });

  const activate = (path: string) => {
    setActivePath(path);
    const index = rows.findIndex((row) => row.path === path);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const toggle = (row: JsonTreeRow) => {
    if (!row.size) return;
    const next = new Set(toggled);
    if (!next.delete(row.path)) next.add(row.path);
    setToggled(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[activeIndex];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const opens = event.key === 'ArrowRight' && !row.open && row.size;
    const closes = event.key === 'ArrowLeft' && row.open;
    const next = indexAfterKey(event.key, activeIndex, rows.length, 20);
    if (opens || closes || event.key === 'Enter' || event.key === ' ') toggle(row);
    else if (event.key === 'ArrowLeft') activate(parentPath(row.path));
    else if (event.key === 'ArrowRight') activate(rows[activeIndex + 1]?.path ?? row.path);
    else if (next !== undefined) activate(rows[next]?.path ?? '');
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const row = target && rows[Number(target.getAttribute('data-index'))];
    if (!row) return;
    setActivePath(row.path);
    scroller.current?.focus({ preventScroll: true });
    // Selecting text must not collapse the branch.
    if (window.getSelection()?.isCollapsed) toggle(row);
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}${rows[activeIndex]?.path}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="group/tree bytes overflow-auto py-1.5 -outline-offset-2 max-h-[480px]"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              id={`${id}${row.path}`}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-expanded={row.size ? row.open : undefined}
              aria-selected={item.index === activeIndex}
              tabIndex={-1}
              data-index={item.index}
              className="absolute inset-x-0 flex items-center pr-3 hover:bg-bg-2 group-focus-visible/tree:aria-selected:bg-accent-bg"
              style={{ top: item.start, height: ROW_PX, paddingLeft: 8 + row.depth * 16 }}
            >
              <TreeRow row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function TreeRow({ row }: { row: JsonTreeRow }) {
  const isItem = row.name !== undefined && /^\d+$/.test(row.name);
  return (
    <>
      <DisclosureMark isOpen={row.open} className={cx('mr-0.5', !row.size && 'invisible')} />
      {row.name !== undefined && (
        <span className={cx('flex-none', isItem ? 'text-fg-3' : 'text-accent')}>
          {row.name}
          <span className="text-fg-2">:&nbsp;</span>
        </span>
      )}
      <TreeValue row={row} />
    </>
  );
}

function TreeValue({ row }: { row: JsonTreeRow }) {
  const { value, size } = row;
  if (size !== undefined) {
    const list = Array.isArray(value);
    const noun = list ? (size === 1 ? 'item' : 'items') : size === 1 ? 'member' : 'members';
    if (size === 0) return <span className="text-fg-3">{list ? '[]' : '{}'}</span>;
    if (row.open) return <span className="text-fg-3">{list ? '[' : '{'}</span>;
    return (
      <span className="text-fg-3">
        {list ? '[ … ]' : '{ … }'} {formatCount(size)} {noun}
      </span>
    );
  }
  const isNumber = typeof value === 'number' || value instanceof ExactNumber;
  const kind = typeof value === 'string' ? 'string' : isNumber ? 'number' : 'literal';
  const text = value instanceof ExactNumber ? value.text : JSON.stringify(value);
  return (
    <span className={cx('truncate', tokenColors[kind])} title={text.slice(0, 1000)}>
      {text.slice(0, 2000)}
    </span>
  );
}

// A JSON value as tree rows; only expanded branches exist.

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

interface JsonTreeRow {
  /** A JSON Pointer (RFC 6901), which identifies the row. */
  path: string;
  depth: number;
  /** Member name or item index; absent at the root. */
  name: string | undefined;
  value: JsonValue;
  /** Number of members or items; undefined for scalars. */
  size: number | undefined;
  open: boolean;
}

/** Expanded by default: shallow branches with few items. */
const OPEN_DEPTH = 3;
const OPEN_SIZE = 50;

type Branch = Exclude<JsonValue, null | boolean | number | string | ExactNumber>;

const isBranch = (value: JsonValue): value is Branch =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

function sizeOf(value: JsonValue): number | undefined {
  if (!isBranch(value)) return undefined;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** `toggled` has the paths that differ from their default state. */
export function jsonTreeRows(root: JsonValue, toggled: ReadonlySet<string>): JsonTreeRow[] {
  const rows: JsonTreeRow[] = [];
  const visit = (value: JsonValue, name: string | undefined, path: string, depth: number) => {
    const size = sizeOf(value);
    const opensByItself = depth < OPEN_DEPTH && (size ?? 0) <= OPEN_SIZE;
    const open = size !== undefined && size > 0 && opensByItself !== toggled.has(path);
    rows.push({ path, depth, name, value, size, open });
    if (!open || !isBranch(value)) return;
    for (const [childName, child] of Object.entries(value) as [string, JsonValue][]) {
      const escaped = childName.replaceAll('~', '~0').replaceAll('/', '~1');
      visit(child, childName, `${path}/${escaped}`, depth + 1);
    }
  };
  visit(root, undefined, '', 0);
  return rows;
}

export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
