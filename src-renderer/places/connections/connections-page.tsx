import { ArrowDownUp, Plus, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Action, useActions } from '#renderer/kit/actions/actions.tsx';
import { coreNow } from '#renderer/kit/data/clock.ts';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { useFocusWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Menu } from '#renderer/ui/menu.tsx';
import { remembered } from '#renderer/ui/remembered.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import {
  type Board,
  type BoardNode,
  destinationKey,
  endpointKey,
  sourceKey,
} from './board/board.ts';
import { BoardView } from './board/board-view.tsx';
import { newsOf } from './board/endpoint-now.ts';
import { useBoard } from './board/use-board.ts';
import { type Selection, selectionOf } from './connections-route.ts';
import { EditorPane } from './editor/editor-pane.tsx';
import { startFault, useFaults } from './faults/fault-actions.ts';
import { activeFault, type Fault } from './faults/faults.ts';
import { FrontDialog, type FrontRequest } from './faults/front-dialog.tsx';
import { Shelf } from './faults/shelf.tsx';
import { closeEditor, focusNode, select } from './selection.ts';

const byRateKey = 'connections.by-rate';

/** The node of the open editor. */
function keyOf(selection: Selection, mocks: readonly Mock[]): string | null {
  switch (selection.kind) {
    case 'source':
      return sourceKey(selection.id);
    case 'destination':
      return destinationKey(selection.id);
    case 'url':
      return endpointKey(selection.url);
    case 'mock': {
      const mock = mocks.find(({ id, name }) => id === selection.id || name === selection.id);
      return mock === undefined ? null : endpointKey(mock.url, mock.id);
    }
    default:
      return null;
  }
}

export function ConnectionsPage() {
  const sources = useCollection(collections.sources);
  const destinations = useCollection(collections.destinations);
  const mocks = useCollection(collections.mocks);
  const lists = [sources, destinations, mocks];
  const failed = lists.find(({ status, items }) => status === 'failed' && items.length === 0);
  if (failed !== undefined)
    return <ErrorState onRetry={failed.reload}>{failed.problem}</ErrorState>;
  if (lists.some(({ status }) => status === 'loading'))
    return <LateSpinner label="Loading connections" />;
  return <Connections />;
}

function Connections() {
  const route = useRoute((state) => state.route);
  const selection = useMemo(() => selectionOf(route), [route]);
  const mocks = useItems(collections.mocks);
  const board = useBoard();
  const selectedKey = keyOf(selection, mocks);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const currentKey = selectedKey ?? focusedKey;
  const hasLog = selection.kind === 'mock' && selection.view === 'requests';
  const current = board.nodes.find(({ key }) => key === currentKey);
  const [isByRate, setByRate] = useState(() => remembered.getItem(byRateKey) === 'true');
  const [isAdding, setAdding] = useState(false);
  const [isConnecting, setConnecting] = useState(false);
  const [isChoosingFault, setChoosingFault] = useState(false);
  const [front, setFront] = useState<FrontRequest | null>(null);
  const fault = useFaultOf(current);
  const startOn = (node: BoardNode, started: Fault): void => {
    const mock = mocks.find(({ url, id }) => endpointKey(url, id) === node.key);
    if (mock !== undefined) void startFault(mock, started);
    else if (node.url !== null) setFront({ url: node.url, fault: started });
  };
  useBoardActions(board, current, {
    add: () => setAdding(true),
    connect: () => setConnecting(true),
    fault: () => setChoosingFault(true),
    isOpen: selection.kind !== 'none',
  });
  // A new node may appear later than its selection.
  useFocusWhenLost(
    () => {
      if (currentKey !== null) focusNode(currentKey);
    },
    `${selectedKey} ${current !== undefined}`,
  );
  // A menu that was opened with a key would return it to its button.
  const returnFocus = (): void => {
    if (currentKey !== null) requestAnimationFrame(() => focusNode(currentKey));
  };
  const isEmpty = board.nodes.length === 0;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Header
        board={board}
        selectedKey={selectedKey}
        isByRate={isByRate}
        onByRate={(isOn) => {
          setByRate(isOn);
          remembered.setItem(byRateKey, String(isOn));
        }}
        isAdding={isAdding}
        onAdding={setAdding}
      />
      <div className="relative flex min-h-0 flex-1 border-t border-line">
        <div className="flex min-w-0 flex-1 flex-col">
          {isEmpty ? (
            <EmptyBoard />
          ) : (
            <BoardView
              board={board}
              isByRate={isByRate}
              selectedKey={selectedKey}
              currentKey={currentKey}
              onFocus={setFocusedKey}
              isConnecting={isConnecting}
              onConnecting={(isOpen) => {
                setConnecting(isOpen);
                if (!isOpen) returnFocus();
              }}
              onFault={startOn}
            />
          )}
          <Shelf
            onFault={
              current?.column === 2 && current.url !== null
                ? (started) => startOn(current, started)
                : undefined
            }
            hasEndpoints={board.nodes.some(({ column, url }) => column === 2 && url !== null)}
            activeId={fault}
            isMenuOpen={isChoosingFault}
            onMenuOpen={(isOpen) => {
              setChoosingFault(isOpen);
              if (!isOpen) returnFocus();
            }}
          />
        </div>
        {selection.kind !== 'none' && (
          // A log is wider, and lies over the board.
          <div className="w-99 flex-none max-xl:w-0">
            <div
              className={cx(
                'absolute inset-y-0 right-0 z-20 max-w-full border-l border-line max-xl:shadow-float',
                hasLog ? 'w-150 shadow-float' : 'w-99',
              )}
            >
              <EditorPane selection={selection} />
            </div>
          </div>
        )}
      </div>
      <FrontDialog request={front} onClose={() => setFront(null)} />
    </div>
  );
}

