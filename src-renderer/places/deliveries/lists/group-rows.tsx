import { memo, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { deliveryLists, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { cx } from '#renderer/ui/cx.ts';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';
import type { Press } from '#renderer/ui/list-selection.ts';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { VirtualListCells, type VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { formatCount } from '#shared/kit/format.ts';
import { elementId, type Shown } from './group-cursor.ts';
import type { DeliveryGroup } from './groups.ts';

/** As in the styles of a row. */
const rowHeight = 32;
/** In an open group at first. */
const firstRows = 6;
/** Added at a time. */
const moreRows = 100;
/** A group with more is shown as a list of its own. */
const maxRows = 500;

interface GroupRowProps {
  readonly id: string;
  readonly group: DeliveryGroup;
  readonly isOpen: boolean;
  readonly hasCursor: boolean;
  /** If the keys are at it. */
  readonly isSelected: boolean;
  readonly onPress: () => void;
  readonly menu: ReactNode;
}

export function GroupRow({
  id,
  group,
  isOpen,
  hasCursor,
  isSelected,
  onPress,
  menu,
}: GroupRowProps) {
  const { state, title, name, detail, count } = group;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      id={id}
      role="treeitem"
      aria-level={1}
      aria-expanded={isOpen}
      aria-selected={hasCursor && isSelected}
      aria-label={[title, detail, formatCount(count)].filter((text) => text !== '').join(' ')}
      data-cursor={hasCursor ? '' : undefined}
      tabIndex={-1}
      onClick={({ target, currentTarget }) => {
        // Not of the menu, which has its own presses, and whose items are elsewhere in the page.
        const element = target as Element;
        if (currentTarget.contains(element) && element.closest('button') === null) onPress();
      }}
      className={cx(
        'group/row grid h-11 cursor-default grid-cols-[14px_14px_minmax(0,1fr)_auto_auto] items-center gap-2 border-b border-line pr-3.5 pl-3 outline-none',
        hasCursor
          ? 'bg-accent-bg outline-2 -outline-offset-2 outline-accent group-focus-visible/list:outline-solid'
          : isOpen
            ? 'bg-bg-2'
            : 'hover:bg-bg-2',
      )}
    >
      <DisclosureMark isOpen={isOpen} />
      <StateMark state={state} decorative />
      <span className="min-w-0">
        {/* A long URL is cut, but not what it does. */}
        <span className="flex leading-4.5 font-semibold" title={title}>
          {name !== '' && <span className="truncate">{name}</span>}
          <span className="max-w-4/5 flex-none truncate whitespace-pre">
            {title.slice(name.length)}
          </span>
        </span>{' '}
        {detail !== '' && (
          <span className="block truncate text-small leading-4 text-fg-2" title={detail}>
            {detail}
          </span>
        )}
      </span>
      <span className="opacity-0 group-hover/row:opacity-100 group-data-cursor/row:opacity-100 has-focus-visible:opacity-100 has-data-popup-open:opacity-100">
        {menu}
      </span>{' '}
      <span className="text-count font-[620] tracking-[-0.015em] tabular-nums">
        {formatCount(count)}
      </span>
    </div>
  );
}

interface GroupRowsProps {
  readonly treeId: string;
  readonly group: DeliveryGroup;
  readonly filter: string;
  readonly columns: readonly VirtualListColumn<DeliverySummary>[];
  readonly selectedId: number | null;
  /** Shown even if it isn't among the first rows. */
  readonly open: DeliverySummary | null;
  readonly isSelected: (row: DeliverySummary) => boolean;
  readonly hasCursorAtEnd: boolean;
  readonly onShown: (key: string, shown: Shown) => void;
  readonly onPress: (row: DeliverySummary, press: Press) => void;
  readonly onOpen: () => void;
  readonly onOnly: () => void;
}

/** Rows of an open group. Those that arrive while one of them is selected stay hidden, so that none moves. */
export function GroupRows(props: GroupRowsProps) {
  const { treeId, group, filter, columns, selectedId, open, onShown } = props;
  const { key, count } = group;
  const list = useLiveList(deliveryLists, filter);
  const [size, setSize] = useState(firstRows);
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const newest = list.items[0]?.id ?? 0;
  const isInside = selectedId !== null && list.items.some((item) => item.id === selectedId);
  // The newest row when one was selected.
  if (isInside && heldAt === null) setHeldAt(newest);
  if (!isInside && heldAt !== null) setHeldAt(null);
  const kept = heldAt === null ? list.items : list.items.filter((item) => item.id <= heldAt);
  const first = kept.slice(0, size);
  const isApart =
    open !== null && list.status === 'ready' && !first.some((item) => item.id === open.id);
  const rows = isApart ? [...first, open].toSorted((a, b) => b.id - a.id) : first;
  const hidden = list.items.length - kept.length;
  const rest = Math.max(0, count - hidden - rows.length);
  const { ensureLoaded, hasMore } = list;
  const isFull = size >= maxRows;
  const hasRest = rest > 0 && (hasMore || kept.length > first.length);
  useEffect(() => ensureLoaded(0, size), [ensureLoaded, size]);
  useLayoutEffect(() => {
    onShown(key, { rows, hasMore: hasRest });
  });
  useActions('List', [
    {
      id: 'list.live',
      title: 'Follow newest',
      shortcut: 'l',
      isShown: hidden > 0,
      run: () => setHeldAt(newest),
    },
  ]);
  const tracks = columns.map(({ width }) => width).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a tree
    <div role="group" aria-label={group.title}>
      {hidden > 0 && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a command has a key for it
        <div
          role="treeitem"
          aria-level={2}
          aria-selected={false}
          tabIndex={-1}
          onClick={() => setHeldAt(newest)}
          className="flex h-7 cursor-default items-center border-b border-line/55 pl-11.5 font-medium text-accent hover:bg-bg-2"
        >
          Show {formatCount(hidden)} new
        </div>
      )}
      {list.status === 'loading' && (
        <div aria-hidden="true" style={{ height: Math.min(count, firstRows) * rowHeight }} />
      )}
      {rows.map((row) => (
        <DeliveryRow
          key={row.id}
          id={elementId(treeId, { kind: 'row', key, row })}
          row={row}
          columns={columns}
          tracks={tracks}
          isSelected={props.isSelected(row)}
          isCurrent={row.id === selectedId}
          onPress={props.onPress}
          onOpen={props.onOpen}
        />
      ))}
      {hasRest && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
        <div
          id={elementId(treeId, { kind: 'more', key })}
          role="treeitem"
          aria-level={2}
          aria-selected={props.hasCursorAtEnd}
          data-cursor={props.hasCursorAtEnd ? '' : undefined}
          tabIndex={-1}
          onClick={() => (isFull ? props.onOnly() : setSize(Math.min(maxRows, size + moreRows)))}
          className={cx(
            'flex h-7 cursor-default items-center border-b border-line pl-11.5 font-medium text-accent outline-none',
            props.hasCursorAtEnd
              ? 'bg-accent-bg outline-2 -outline-offset-2 outline-accent group-focus-visible/list:outline-solid'
              : 'hover:bg-bg-2',
          )}
        >
          {isFull ? `Show all ${formatCount(count)}` : `Show ${formatCount(rest)} more`}
        </div>
      )}
    </div>
  );
}

