import { type ReactNode, useCallback } from 'react';
import { focusDetail } from '#renderer/components/focus.ts';
import { useDelayedTrue } from '#renderer/components/late-spinner.tsx';
import { allKeys, ListFoot, MainList } from '#renderer/components/list.tsx';
import { LiveButton } from '#renderer/components/live-button.tsx';
import type { Row } from '#renderer/data/live-list.ts';
import type { LiveLists } from '#renderer/data/live-list-query.ts';
import { type LiveListing, useOfLiveList } from '#renderer/data/live-lists.ts';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { InspectorView } from '../inspector-route.ts';
import { openRow } from '../use-inspector-view.ts';

interface RowListProps<Item extends Row> {
  /** Its name, read aloud. */
  readonly label: string;
  readonly view: InspectorView;
  readonly list: LiveListing<Item>;
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

const rowKey = ({ id }: Row): string => String(id);
const closeRow = (): void => openRow(null);

/** Most searches are over sooner. */
const patienceMs = 250;

/** What all lists of the inspector are: rows that come in by themselves, one of which is open. */
export function RowList<Item extends Row>(props: RowListProps<Item>) {
  const { view, list, all, searching = false, retry = false } = props;
  const isSlow = useDelayedTrue(searching, patienceMs);
  const select = useCallback(({ id }: Item) => openRow(id), []);
  // Nothing is counted of what is not here: it may be there all the same.
  const isUnread = list.items.length === 0 && list.status !== 'ready';
  const counts: ListCounts = {
    shown: list.places !== undefined || isUnread ? undefined : list.items.length,
    all: isUnread ? undefined : all,
    total: props.total,
    note: props.totalNote,
  };
  return (
    <>
      <MainList<Item>
        label={props.label}
        nouns={view.list}
        list={list}
        rowKey={rowKey}
        columns={props.columns}
        selectedKey={view.id === null ? null : String(view.id)}
        onSelect={select}
        onOpen={focusDetail}
        onClose={closeRow}
        totalCount={all}
        empty={props.empty}
        failure={props.failure}
      />
      <ListFoot hints={retry ? [{ keys: ['r'], text: 'retry' }, allKeys] : [allKeys]}>
        {listCountLabels(counts)}
        {isSlow && ', searching…'}
      </ListFoot>
    </>
  );
}

interface LiveStateProps<Item extends Row> {
  readonly lists: LiveLists<Item>;
  readonly narrowing?: string;
}

/** Whether the list follows what is newest, and the way back there. */
export function LiveState<Item extends Row>({ lists, narrowing = '' }: LiveStateProps<Item>) {
  const newCount = useOfLiveList(lists, narrowing, (list) => (list.held ? list.newCount : null));
  return (
    <LiveButton
      held={typeof newCount === 'number'}
      newCount={newCount ?? 0}
      onResume={() => lists.hold(narrowing, false)}
    />
  );
}

// How much of a list is there, at its foot.

export interface ListCounts {
  /** Rows that are loaded; undefined where any part of the list is within reach. */
  readonly shown: number | undefined;
  /** Rows of the list; undefined where there are more than are loaded, and nobody has counted them. */
  readonly all: number | undefined;
  /** Rows without the filter; undefined where none is set, or nobody has counted them. */
  readonly total: number | undefined;
  /** How `total` relates to `all`, if not by a filter. */
  readonly note?: string | undefined;
}

export function listCountLabels({ shown, all, total, note }: ListCounts): string {
  const count = (number: number) => number.toLocaleString('en');
  if (all !== undefined && total !== undefined)
    return `${count(all)} of ${count(total)}${note === undefined ? '' : ` ${note}`}`;
  if (shown === undefined) return all === undefined ? '' : `${count(all)} in all`;
  return all === undefined ? `${count(shown)} of more` : `${count(shown)} of ${count(all)}`;
}