/** The chip of the fault that an endpoint has. */
function useFaultOf(node: BoardNode | undefined): string | null {
  const mocks = useItems(collections.mocks);
  const replaced = useFaults((state) => state.replaced);
  if (node?.column !== 2) return null;
  const mock = mocks.find(({ url, id }) => endpointKey(url, id) === node.key);
  return mock === undefined
    ? null
    : (activeFault(mock, replaced[mock.id], coreNow())?.faultId ?? null);
}

interface BoardCommands {
  readonly add: () => void;
  readonly connect: () => void;
  readonly fault: () => void;
  /** Whether an editor is open. */
  readonly isOpen: boolean;
}

/** Keys that work from anywhere on the page. */
function useBoardActions(
  { nodes }: Board,
  current: BoardNode | undefined,
  { add, connect, fault, isOpen }: BoardCommands,
): void {
  const focusBoard = (): void => {
    const key = current?.key ?? nodes[0]?.key;
    if (key !== undefined) focusNode(key);
  };
  const actions: readonly Action[] = [
    { id: 'connections.add', title: 'Add to connections', shortcut: 'n', run: add },
    {
      id: 'connections.connect',
      title: 'Connect the selected node',
      shortcut: 'l',
      isShown: current !== undefined,
      run: connect,
    },
    {
      id: 'connections.fault',
      title: 'Start a fault at the selected endpoint',
      shortcut: 'f',
      isShown: current?.column === 2 && current.url !== null,
      run: fault,
    },
    {
      id: 'connections.close',
      title: 'Back to the board',
      shortcut: 'Escape',
      isKeyOnly: true,
      run: () => {
        const isInEditor = document.activeElement?.closest('[data-pane]') !== null;
        focusBoard();
        if (isOpen && (!isInEditor || current === undefined)) closeEditor();
      },
    },
    ...(['j', 'k', 'ArrowDown', 'ArrowUp'] as const).map((shortcut) => ({
      id: `connections.${shortcut}`,
      title: 'Go to the board',
      shortcut,
      hidden: true,
      run: focusBoard,
    })),
  ];
  useActions('Connections', actions);
}

interface HeaderProps {
  readonly board: Board;
  readonly selectedKey: string | null;
  readonly isByRate: boolean;
  readonly onByRate: (isByRate: boolean) => void;
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
}

function Header({ board, selectedKey, isByRate, onByRate, isAdding, onAdding }: HeaderProps) {
  const { cause, text } = newsOf(board.endpoints);
  // In the order of the board, and again from the first.
  const showNext = (): void => {
    const keys = board.endpoints.flatMap(({ key, outcome }) =>
      outcome === cause?.outcome ? [key] : [],
    );
    const key = keys[(keys.indexOf(selectedKey ?? '') + 1) % keys.length] ?? '';
    const node = board.nodes.find((one) => one.key === key);
    if (node === undefined) return;
    select(node.selection, selectedKey === null ? 'push' : 'replace');
    focusNode(key);
  };
  return (
    <header className="flex h-14 flex-none items-center gap-2 bg-bg-1 pr-4 pl-5">
      <h1 className="mr-1.5 text-page font-[650] tracking-[-0.021em]">Connections</h1>
      {board.nodes.length > 0 && (
        <p className="min-w-0 truncate text-fg-2">
          {cause !== null && (
            <button
              type="button"
              onClick={showNext}
              className="rounded-chip font-[560] text-fg hover:underline"
            >
              {cause.text}
            </button>
          )}{' '}
          {text}
        </p>
      )}
      <span className="flex-1" />
      <Button
        variant="quiet"
        icon={ArrowDownUp}
        aria-pressed={isByRate}
        className={cx(isByRate && 'bg-accent-bg text-accent')}
        onClick={() => onByRate(!isByRate)}
      >
        By rate
      </Button>
      <Menu
        open={isAdding}
        onOpenChange={onAdding}
        trigger={
          <Button icon={Plus} shortcut="n">
            Add
          </Button>
        }
        groups={[
          [
            {
              id: 'source',
              label: 'Source',
              shortcut: 's',
              run: () => select({ kind: 'new source' }, 'push'),
            },
            {
              id: 'destination',
              label: 'Destination',
              shortcut: 'd',
              run: () => select({ kind: 'new destination', copyOf: undefined }, 'push'),
            },
            {
              id: 'mock',
              label: 'Mock endpoint',
              shortcut: 'm',
              run: () => select({ kind: 'gallery' }, 'push'),
            },
          ],
        ]}
      />
    </header>
  );
}

function EmptyBoard() {
  return (
    <div className="board-dots min-h-0 flex-1">
      <EmptyState
        icon={Waypoints}
        title="No connections yet"
        actions={
          <Button
            variant="primary"
            onClick={() => select({ kind: 'new destination', copyOf: undefined }, 'push')}
          >
            Add a destination
          </Button>
        }
      >
        Sources, destinations and their endpoints appear here.
      </EmptyState>
    </div>
  );
}
