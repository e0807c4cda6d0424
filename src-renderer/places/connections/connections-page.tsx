import { ArrowDownUp, Plus, Waypoints } from 'lucide-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
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
import { PlaceHeader } from '#renderer/ui/place-header.tsx';
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
  const isLoading = lists.some(({ status }) => status === 'loading');
  if (failed === undefined && !isLoading) return <Connections />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PlaceHeader title="Connections" />
      <div className="min-h-0 flex-1">
        {failed === undefined ? (
          <LateSpinner label="Loading connections" />
        ) : (
          <ErrorState onRetry={failed.reload}>{failed.problem}</ErrorState>
        )}
      </div>
    </div>
  );
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
  const menus = {
    add: useRef<HTMLButtonElement>(null),
    connect: useRef<HTMLButtonElement>(null),
    fault: useRef<HTMLButtonElement>(null),
  };
  const [front, setFront] = useState<FrontRequest | null>(null);
  const fault = useFaultOf(current);
  const startOn = (node: BoardNode, started: Fault): void => {
    const mock = mocks.find(({ url, id }) => endpointKey(url, id) === node.key);
    if (mock !== undefined) void startFault(mock, started);
    else if (node.url !== null) setFront({ url: node.url, fault: started });
  };
  useBoardActions(board, current, menus, selection.kind !== 'none');
  // A new node may appear later than its selection.
  useFocusWhenLost(
    () => {
      if (currentKey !== null) focusNode(currentKey);
    },
    `${selectedKey} ${current !== undefined}`,
  );
  // A menu that was opened with a key would return it to its button.
  const returnFocus = (isOpen: boolean): void => {
    if (!isOpen && currentKey !== null) requestAnimationFrame(() => focusNode(currentKey));
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
        menu={menus.add}
      />
      <div className="relative flex min-h-0 flex-1">
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
              connectMenu={menus.connect}
              onConnecting={returnFocus}
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
            menu={menus.fault}
            onMenuOpen={returnFocus}
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

type MenuButton = RefObject<HTMLButtonElement | null>;

/** Keys that work from anywhere on the page. A menu that a click without a pointer opens highlights its first item. */
function useBoardActions(
  { nodes }: Board,
  current: BoardNode | undefined,
  { add, connect, fault }: Readonly<Record<'add' | 'connect' | 'fault', MenuButton>>,
  isEditorOpen: boolean,
): void {
  const focusBoard = (): void => {
    const key = current?.key ?? nodes[0]?.key;
    if (key !== undefined) focusNode(key);
  };
  const actions: readonly Action[] = [
    {
      id: 'connections.add',
      title: 'Add to connections',
      shortcut: 'n',
      run: () => add.current?.click(),
    },
    {
      id: 'connections.connect',
      title: 'Connect the selected node',
      shortcut: 'l',
      isShown: current !== undefined,
      run: () => connect.current?.click(),
    },
    {
      id: 'connections.fault',
      title: 'Start a fault at the selected endpoint',
      shortcut: 'f',
      isShown: current?.column === 2 && current.url !== null,
      run: () => fault.current?.click(),
    },
    {
      id: 'connections.close',
      title: 'Back to the board',
      shortcut: 'Escape',
      isKeyOnly: true,
      run: () => {
        const isInEditor = document.activeElement?.closest('[data-pane]') !== null;
        focusBoard();
        if (isEditorOpen && (!isInEditor || current === undefined)) closeEditor();
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
  readonly menu: MenuButton;
}

function Header({ board, selectedKey, isByRate, onByRate, menu }: HeaderProps) {
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
    <PlaceHeader
      title="Connections"
      news={
        board.nodes.length > 0 && (
          <>
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
          </>
        )
      }
    >
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
        trigger={
          <Button ref={menu} icon={Plus} shortcut="n">
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
    </PlaceHeader>
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
