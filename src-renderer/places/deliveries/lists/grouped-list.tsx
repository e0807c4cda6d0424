import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { create } from 'zustand';
import type { MainListHandle } from '#renderer/kit/lists/list.tsx';
import { indexAfterKey } from '#renderer/ui/list-keys.ts';
import { type RowSelection, useRowSelection } from '#renderer/ui/list-selection.ts';
import { type MenuPoint, menuPoint } from '#renderer/ui/menu.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { focusQuietly } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { openRowMenu } from '../row-menu.ts';
import { type Cursor, elementId, isSame, rowOf, type Shown } from './group-cursor.ts';
import { GroupRow, GroupRows } from './group-rows.tsx';
import type { DeliveryGroup } from './groups.ts';

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
    focus: (isQuiet) => (isQuiet ? focusQuietly(tree.current) : tree.current?.focus()),
    move,
    selectAll: selecting.selectAll,
  }));

  const act = (at: Cursor): void => {
    if (at.kind === 'row') props.onOpen();
    else if (at.kind === 'group') setOpen(at.key, !isOpen(at.key));
    else document.getElementById(elementId(id, at))?.click();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    delete tree.current?.dataset.pressed;
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
      onBlur={() => delete tree.current?.dataset.pressed}
      className="group/list h-full overflow-x-hidden overflow-y-auto outline-2 -outline-offset-2 outline-none outline-accent not-has-[[data-cursor]]:not-data-pressed:focus-visible:outline-solid"
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
