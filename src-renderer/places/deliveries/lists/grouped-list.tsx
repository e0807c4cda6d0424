import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { create } from 'zustand';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { deliveryLists, useLiveList } from '#renderer/kit/data/live-lists.ts';
import type { MainListHandle } from '#renderer/kit/lists/list.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';
import { indexAfterKey } from '#renderer/ui/list-keys.ts';
import { type Press, type RowSelection, useRowSelection } from '#renderer/ui/list-selection.ts';
import { type MenuPoint, menuPoint } from '#renderer/ui/menu.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { VirtualListCells, type VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { formatCount } from '#shared/kit/format.ts';
import { openRowMenu } from '../row-menu.ts';
import type { DeliveryGroup } from './groups.ts';

/** As in the styles of a row. */
const rowHeight = 32;
/** In an open group at first. */
const firstRows = 6;
/** Added at a time. */
const moreRows = 100;
/** A group with more is shown as a list of its own. */
const maxRows = 500;

/** Rows that Page Up and Page Down skip. */
const pageRows = 10;

/** Few deliveries are all shown. */
const maxAllOpen = 12;

// Which groups are open: the first one, unless the user chose otherwise.

const useOpenGroups = create<{ readonly chosen: ReadonlyMap<string, boolean> }>()(() => ({
  chosen: new Map(),
}));

function setOpen(key: string, isOpen: boolean): void {
  useOpenGroups.setState(({ chosen }) => ({ chosen: new Map(chosen).set(key, isOpen) }));
}

function useIsOpen(groups: readonly DeliveryGroup[]): (key: string) => boolean {
  const chosen = useOpenGroups((state) => state.chosen);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const first = groups[0]?.key;
  return (key) => chosen.get(key) ?? (total <= maxAllOpen || key === first);
}

/** Where the keys are: at a group, at the end of its rows, or at a row. */
type Cursor =
  | { readonly kind: 'group' | 'more'; readonly key: string }
  | { readonly kind: 'row'; readonly key: string; readonly row: DeliverySummary };

const isSame = (one: Cursor, other: Cursor): boolean =>
  one.kind === other.kind &&
  one.key === other.key &&
  (one.kind !== 'row' || other.kind !== 'row' || one.row.id === other.row.id);

/** What an open group shows, for the keys. */
interface Shown {
  readonly rows: readonly DeliverySummary[];
  readonly hasMore: boolean;
}

interface GroupedListProps {
  readonly groups: readonly DeliveryGroup[];
  /** The filter of what is listed, as a group's deliveries are read. */
  readonly filterOf: (group: DeliveryGroup) => string;
  readonly columns: readonly VirtualListColumn<DeliverySummary>[];
  /** Of a group with deliveries of several destinations. */
  readonly mixedColumns: readonly VirtualListColumn<DeliverySummary>[];
  readonly selectedId: number | null;
  /** The selected one, and the key of its group; null until it is known. */
  readonly open: { readonly delivery: DeliverySummary; readonly key: string } | null;
  readonly selection: RowSelection<DeliverySummary>;
  readonly onSelect: (id: number) => void;
  readonly onOpen: () => void;
  readonly onMenu: (row: DeliverySummary, at: MenuPoint) => void;
  /** The group at which the keys are; null for a row. */
  readonly onGroup: (group: DeliveryGroup | null) => void;
  /** Lists only this group. */
  readonly onOnly: (group: DeliveryGroup) => void;
  /** The menu of a group. */
  readonly menuOf: (group: DeliveryGroup) => ReactNode;
  readonly ref: Ref<MainListHandle>;
}

