import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { focusDetail, useFocusWhenLost } from '#renderer/components/focus.ts';
import { ListBody } from '#renderer/components/list-body.tsx';
import { type Row, rowKey, rowsOf } from '#renderer/components/rows.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import type { PagedList } from '#renderer/stores/paged-list.ts';
import type { PagedStore } from '#renderer/stores/paged-store.ts';
import { placesOf } from '#renderer/stores/row-window.ts';
import { VirtualList, type VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { InspectorView } from '../inspector-route.ts';
import { openRow } from '../use-inspector-view.ts';
import { listCommands } from './list-commands.ts';
import { ListFoot } from './list-foot.tsx';
import { leaveLive } from './resume-live.ts';

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
