import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import type { Entity } from '#renderer/data/collections.ts';
import type { Listing } from '#renderer/data/listing.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { VirtualList, type VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { focusPane, useFocusWhenLost } from './focus.ts';
import { LateSpinner } from './late-spinner.tsx';

interface EntityListProps<Item extends Entity> {
  /** "Destinations" */
  readonly title: string;
  /** "destination" */
  readonly noun: string;
  readonly collection: Listing<Item>;
  readonly columns: readonly VirtualListColumn<Item>[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly onNew: () => void;
  /** Why there are none, and what to do. */
  readonly empty: ReactNode;
  /** Switches the selected one on or off, at once; left out where there is no such thing. */
  readonly onToggle?: (() => void) | undefined;
  /** Enter, or a double click; into the pane unless given. */
  readonly onOpen?: (() => void) | undefined;
  /** Of two lines unless given. */
  readonly rowHeight?: number | undefined;
}

function idOf(item: Entity): string {
  return item.id;
}

/** The list of a place that holds a few things: one is chosen, and a key makes a new one. */
export function EntityList<Item extends Entity>(props: EntityListProps<Item>) {
  const { title, noun, collection, columns, selectedId, onSelect, onNew } = props;
  const list = useRef<VirtualListHandle>(null);
  useListCommands(props, list);
  // Another page, or the one that was chosen is gone.
  useFocusWhenLost(() => list.current?.focus(), collection.items.length > 0 && selectedId);
  return (
    <section aria-label={title} className="flex h-full min-h-0 flex-col bg-bg-1">
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-3">
        <h1 className="font-semibold">{title}</h1>
        {collection.status === 'ready' && (
          <span className="text-fg-3 tabular-nums">
            {collection.items.length.toLocaleString('en')}
          </span>
        )}
        <span className="flex-1" />
        <IconButton icon={Plus} label={`New ${noun}`} shortcut="n" onClick={() => onNew()} />
      </header>
      <div className="min-h-0 flex-1">
        {collection.items.length > 0 ? (
          <VirtualList<Item>
            ref={list}
            label={title}
            rows={collection.items}
            rowKey={idOf}
            rowHeight={props.rowHeight ?? 49}
            columns={columns}
            selectedKey={selectedId}
            onSelect={(item) => onSelect(item.id)}
            onOpen={props.onOpen ?? focusPane}
          />
        ) : collection.status === 'failed' ? (
          <ErrorState title={`The ${noun}s could not be read`} onRetry={collection.reload}>
            {collection.problem}
          </ErrorState>
        ) : collection.status === 'ready' ? (
          props.empty
        ) : (
          <LateSpinner label={`Reading the ${noun}s`} />
        )}
      </div>
      {collection.items.length > 0 && <EntityListFoot canToggle={props.onToggle !== undefined} />}
    </section>
  );
}

function useListCommands<Item extends Entity>(
  { title, noun, selectedId, onNew, onToggle }: EntityListProps<Item>,
  list: RefObject<VirtualListHandle | null>,
): void {
  const move = (steps: number) => () => {
    list.current?.focus();
    list.current?.move(steps);
  };
  useCommands([
    { id: `${noun}.new`, title: `New ${noun}`, section: title, shortcut: 'n', run: onNew },
    {
      id: `${noun}.toggle`,
      title: `Switch the ${noun} on or off`,
      section: title,
      shortcut: 'x',
      enabled: () => selectedId !== null && onToggle !== undefined,
      run: () => onToggle?.(),
    },
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
}

/** The keys that work on the list. */
function EntityListFoot({ canToggle }: { canToggle: boolean }) {
  return (
    <footer className="flex h-[30px] flex-none items-center gap-3.5 overflow-hidden border-t border-line px-3 text-label whitespace-nowrap text-fg-3">
      <Hint shortcuts={['j', 'k']}>move</Hint>
      <Hint shortcuts={['n']}>new</Hint>
      {canToggle && <Hint shortcuts={['x']}>on / off</Hint>}
    </footer>
  );
}

function Hint({ shortcuts, children }: { shortcuts: readonly string[]; children: string }) {
  return (
    <span className="flex items-center gap-1">
      {shortcuts.map((shortcut) => (
        <Kbd key={shortcut} shortcut={shortcut} className="text-fg-2" />
      ))}
      <span className="ml-0.5">{children}</span>
    </span>
  );
}