/** Deliveries in groups. One tab stop: the tree has the focus, and keys move through groups and rows. */
export function GroupedList(props: GroupedListProps) {
  const { groups, selectedId, open, selection, onSelect, onGroup, ref } = props;
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const width = useElementWidth(tree);
  const columns = useFittingColumns(props.columns, width);
  const mixedColumns = useFittingColumns(props.mixedColumns, width);
  const isOpen = useIsOpen(groups);
  const shown = useRef(new Map<string, Shown>());
  const [place, setPlace] = useState<Cursor | null>(null);
  const cursor = place ?? rowOf(shown.current, groups, selectedId);

  const selecting = useRowSelection({
    selection,
    rows: () =>
      groups.flatMap(({ key }) => (isOpen(key) ? (shown.current.get(key)?.rows ?? []) : [])),
    keyOf: ({ id }) => String(id),
    openKey: selectedId === null ? null : String(selectedId),
  });
  /** The delivery whose group was opened for it. */
  const revealed = useRef<number | null>(null);
  const go = (next: Cursor): void => {
    if (next.kind === 'row') revealed.current = next.row.id;
    setPlace(next.kind === 'row' ? null : next);
    onGroup(next.kind === 'group' ? (groups.find(({ key }) => key === next.key) ?? null) : null);
    if (next.kind === 'row') onSelect(next.row.id);
    requestAnimationFrame(() =>
      document.getElementById(elementId(id, next))?.scrollIntoView({ block: 'nearest' }),
    );
  };
  // A row that was selected elsewhere.
  useEffect(() => {
    if (selectedId !== null) setPlace(null);
  }, [selectedId]);
  /** Shown as soon as it has a row. */
  const toShow = useRef<number | null>(null);
  const report = useCallback(
    (key: string, rows: Shown) => {
      shown.current.set(key, rows);
      const row = rows.rows.find((one) => one.id === toShow.current);
      if (row === undefined) return;
      toShow.current = null;
      const element = document.getElementById(elementId(id, { kind: 'row', key, row }));
      element?.scrollIntoView({ block: 'nearest' });
    },
    [id],
  );
  const reveal = (): void => {
    if (open === null || open.delivery.id === revealed.current) return;
    const { key, delivery } = open;
    revealed.current = delivery.id;
    toShow.current = delivery.id;
    const rows = shown.current.get(key);
    if (!isOpen(key)) setOpen(key, true);
    else if (rows !== undefined) report(key, rows);
  };
  useEffect(reveal);

  const places = (): readonly Cursor[] =>
    groups.flatMap(({ key }): Cursor[] => {
      const rows = isOpen(key) ? shown.current.get(key) : undefined;
      return [
        { kind: 'group', key },
        ...(rows?.rows ?? []).map((row): Cursor => ({ kind: 'row', key, row })),
        ...(rows?.hasMore === true ? [{ kind: 'more', key } as const] : []),
      ];
    });
  const cursorIn = (all: readonly Cursor[]): number => {
    if (cursor === null) return -1;
    const { kind, key } = cursor;
    const at = all.findIndex((one) => isSame(one, cursor));
    // "Show more" may be gone.
    return at < 0 && kind === 'more' ? all.findLastIndex((one) => one.key === key) : at;
  };
  const move = (steps: number, isRange = false): void => {
    const all = places();
    const at = cursorIn(all);
    const last = all.length - 1;
    // The first key opens the first delivery.
    const isFirst = at < 0 && steps < last;
    const first = isFirst ? all.findIndex(({ kind }) => kind === 'row') : at + steps;
    const next = all[Math.min(last, Math.max(0, first))];
    if (!isRange) selecting.endRange();
    else if (next?.kind === 'row') selecting.extendTo(next.row);
    if (next !== undefined) go(next);
  };
  useImperativeHandle(ref, () => ({
    focus: () => tree.current?.focus(),
    move,
    selectAll: selecting.selectAll,
  }));

  const act = (at: Cursor): void => {
    if (at.kind === 'row') props.onOpen();
    else if (at.kind === 'group') setOpen(at.key, !isOpen(at.key));
    else document.getElementById(elementId(id, at))?.click();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== tree.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = places();
    const at = cursorIn(all);
    const next = indexAfterKey(event.key, at, all.length, pageRows);
    if (next !== undefined) move(next - at, event.shiftKey);
    else if (cursor === null) return;
    else if (event.key === ' ' && cursor.kind === 'row') selecting.toggle(cursor.row);
    else if (event.key === 'Enter' || event.key === ' ') act(cursor);
    else if (event.key === 'ArrowRight' && cursor.kind === 'group') setOpen(cursor.key, true);
    else if (event.key === 'ArrowLeft' && cursor.kind === 'group') setOpen(cursor.key, false);
    else if (event.key === 'ArrowLeft') go({ kind: 'group', key: cursor.key });
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Deliveries"
      aria-multiselectable
      // Letters are commands here.
      data-shortcuts=""
      aria-activedescendant={cursor === null ? undefined : elementId(id, cursor)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        const at = menuPoint(event);
        const place = places().find((one) => elementId(id, one) === at?.rowId);
        if (at === null || place === undefined || place.kind === 'more') return;
        event.preventDefault();
        if (place.kind === 'row') props.onMenu(place.row, at);
        else openRowMenu(place.key, at);
      }}
      className="group/list h-full overflow-x-hidden overflow-y-auto outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent has-[[data-cursor]]:focus-visible:outline-none"
    >
      {groups.map((group) => (
        <div key={group.key} role="presentation">
          <GroupRow
            id={elementId(id, { kind: 'group', key: group.key })}
            group={group}
            isOpen={isOpen(group.key)}
            hasCursor={cursor?.kind === 'group' && cursor.key === group.key}
            isSelected={selection.isEmpty}
            onPress={() => {
              tree.current?.focus({ preventScroll: true });
              setOpen(group.key, !isOpen(group.key));
              go({ kind: 'group', key: group.key });
            }}
            menu={props.menuOf(group)}
          />
          {isOpen(group.key) && (
            <GroupRows
              treeId={id}
              group={group}
              filter={props.filterOf(group)}
              columns={group.causes.length > 1 ? mixedColumns : columns}
              selectedId={selectedId}
              open={open?.key === group.key ? open.delivery : null}
              isSelected={selecting.isSelected}
              hasCursorAtEnd={cursor?.kind === 'more' && cursor.key === group.key}
              onShown={report}
              onPress={(row, press) => {
                tree.current?.focus({ preventScroll: true });
                selecting.press(row, press);
                go({ kind: 'row', key: group.key, row });
              }}
              onOpen={props.onOpen}
              onOnly={() => props.onOnly(group)}
            />
          )}
        </div>
      ))}
    </div>
  );
}

const useFittingColumns = (all: GroupedListProps['columns'], width: number) =>
  useMemo(() => all.filter(({ hideBelow = 0 }) => width === 0 || width >= hideBelow), [all, width]);

/** The group of the selected delivery. */
function rowOf(
  shown: ReadonlyMap<string, Shown>,
  groups: readonly DeliveryGroup[],
  id: number | null,
): Cursor | null {
  if (id === null) return null;
  for (const { key } of groups) {
    const row = shown.get(key)?.rows.find((one) => one.id === id);
    if (row !== undefined) return { kind: 'row', key, row };
  }
  return null;
}

const elementId = (treeId: string, cursor: Cursor): string =>
  cursor.kind === 'row' ? `${treeId}-${cursor.row.id}` : `${treeId}-${cursor.kind}-${cursor.key}`;

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

function GroupRow({ id, group, isOpen, hasCursor, isSelected, onPress, menu }: GroupRowProps) {
  const { state, title, detail, count } = group;
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
        <span className="block truncate leading-4.5 font-semibold" title={title}>
          {title}
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
function GroupRows(props: GroupRowsProps) {
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
