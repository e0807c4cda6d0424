import { Unplug } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import { type Action, useActions } from '#renderer/kit/actions/actions.tsx';
import type { Listing } from '#renderer/kit/data/listing.ts';
import type { LiveListing } from '#renderer/kit/data/live-lists.ts';
import type { PagedListing } from '#renderer/kit/data/pages.ts';
import { isFocusLost, useFocusWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { isUsableShortcut, useSingleLetterShortcuts } from '#renderer/kit/keyboard/shortcut.ts';
import { LateSpinner, useDisconnected } from '#renderer/kit/loading.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import type { RowSelection } from '#renderer/ui/list-selection.ts';
import {
  VirtualList,
  type VirtualListHandle,
  type VirtualListProps,
  type VirtualListTree,
} from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { capitalized } from '#shared/kit/format.ts';

interface ListProps<Item> {
  /** Accessible name. */
  readonly label: string;
  /** Plural noun of its rows, such as "requests". */
  readonly nouns: string;
  readonly list: Listing<Item> | PagedListing<Item> | LiveListing<Item>;
  readonly rowKey: (item: Item) => string;
  readonly columns: readonly VirtualListColumn<Item>[];
  readonly rowHeight?: number | undefined;
  readonly selectedKey: string | null;
  readonly onSelect: (item: Item) => void;
  /** Enter or double click. */
  readonly onOpen?: (() => void) | undefined;
  /** Rows that open. */
  readonly tree?: VirtualListTree<Item> | undefined;
  /** A right click or Shift+F10 on a row. */
  readonly onMenu?: VirtualListProps<Item>['onMenu'];
  /** Several rows that are selected. */
  readonly selection?: RowSelection<Item> | undefined;
  /** Total rows; undefined if unknown. */
  readonly totalCount?: number | undefined;
  /** Why the list is empty, and what to do. */
  readonly empty: ReactNode;
  /** Why it can't be loaded, if a retry can't help. */
  readonly failure?: ReactNode;
  readonly ref?: Ref<VirtualListHandle> | undefined;
}

/** Rows, or why there are none. */
export function List<Item>(props: ListProps<Item>) {
  const { nouns, list, empty, failure } = props;
  const isDisconnected = useDisconnected();
  return (
    <div className="min-h-0 flex-1">
      {list.items.length > 0 ? (
        <Rows {...props} />
      ) : list.status === 'ready' ? (
        empty
      ) : list.status === 'failed' ? (
        (failure ?? <ErrorState onRetry={list.reload}>{list.problem}</ErrorState>)
      ) : isDisconnected ? (
        <EmptyState icon={Unplug} title="Not connected">
          {capitalized(nouns)} appear when the connection is back.
        </EmptyState>
      ) : (
        <LateSpinner label={`Loading ${nouns}`} />
      )}
    </div>
  );
}

function Rows<Item>({ list, ref, ...props }: ListProps<Item>) {
  const live = 'ensureLoaded' in list ? list : undefined;
  const paged = live === undefined && 'loadMore' in list ? list : undefined;
  return (
    <VirtualList<Item>
      ref={ref}
      label={props.label}
      rows={list.items}
      rowKey={props.rowKey}
      rowHeight={props.rowHeight}
      columns={props.columns}
      selectedKey={props.selectedKey}
      onSelect={props.onSelect}
      onOpen={props.onOpen}
      live={live && !live.isPaused}
      onLeaveLive={live && (() => live.setPaused(true))}
      positions={live?.positions}
      onView={live?.ensureLoaded}
      onNearEnd={paged?.loadMore}
      tree={props.tree}
      onMenu={props.onMenu}
      selection={props.selection}
      totalCount={props.totalCount}
    />
  );
}

interface MainListProps<Item> extends Omit<ListProps<Item>, 'ref'> {
  /** Closes the detail. */
  readonly onClose?: (() => void) | undefined;
}

/** A page's list: its keys work from anywhere on the page, and it takes a lost focus. */
export function MainList<Item>({ onClose, ...props }: MainListProps<Item>) {
  const { items, status } = props.list;
  const handle = useMainList<VirtualListHandle>({
    hasRows: items.length > 0,
    status,
    selectedKey: props.selectedKey,
    selection: props.selection,
    onClose,
  });
  return <List {...props} ref={handle} />;
}

interface MainListState {
  readonly hasRows: boolean;
  readonly status: Listing<unknown>['status'];
  readonly selectedKey: string | null;
  readonly selection?: Pick<RowSelection<never>, 'isEmpty' | 'set'> | undefined;
  readonly onClose?: (() => void) | undefined;
}

export type MainListHandle = Pick<VirtualListHandle, 'focus' | 'move'> &
  Partial<Pick<VirtualListHandle, 'selectAll'>>;

/** The keys of a page's list, which also takes a lost focus. */
export function useMainList<Handle extends MainListHandle>({
  hasRows,
  status,
  selectedKey,
  selection,
  onClose,
}: MainListState): RefObject<Handle | null> {
  const handle = useRef<Handle>(null);
  /** Pressed before the rows loaded. */
  const pendingSteps = useRef<number>(undefined);
  const move = (steps: number): void => {
    pendingSteps.current = status === 'loading' ? steps : undefined;
    handle.current?.focus();
    handle.current?.move(steps);
  };
  const movePending = (): void => {
    if (status === 'loading') return;
    // Focus may have moved elsewhere in the meantime.
    if (pendingSteps.current !== undefined && hasRows && isFocusLost()) move(pendingSteps.current);
    pendingSteps.current = undefined;
  };
  useEffect(movePending);
  // The page changed, or the selected row is gone.
  useFocusWhenLost(
    () => handle.current?.focus(selectedKey === null),
    onClose === undefined ? hasRows && selectedKey : hasRows,
  );
  useActions(
    'List',
    listActions(move, onClose, () => handle.current?.focus()),
  );
  useActions('List', [
    {
      id: 'list.select-all',
      title: 'Select all rows',
      shortcut: 'Mod+A',
      isKeyOnly: true,
      isShown: () => selection !== undefined && hasRows && !isInField(),
      run: () => handle.current?.selectAll?.(),
    },
    {
      id: 'list.deselect',
      title: 'Clear the selection',
      shortcut: 'Escape',
      isKeyOnly: true,
      isShown: selection?.isEmpty === false,
      run: () => selection?.set([]),
    },
  ]);
  return handle;
}

/** Where the key selects text. */
const isInField = (): boolean =>
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') ?? false;

/** List keys for when the focus is elsewhere; the list handles its own. */
function listActions(
  move: (steps: number) => void,
  onClose: (() => void) | undefined,
  focus: () => void,
): readonly Action[] {
  const moving = (id: string, title: string, shortcut: readonly string[], steps: number) => ({
    id,
    title,
    shortcut,
    isKeyOnly: true,
    run: () => move(steps),
  });
  return [
    moving('list.next', 'Next row', ['j', 'ArrowDown'], 1),
    moving('list.previous', 'Previous row', ['k', 'ArrowUp'], -1),
    // In a form, these keys belong to the form.
    ...(onClose === undefined
      ? []
      : [
          moving('list.first', 'First row', ['Home'], Number.NEGATIVE_INFINITY),
          moving('list.last', 'Last row', ['End'], Number.POSITIVE_INFINITY),
        ]),
    {
      id: onClose === undefined ? 'list.focus' : 'list.close',
      title: onClose === undefined ? 'Back to the list' : 'Close details',
      shortcut: 'Escape',
      isKeyOnly: true,
      run: () => {
        onClose?.();
        focus();
      },
    },
  ];
}

const moveKeys = { keys: ['j', 'k'], text: 'move' };
export const newKey = { keys: ['n'], text: 'new' };
export const allKeys = { keys: ['?'], text: 'all keys' };

interface ListFootProps {
  /** List keys other than movement. */
  readonly hints: readonly { readonly keys: readonly string[]; readonly text: string }[];
  /** How much of it is loaded. */
  readonly children?: ReactNode;
}

export function ListFoot({ hints, children }: ListFootProps) {
  useSingleLetterShortcuts();
  const usable = [moveKeys, ...hints].filter(({ keys }) => keys.some(isUsableShortcut));
  return (
    <footer className="flex h-control flex-none items-center gap-3.5 border-t border-line px-3 text-label whitespace-nowrap text-fg-3 tabular-nums">
      {/* Hints that don't fit wrap out of sight. */}
      <span className="flex h-full min-w-0 flex-1 flex-wrap gap-x-3.5 overflow-hidden">
        {usable.map(({ keys, text }) => (
          <span key={text} className="flex h-full items-center gap-1">
            {keys.map((key) => (
              <Kbd key={key} shortcut={key} className="text-fg-2" />
            ))}
            <span className="ml-0.5">{text}</span>
          </span>
        ))}
      </span>
      {children !== undefined && <span className="flex-none">{children}</span>}
    </footer>
  );
}
