import { Check, Plus } from 'lucide-react';
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useClock } from '#renderer/kit/data/clock.ts';
import { focusPane } from '#renderer/kit/keyboard/focus.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Menu, type MenuPoint, menuPoint } from '#renderer/ui/menu.tsx';
import { useElementSize } from '#renderer/ui/use-element-size.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Selection } from '../connections-route.ts';
import { type Fault, faultWith } from '../faults/faults.ts';
import { faultDragType } from '../faults/shelf.tsx';
import { focusNode, nodeKeyAt, select } from '../selection.ts';
import { type Board, type BoardNode, columnOf, connectedTo } from './board.ts';
import { BoardLines, LineLabels } from './board-lines.tsx';
import { BoardNodeItem } from './board-node.tsx';
import { connectTargets } from './connect.ts';
import {
  type BoardLayout,
  type Column,
  curveBetween,
  layoutOf,
  nodeHeight,
  type Order,
  orderByRate,
  orderOf,
  type Point,
} from './layout.ts';
import { NodeMenu } from './node-menu.tsx';

/** While a line is drawn. */
const lineDragType = 'application/x-hookwright-line';

interface BoardViewProps {
  readonly board: Board;
  readonly isByRate: boolean;
  readonly selectedKey: string | null;
  /** The node that keys act on: the selected one, or the last one that had the focus. */
  readonly currentKey: string | null;
  readonly onFocus: (key: string) => void;
  /** Opens the menu of the current node. */
  readonly connectMenu: RefObject<HTMLButtonElement | null>;
  readonly onConnecting: (isConnecting: boolean) => void;
  readonly onFault: (node: BoardNode, fault: Fault) => void;
}

