import { type ReactNode, type RefObject, useCallback, useMemo, useRef } from 'react';
import { focusDetail, useFocusWhenLost } from '#renderer/components/focus.ts';
import { useDelayedTrue } from '#renderer/components/late-spinner.tsx';
import { ListBody } from '#renderer/components/list-body.tsx';
import { type Row, rowKey, rowsOf } from '#renderer/components/rows.ts';
import { type Command, useCommands } from '#renderer/keyboard/commands.ts';
import { allResends } from '#renderer/stores/all-resends-store.ts';
import { deliveries } from '#renderer/stores/deliveries-store.ts';
import { messages } from '#renderer/stores/messages-store.ts';
import type { PagedList } from '#renderer/stores/paged-list.ts';
import type { PagedStore } from '#renderer/stores/paged-store.ts';
import { rejected } from '#renderer/stores/rejected-store.ts';
import { placesOf } from '#renderer/stores/row-window.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { VirtualList, type VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { InspectorList, InspectorView } from '../inspector-route.ts';
import { openRow } from '../use-inspector-view.ts';
import { type ListCounts, listCountLabels } from './list-count-labels.ts';

interface RowListProps<Item extends Row> {
  /** Its name, read aloud. */
  readonly label: string;
  readonly view: InspectorView;
  readonly list: PagedList<Item>;
  readonly store: Pick<PagedStore<Item, unknown>, 'reload' | 'lookAt'>;
  /** Whether any part of the list can be looked at, loaded or not. */
  readonly isWhole?: boolean;
  readonly columns: readonly VirtualListColumn<Item>[];
  /** Rows that there are in all, where somebody has counted them. */
  readonly all: number | undefined;
  /** Rows that there are without the filter; absent where none is set. */
  readonly total?: number | undefined;
  /** What `total` counts without a filter. */
  readonly totalNote?: string | undefined;
  /** Why there are none, and what to do. */
  readonly empty: ReactNode;
  /** Why they cannot be read, where another try cannot help. */
  readonly failure?: ReactNode;
  /** Whether more rows that match are being looked for. */
  readonly searching?: boolean;
  /** Whether `r` retries what is chosen. */
  readonly retry?: boolean;
}

/** What all lists of the inspector are: rows that come in by themselves, one of which is open. */
export function RowList<Item extends Row>(props: RowListProps<Item>) {
  const {
    label,
    view,
    list,
    store,
    columns,
    all,
    total,
    totalNote,
    empty,
    failure,
    searching = false,
    isWhole = false,
    retry = false,
  } = props;
  const { ids, byId, status, problem, held } = list;
  const handle = useRef<VirtualListHandle>(null);
  const rows = useMemo(() => rowsOf(ids, byId), [ids, byId]);
  const places = useMemo(
    () =>
      isWhole
        ? { ...placesOf(list), placeOf: (key: string) => list.newest - Number(key) }
        : undefined,
    [isWhole, list],
  );
  const select = useCallback(({ id }: Item) => openRow(id), []);
  // Nothing is counted of what is not here: it may be there all the same.
  const isUnread = rows.length === 0 && status !== 'ready';
  useCommands(listCommands(handle));
  useFocusWhenLost(() => handle.current?.focus(), rows.length > 0);
  return (
    <>
      <ListBody
        status={status}
        problem={problem}
        isEmpty={rows.length === 0}
        onRetry={store.reload}
        failure={failure}
        empty={empty}
      >
        <VirtualList<Item>
          ref={handle}
          label={label}
          rows={rows}
          rowKey={rowKey}
          columns={columns}
          selectedKey={view.id === null ? null : String(view.id)}
          onSelect={select}
          onOpen={focusDetail}
          live={!held}
          onLeaveLive={() => leaveLive(view.list)}
          places={places}
          onView={store.lookAt}
          totalCount={all}
        />
      </ListBody>
      <ListFoot
        counts={{
          shown: isWhole || isUnread ? undefined : rows.length,
          all: isUnread ? undefined : all,
          total,
          note: totalNote,
        }}
        searching={searching}
        retry={retry}
      />
    </>
  );
}

/** The keys of a list, for when the focus is elsewhere; in the list itself they are its own. */
function listCommands(list: RefObject<VirtualListHandle | null>): readonly Command[] {
  const move = (id: string, title: string, shortcut: readonly string[], steps: number) => ({
    id,
    title,
    section: 'List',
    shortcut,
    run: () => {
      list.current?.focus();
      list.current?.move(steps);
    },
  });
  return [
    move('list.next', 'Next row', ['j', 'ArrowDown'], 1),
    move('list.previous', 'Previous row', ['k', 'ArrowUp'], -1),
    move('list.first', 'First row', ['Home'], Number.NEGATIVE_INFINITY),
    move('list.last', 'Last row', ['End'], Number.POSITIVE_INFINITY),
    {
      id: 'list.close',
      title: 'Close the detail',
      section: 'List',
      shortcut: 'Escape',
      run: () => {
        openRow(null);
        list.current?.focus();
      },
    },
  ];
}

/** Most searches are over sooner. */
const patienceMs = 250;

interface ListFootProps {
  readonly counts: ListCounts;
  /** Whether more rows that match are being looked for. */
  readonly searching?: boolean;
  /** Whether `r` does something here. */
  readonly retry?: boolean;
}

/** The keys that work on the list, and how much of it is loaded. */
function ListFoot({ counts, searching = false, retry = false }: ListFootProps) {
  const isSlow = useDelayedTrue(searching, patienceMs);
  return (
    <footer className="flex h-[30px] flex-none items-center gap-3.5 border-t border-line px-3 text-label whitespace-nowrap text-fg-3 tabular-nums">
      <span className="flex items-center gap-1">
        <Kbd shortcut="j" className="text-fg-2" />
        <Kbd shortcut="k" className="mr-0.5 text-fg-2" />
        move
      </span>
      {retry && (
        <span className="flex items-center gap-1.5">
          <Kbd shortcut="r" className="text-fg-2" />
          retry
        </span>
      )}
      <span className="flex items-center gap-1.5">
        <Kbd shortcut="?" className="text-fg-2" />
        all keys
      </span>
      <span className="ml-auto truncate">
        {listCountLabels(counts)}
        {isSlow && ', searching…'}
      </span>
    </footer>
  );
}

const stores = { deliveries, messages, rejected, resends: allResends };

/** The list follows what is newest again. */
export function resumeLive(list: InspectorList): void {
  stores[list].hold(false);
}

/** The user looks at something: the list stays where it is. */
function leaveLive(list: InspectorList): void {
  stores[list].hold(true);
}
