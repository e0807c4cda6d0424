import { type DragEvent, memo } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { destinationForms } from '../destinations/editor/destination-draft.ts';
import { mockForms } from '../mocks/editor/mock-draft.ts';
import { nodeMark } from '../selection.ts';
import { sourceForms } from '../sources/source-actions.ts';
import type { BoardNode } from './board.ts';
import { type Box, nodeHeight } from './layout.ts';

interface NodeProps {
  readonly node: BoardNode;
  readonly box: Box;
  readonly isSelected: boolean;
  /** Whether Tab reaches it. */
  readonly isTabStop: boolean;
  /** Whether what is dragged can be dropped here. */
  readonly isTarget: boolean;
  /** Names of the nodes that it sends to. */
  readonly sendsTo: string;
  readonly onSelect: (node: BoardNode, isByKey: boolean) => void;
  readonly onFocus: (key: string) => void;
  readonly onDragLine: (event: DragEvent, node: BoardNode) => void;
}

/** Whether its editor has unsaved input. */
function useHasDraft({ selection }: BoardNode): boolean {
  const id = 'id' in selection ? selection.id : '';
  const kind = selection.kind;
  const source = sourceForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  const destination = destinationForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  const mock = mockForms.drafts.useDrafts(({ byId }) => byId[id] !== undefined);
  return kind === 'source' ? source : kind === 'destination' ? destination : mock;
}

export const BoardNodeItem = memo(function BoardNodeItem(props: NodeProps) {
  const { node, box, isSelected } = props;
  const { key, column, name, state, text, isOff, isFailing, isMock } = node;
  const hasDraft = useHasDraft(node);
  // The text often says it too.
  const spoken = node.word === null || text.toLowerCase().includes(node.word) ? null : node.word;
  return (
    <li className="group absolute" style={{ left: box.x, top: box.y, width: box.width }}>
      <button
        type="button"
        {...nodeMark(key)}
        aria-pressed={isSelected}
        aria-description={props.sendsTo === '' ? undefined : `Sends to ${props.sendsTo}`}
        tabIndex={props.isTabStop ? 0 : -1}
        onClick={({ detail }) => props.onSelect(node, detail === 0)}
        onFocus={() => props.onFocus(key)}
        style={{ height: nodeHeight }}
        className={cx(
          'flex w-full flex-col justify-center rounded-card border px-3 text-left transition-[border-color,box-shadow]',
          isOff ? 'border-dashed border-line-2' : 'bg-bg-1 shadow-rest',
          isSelected
            ? 'border-accent ring-3 ring-accent/18'
            : !isOff && 'border-line hover:border-line-2',
          props.isTarget && 'border-accent bg-accent-bg',
        )}
      >
        <span className="flex w-full min-w-0 items-center gap-1.75 leading-4.5">
          {state !== null && <StateMark state={state} decorative />}
          <span
            className={cx(
              'min-w-0 truncate font-semibold',
              column === 2 && 'bytes font-[580]',
              isOff && 'text-fg-2',
            )}
          >
            {visibleLine(name)}
          </span>
          {isMock && (
            <span className="flex-none rounded-chip border border-line-2 px-1 text-micro font-medium text-fg-3">
              mock
            </span>
          )}
          {spoken !== null && <span className="sr-only"> {spoken} </span>}
        </span>
        <span
          className={cx(
            'block min-h-4 w-full truncate text-small leading-4 tabular-nums',
            state !== null && 'pl-5.25',
            isFailing ? 'font-medium text-bad' : 'text-fg-2',
          )}
        >
          {text}
          {hasDraft && ' · unsaved'}
        </span>
      </button>
      {column < 2 && (
        <span
          aria-hidden="true"
          draggable
          title="Drag to connect"
          onDragStart={(event) => props.onDragLine(event, node)}
          className="absolute top-1/2 -right-2 grid size-4 -translate-y-1/2 cursor-crosshair place-items-center opacity-0 group-hover:opacity-100 group-focus-within:opacity-100"
        >
          <span className="size-2.5 rounded-full border-2 border-accent bg-bg-1" />
        </span>
      )}
    </li>
  );
});