/** Nodes stay where they are while there are the same nodes and lines, so that nothing jumps as rates change. */
function useLayout(
  { nodes, lines }: Board,
  isByRate: boolean,
  size: { readonly width: number; readonly height: number },
): { readonly order: Order; readonly layout: BoardLayout } {
  const topology = JSON.stringify([
    nodes.map(({ key, isInUse }) => [key, isInUse]),
    lines.map(({ key }) => key),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const order = useMemo(
    () => (isByRate ? orderByRate(nodes) : orderOf(nodes, lines)),
    [topology, isByRate],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const layout = useMemo(() => layoutOf(order, lines, size), [topology, order, size]);
  return { order, layout };
}

interface Drag {
  /** Of a line; null for a fault. */
  readonly from: BoardNode | null;
  readonly point: Point | null;
  readonly over: string | null;
}

interface DragOptions {
  readonly board: Board;
  readonly nodeAt: (target: EventTarget) => BoardNode | undefined;
  readonly onFault: BoardViewProps['onFault'];
}

/** Drags a line from a node to another, or a fault onto an endpoint. */
function useDrag({ board, nodeAt, onFault }: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const onDragOver = (event: DragEvent<HTMLElement>): void => {
    const { currentTarget: scroller, clientX, clientY, dataTransfer } = event;
    const isFault = dataTransfer.types.includes(faultDragType);
    if (!isFault && drag?.from == null) return;
    event.preventDefault();
    const { left, top } = scroller.getBoundingClientRect();
    const point = {
      x: clientX - left + scroller.scrollLeft,
      y: clientY - top + scroller.scrollTop,
    };
    const over = nodeAt(event.target)?.key ?? null;
    setDrag((before) => ({ from: before?.from ?? null, point, over }));
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const node = nodeAt(event.target);
    const fault = faultWith(event.dataTransfer.getData(faultDragType));
    const from = drag?.from ?? null;
    setDrag(null);
    if (node === undefined) return;
    if (fault !== undefined) {
      if (node.column === 2) onFault(node, fault);
    } else if (from !== null) connectTo(from, node, board);
  };
  const isOver = ({ key, column }: BoardNode): boolean =>
    drag !== null &&
    drag.over === key &&
    (drag.from === null ? column === 2 : column === drag.from.column + 1);
  const startLine = ({ dataTransfer }: DragEvent, from: BoardNode): void => {
    dataTransfer.setData(lineDragType, from.key);
    dataTransfer.effectAllowed = 'link';
    dataTransfer.setDragImage(noImage(), 0, 0);
    setDrag({ from, point: null, over: null });
  };
  return {
    drag,
    isOver,
    startLine,
    handlers: { onDragOver, onDrop, onDragEnd: () => setDrag(null) },
  };
}

interface NodeMenuAt {
  readonly key: string;
  readonly at: MenuPoint;
}

export function BoardView(props: BoardViewProps) {
  const { board, selectedKey, currentKey } = props;
  const scroller = useRef<HTMLElement>(null);
  const size = useElementSize(scroller);
  const { order, layout } = useLayout(board, props.isByRate, size);
  const byKey = useMemo(() => new Map(board.nodes.map((node) => [node.key, node])), [board.nodes]);
  const isMoving = useClock(({ reading }) => reading?.state.mode !== 'paused');
  const [menu, setMenu] = useState<NodeMenuAt | null>(null);
  // The editor of a selected node has its actions already.
  const actionKey = menu?.key ?? (selectedKey === null ? currentKey : null);
  const actionNode = byKey.get(actionKey ?? '');
  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    const [key, at] = [nodeKeyAt(event.target), menuPoint(event)];
    if (key === null || at === null) return;
    event.preventDefault();
    setMenu({ key, at });
  };
  const closeMenu = (): void => {
    setMenu(null);
    requestAnimationFrame(() => {
      if (menu !== null && document.activeElement === document.body) focusNode(menu.key);
    });
  };
  const { drag, isOver, startLine, handlers } = useDrag({
    board,
    nodeAt: (target) => byKey.get(nodeKeyAt(target) ?? lineEndAt(target) ?? ''),
    onFault: props.onFault,
  });
  const selectKey = (key: string): void => {
    const node = byKey.get(key);
    if (node !== undefined) select(node.selection);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = nodeKeyAt(event.target);
    if (key === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighborAt(event.key, key, board, layout, order);
    if (next === null) return;
    event.preventDefault();
    if (next === undefined) return;
    focusNode(next);
    if (selectedKey !== null) selectKey(next);
  };
  const tabStop = currentKey !== null && byKey.has(currentKey) ? currentKey : order.flat()[0];
  const itemOf = (key: string): ReactNode => {
    const [node, box] = [byKey.get(key), layout.boxes.get(key)];
    if (node === undefined || box === undefined) return null;
    const targets = connectedTo(board, key, 1).map((to) => visibleLine(byKey.get(to)?.name ?? ''));
    return (
      <BoardNodeItem
        key={key}
        node={node}
        box={box}
        isSelected={key === selectedKey}
        isTabStop={key === tabStop}
        isTarget={isOver(node)}
        sendsTo={targets.join(', ')}
        onSelect={(selected, isByKey) => {
          select(selected.selection, selectedKey === null ? 'push' : 'replace');
          if (isByKey) setTimeout(focusPane, 0);
        }}
        onFocus={props.onFocus}
        onDragLine={startLine}
      />
    );
  };
  return (
    <section
      ref={scroller}
      aria-label="Board"
      className="board-dots relative min-h-0 flex-1 overflow-auto"
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onClick={({ target }) => selectKey(lineEndAt(target) ?? '')}
      {...handlers}
    >
      {size.width > 0 && (
        <div className="relative" style={{ width: layout.width, height: layout.height }}>
          <BoardLines
            lines={board.lines}
            layout={layout}
            selectedKey={selectedKey}
            isMoving={isMoving}
          />
          {drag?.from != null && drag.point !== null && (
            <DrawnLine from={drag.from.key} to={drag.point} layout={layout} />
          )}
          {columns.map((column) => (
            <NodeList key={column} column={column} board={board} layout={layout}>
              {(order[column] ?? []).map(itemOf)}
            </NodeList>
          ))}
          <LineLabels lines={board.lines} nodes={byKey} layout={layout} onSelect={selectKey} />
          <ConnectMenu {...props} layout={layout} node={byKey.get(currentKey ?? '')} />
          {actionNode !== undefined && (
            <NodeMenu
              key={actionNode.key}
              node={actionNode}
              at={menu?.at ?? null}
              onClose={closeMenu}
            />
          )}
        </div>
      )}
    </section>
  );
}

const columns: readonly Column[] = [0, 1, 2];

/** The endpoint or destination of the line at an element. */
const lineEndAt = (target: EventTarget): string | null =>
  target instanceof Element ? target.getAttribute('data-line-to') : null;

let emptyImage: HTMLImageElement | undefined;

/** The line is drawn instead. */
function noImage(): HTMLImageElement {
  emptyImage ??= new Image();
  return emptyImage;
}

function connectTo(from: BoardNode, node: BoardNode, { nodes }: Board): void {
  const target = connectTargets(from, nodes).find(({ key }) => key === node.key);
  if (target !== undefined && !target.isConnected && target.problem === undefined)
    void target.change();
}

/** The node that an arrow key leads to; null if the key has no meaning here. */
function neighborAt(
  pressed: string,
  key: string,
  board: Board,
  { boxes }: BoardLayout,
  order: Order,
): string | undefined | null {
  const column = order.findIndex((keys) => keys.includes(key));
  const keys = order[column] ?? [];
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[pressed];
  if (step !== undefined) return keys[keys.indexOf(key) + step];
  if (pressed === 'Home') return keys[0];
  if (pressed === 'End') return keys.at(-1);
  const direction = pressed === 'ArrowRight' ? 1 : pressed === 'ArrowLeft' ? -1 : null;
  if (direction === null) return null;
  const y = boxes.get(key)?.y ?? 0;
  const closest = (candidates: readonly string[]): string | undefined =>
    candidates.toSorted(
      (a, b) => Math.abs((boxes.get(a)?.y ?? 0) - y) - Math.abs((boxes.get(b)?.y ?? 0) - y),
    )[0];
  return closest(connectedTo(board, key, direction)) ?? closest(order[column + direction] ?? []);
}

function DrawnLine({ from, to, layout }: { from: string; to: Point; layout: BoardLayout }) {
  const box = layout.boxes.get(from);
  if (box === undefined) return null;
  const start = { x: box.x + box.width, y: box.y + nodeHeight / 2 };
  return (
    <svg
      width={layout.width}
      height={layout.height}
      className="pointer-events-none absolute top-0 left-0 text-accent"
      fill="none"
      aria-hidden="true"
    >
      <path d={curveBetween(start, to).path} stroke="currentColor" strokeWidth={2} />
    </svg>
  );
}

const headings = ['Sources', 'Destinations', 'Endpoints'] as const;

const added: readonly [Selection, Selection, Selection] = [
  { kind: 'new source' },
  { kind: 'new destination', copyOf: undefined },
  { kind: 'gallery' },
];
const addLabels = ['Source', 'Destination', 'Mock endpoint'] as const;

/** In a column without nodes. */
function AddButton({ column }: { column: Column }) {
  return (
    <Button variant="quiet" icon={Plus} onClick={() => select(added[column], 'push')}>
      {addLabels[column]}
    </Button>
  );
}

interface NodeListProps {
  readonly column: Column;
  readonly board: Board;
  readonly layout: BoardLayout;
  readonly children: ReactNode;
}

function NodeList({ column, board, layout, children }: NodeListProps) {
  const { x: left = 0, width } = layout.columns[column] ?? {};
  const headingId = useId();
  const nodes = columnOf(board, column);
  const unused = nodes.filter(({ isInUse }) => !isInUse).length;
  const mocks = nodes.filter(({ isMock }) => isMock).length;
  return (
    <div>
      <h2
        id={headingId}
        style={{ left, width }}
        className="absolute top-3.5 flex gap-1.75 truncate text-small font-semibold text-fg-2"
      >
        {headings[column]}{' '}
        <span className="font-normal text-fg-3 tabular-nums">
          {column === 2 && unused > 0
            ? `${formatCount(nodes.length - unused)} in use, ${formatCount(unused)} not`
            : formatCount(nodes.length)}
          {column === 2 &&
            unused === 0 &&
            mocks > 0 &&
            (mocks === nodes.length ? ', all mock' : `, of which ${formatCount(mocks)} mock`)}
        </span>
      </h2>
      {nodes.length === 0 ? (
        <div className="absolute top-12" style={{ left, width }}>
          <AddButton column={column} />
        </div>
      ) : (
        <ul aria-labelledby={headingId}>{children}</ul>
      )}
    </div>
  );
}

interface ConnectMenuProps extends Pick<BoardViewProps, 'board' | 'connectMenu' | 'onConnecting'> {
  readonly layout: BoardLayout;
  readonly node: BoardNode | undefined;
}

/** Connects by key: what a node can be connected to, and what it is. */
function ConnectMenu({ board, connectMenu, onConnecting, layout, node }: ConnectMenuProps) {
  const box = node && layout.boxes.get(node.key);
  if (node === undefined || box === undefined) return null;
  const targets = connectTargets(node, board.nodes);
  const items = targets.map(({ key, name, isConnected, problem, change }) => ({
    id: key,
    label: `${isConnected ? 'Disconnect' : 'Connect'} ${visibleLine(name)}${problem === undefined ? '' : `: ${problem}`}`,
    icon: isConnected ? Check : Plus,
    disabled: problem !== undefined && !isConnected,
    run: () => void change(),
  }));
  return (
    <Menu
      align="start"
      onOpenChange={onConnecting}
      groups={
        items.length === 0
          ? [[{ id: 'none', label: 'Nothing to connect', disabled: true, run: () => undefined }]]
          : [items]
      }
      trigger={
        <button
          ref={connectMenu}
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={counted(targets.length, 'node')}
          className="pointer-events-none absolute size-0"
          style={{ left: box.x + box.width / 2, top: box.y + nodeHeight }}
        />
      }
    />
  );
}