interface DeliveryRowProps {
  readonly id: string;
  readonly row: DeliverySummary;
  readonly columns: readonly VirtualListColumn<DeliverySummary>[];
  readonly tracks: string;
  readonly isSelected: boolean;
  /** Where the keys are. */
  readonly isCurrent: boolean;
  readonly onPress: (row: DeliverySummary, press: Press) => void;
  readonly onOpen: () => void;
}

const DeliveryRow = memo(
  function DeliveryRow(props: DeliveryRowProps) {
    const { id, row, columns, tracks, isSelected, isCurrent } = props;
    return (
      <div
        id={id}
        role="treeitem"
        aria-level={2}
        aria-selected={isSelected}
        data-cursor={isCurrent ? '' : undefined}
        tabIndex={-1}
        onMouseDown={(event) => {
          event.preventDefault();
          props.onPress(row, event);
        }}
        onDoubleClick={props.onOpen}
        className={cx(
          'grid h-8 cursor-default items-center gap-2.5 border-b border-line/55 pr-3.5 pl-8.5 outline-none [content-visibility:auto] [contain-intrinsic-height:32px]',
          isSelected ? 'bg-accent-bg' : 'hover:bg-bg-2',
          isCurrent &&
            'shadow-[inset_2px_0_var(--accent)] outline-2 -outline-offset-2 outline-accent group-focus-visible/list:outline-solid',
        )}
        style={{ gridTemplateColumns: tracks }}
      >
        <VirtualListCells row={row} columns={columns as readonly VirtualListColumn<unknown>[]} />
      </div>
    );
  },
  (before, after) => rowKeys.every((key) => before[key] === after[key]),
);

/** Not the callbacks, which do the same each time. */
const rowKeys = ['id', 'row', 'columns', 'tracks', 'isSelected', 'isCurrent'] as const;
