import { Plus } from 'lucide-react';
import { Fragment, type ReactNode, useRef } from 'react';
import { focusPane, useFocusWhenLost } from '#renderer/components/focus.ts';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { VirtualList, type VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { PlannedDestination } from '#shared/schemas/destination.ts';

interface ListPaneProps<Item> {
  /** "Audiences" */
  readonly title: string;
  /** "audience" */
  readonly noun: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly problem: string | null;
  readonly hasMore?: boolean;
  readonly onReload: () => void;
  readonly onNearEnd?: () => void;
  readonly columns: readonly VirtualListColumn<Item>[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly onNew: () => void;
  /** Why there are none, and what to do. */
  readonly empty: ReactNode;
}

/** One of the page's lists: how many there are, a key for a new one, and the rows. */
export function ListPane<Item>(props: ListPaneProps<Item>) {
  const { title, noun, items, idOf, status, hasMore = false, selectedId, onSelect, onNew } = props;
  const list = useRef<VirtualListHandle>(null);
  useFocusWhenLost(() => list.current?.focus(), items.length > 0 && selectedId);
  const move = (steps: number) => () => {
    list.current?.focus();
    list.current?.move(steps);
  };
  useCommands([
    {
      id: 'list.next',
      title: 'Next row',
      section: 'List',
      shortcut: ['j', 'ArrowDown'],
      run: move(1),
    },
    {
      id: 'list.previous',
      title: 'Previous row',
      section: 'List',
      shortcut: ['k', 'ArrowUp'],
      run: move(-1),
    },
    {
      id: 'list.focus',
      title: 'Back to the list',
      section: 'List',
      shortcut: 'Escape',
      run: () => list.current?.focus(),
    },
  ]);
  return (
    <>
      <header className="flex h-9 flex-none items-center gap-2 border-b border-line pr-2 pl-3 text-small text-fg-2 tabular-nums">
        {status === 'ready' && (
          <span>
            {items.length.toLocaleString('en')}
            {hasMore && ' and more'} {items.length === 1 ? noun : `${noun}s`}
          </span>
        )}
        <span className="flex-1" />
        <IconButton
          icon={Plus}
          size="small"
          label={`New ${noun}`}
          shortcut="n"
          // The form may be open: don't validate its empty field when this button takes the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onNew()}
        />
      </header>
      <div className="min-h-0 flex-1">
        {items.length > 0 ? (
          <VirtualList<Item>
            ref={list}
            label={title}
            rows={items}
            rowKey={idOf}
            rowHeight={49}
            columns={props.columns}
            selectedKey={selectedId}
            onSelect={(item) => onSelect(idOf(item))}
            onOpen={focusPane}
            onNearEnd={props.onNearEnd}
          />
        ) : status === 'failed' ? (
          <ErrorState title={`The ${noun}s could not be read`} onRetry={props.onReload}>
            {props.problem}
          </ErrorState>
        ) : status === 'ready' ? (
          props.empty
        ) : (
          <LateSpinner label={`Reading the ${noun}s`} />
        )}
      </div>
      {items.length > 0 && (
        <footer className="flex h-[30px] flex-none items-center gap-3.5 overflow-hidden border-t border-line px-3 text-label whitespace-nowrap text-fg-3">
          <span className="flex items-center gap-1">
            <Kbd shortcut="j" className="text-fg-2" />
            <Kbd shortcut="k" className="mr-0.5 text-fg-2" />
            move
          </span>
          <span className="flex items-center gap-1.5">
            <Kbd shortcut="n" className="text-fg-2" />
            new
          </span>
          <span className="flex items-center gap-1.5">
            <Kbd shortcut="?" className="text-fg-2" />
            all keys
          </span>
        </footer>
      )}
    </>
  );
}

/** More than a few would be a list to read; the page of destinations has all of them. */
const mostNamed = 3;

/** Connected destinations that get nothing, so that nobody waits for what does not come. */
export function SwitchedOff({ destinations }: { destinations: readonly PlannedDestination[] }) {
  if (destinations.length === 0) return null;
  const named = destinations.slice(0, mostNamed);
  const others = destinations.length - named.length;
  return (
    <p className="text-small [overflow-wrap:anywhere] text-fg-2">
      {named.map(({ destinationId, destinationName }, index) => (
        <Fragment key={destinationId}>
          {index > 0 && ', '}
          <RouteLink to={{ page: 'destinations', path: [destinationId] }}>
            {visibleLine(destinationName)}
          </RouteLink>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
      {destinations.length === 1 ? ' is off and gets nothing.' : ' are off and get nothing.'}
    </p>
  );
}
