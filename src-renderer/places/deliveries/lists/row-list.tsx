import { type ReactNode, useCallback } from 'react';
import { isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { NoMatches, UnreadableFilter } from '#renderer/filter/filter-bar.tsx';
import type { Row } from '#renderer/kit/data/live-list.ts';
import type { LiveListing } from '#renderer/kit/data/live-lists.ts';
import { focusDetail } from '#renderer/kit/keyboard/focus.ts';
import { allKeys, ListFoot, MainList } from '#renderer/kit/lists/list.tsx';
import { LiveButton } from '#renderer/kit/lists/live-button.tsx';
import { useDelayedTrue } from '#renderer/kit/loading.tsx';
import type { RowSelection } from '#renderer/ui/list-selection.ts';
import type { MenuPoint } from '#renderer/ui/menu.tsx';
import type { VirtualListTree } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { formatCount } from '#shared/kit/format.ts';
import { useSelectionScope } from '../bulk/actions-menu.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import type { DeliveriesView } from '../deliveries-route.ts';
import { changeView, openRow } from '../use-deliveries-view.ts';

interface RowListProps<Item extends Row> {
  /** Accessible name. */
  readonly label: string;
  readonly view: DeliveriesView;
  readonly list: LiveListing<Item>;
  readonly columns: readonly VirtualListColumn<Item>[];
  /** Total rows; if undefined, those loaded are counted. */
  readonly all?: number | undefined;
  /** Rows without the filter; absent if no filter is set. */
  readonly total?: number | undefined;
  /** What `total` counts if there is no filter. */
  readonly totalNote?: string | undefined;
  /** Why there are none without a filter, and what to do. */
  readonly empty: ReactNode;
  /** Whether `r` retries the selected row. */
  readonly retry?: boolean;
  /** A right click or Shift+F10 on a row. */
  readonly onMenu?: (item: Item, at: MenuPoint) => void;
  /** Several rows that are selected. */
  readonly selection?: RowSelection<Item>;
  /** If rows are of several kinds; otherwise their numbers are their keys. */
  readonly tree?: RowTree<Item>;
}

interface RowTree<Item> extends VirtualListTree<Item> {
  readonly keyOf: (item: Item) => string;
  readonly selectedKey: string | null;
  readonly onSelect: (item: Item) => void;
}

export const retryKey = { keys: ['r'], text: 'retry' };
export const selectKey = { keys: [' '], text: 'select' };

const rowKey = ({ id }: Row): string => String(id);
const closeRow = (): void => openRow(null);
const clearFilter = (): void => changeView({ filter: '', show: 'all' }, 'replace');

/** Undefined while there are more. */
export const loadedCount = ({ hasMore, status, items }: LiveListing<unknown>) =>
  hasMore || status !== 'ready' ? undefined : items.length;

/** Most searches finish sooner. */
const searchDelayMs = 250;

/** Common to all lists: live rows, one of them open. */
export function RowList<Item extends Row>(props: RowListProps<Item>) {
  const { view, list, retry = false, tree } = props;
  const isFiltered = view.listed !== '';
  const several = useSelectionScope();
  const isSlow = useDelayedTrue(isFiltered && list.isLoadingMore, searchDelayMs);
  const select = useCallback(({ id }: Item) => openRow(id), []);
  // Shows no total while rows can't be loaded.
  const isUnread = list.items.length === 0 && list.status !== 'ready';
  const rows = tree === undefined ? list.items : list.items.filter((row) => !tree.isInner(row));
  const all = props.all ?? loadedCount({ ...list, items: rows });
  const counts: ListCounts = {
    shown: list.positions !== undefined || isUnread ? undefined : rows.length,
    all: isUnread ? undefined : all,
    total: props.total,
    note: props.totalNote,
    noun: tree === undefined ? undefined : 'message',
  };
  return (
    <>
      <MainList<Item>
        label={props.label}
        nouns={view.list}
        list={list}
        rowKey={tree?.keyOf ?? rowKey}
        columns={props.columns}
        rowHeight={32}
        selectedKey={
          tree !== undefined ? tree.selectedKey : view.id === null ? null : String(view.id)
        }
        onSelect={tree?.onSelect ?? select}
        tree={tree}
        onMenu={props.onMenu}
        selection={props.selection}
        onOpen={focusDetail}
        onClose={closeRow}
        totalCount={all}
        empty={isFiltered ? <NoMatches onClear={clearFilter} /> : props.empty}
        failure={
          isValidFilter(view.filter) ? undefined : <UnreadableFilter onRemove={clearFilter} />
        }
      />
      {several !== null ? (
        <SelectionBar scope={several} />
      ) : (
        <ListFoot
          hints={[...(retry ? [retryKey] : []), ...(props.selection ? [selectKey] : []), allKeys]}
        >
          <span className="flex items-center gap-3">
            <span>
              {listCountLabels(counts)}
              {isSlow && ', searching…'}
            </span>
            <LiveButton
              isPaused={list.isPaused}
              newCount={list.newCount}
              onResume={() => list.setPaused(false)}
            />
          </span>
        </ListFoot>
      )}
    </>
  );
}

// How much of the list is loaded.

export interface ListCounts {
  /** Loaded rows; undefined if the whole list is reachable. */
  readonly shown: number | undefined;
  /** Rows in the list; undefined if not all are loaded and the total is unknown. */
  readonly all: number | undefined;
  /** Rows without the filter; undefined if none is set or unknown. */
  readonly total: number | undefined;
  /** How `total` relates to `all` if no filter is set. */
  readonly note?: string | undefined;
  /** What a row is, if chips above count something else. */
  readonly noun?: string | undefined;
}

export function listCountLabels({ noun, ...counts }: ListCounts): string {
  const text = countsText(counts, noun === undefined);
  return noun === undefined || text === '' ? text : `${text} ${noun}${text === '1' ? '' : 's'}`;
}

function countsText({ shown, all, total, note }: ListCounts, isAlone: boolean): string {
  if (all !== undefined && total !== undefined)
    return `${formatCount(all)} of ${formatCount(total)}${note === undefined ? '' : ` ${note}`}`;
  if (shown === undefined)
    return all === undefined ? '' : `${formatCount(all)}${isAlone ? ' total' : ''}`;
  return all === undefined
    ? `${formatCount(shown)}+`
    : `${formatCount(shown)} of ${formatCount(all)}`;
}
