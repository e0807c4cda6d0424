import { Ellipsis, GitCompareArrows, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import {
  ActionButton,
  ActionMenu,
  ContextMenu,
  useActions,
} from '#renderer/kit/actions/actions.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { restoreFocus } from '#renderer/ui/popup.tsx';
import { formatCount } from '#shared/kit/format.ts';
import { openComparison } from '../compare/compare-route.ts';
import { closeRowMenu, ofSelection, useRowMenuAt } from '../row-menu.ts';
import { clearSelection, useSelected } from '../selection.ts';
import { type BulkScope, useBulkActions } from './actions-menu.tsx';

const small = { size: 'small', shortcut: undefined } as const;

/** What can be done with the selected deliveries; takes the place of the list's foot. */
export function SelectionBar({ scope }: { scope: BulkScope }) {
  const frame = useRef<HTMLElement>(null);
  const { count } = scope;
  const bulk = useBulkActions(scope);
  const [retry, copy, ...others] = bulk;
  const [compare] = useActions('Compare', [
    {
      id: 'compare.selected',
      title: 'Compare the two selected deliveries',
      label: 'Compare',
      shortcut: 'Shift+D',
      icon: GitCompareArrows,
      isShown: count === 2,
      run: () => {
        const [before = 0, after = 0] = [...useSelected.getState().selected.keys()].toSorted(
          (a, b) => a - b,
        );
        openComparison({
          before: { kind: 'delivery', deliveryId: before },
          after: { kind: 'delivery', deliveryId: after },
        });
      },
    },
  ]);
  useLayoutEffect(() => {
    const [before, bar] = [document.activeElement, frame.current];
    return () => restoreFocus(before, bar);
  }, []);
  return (
    <section
      ref={frame}
      aria-label="Selection"
      className="flex h-control flex-none items-center gap-1 border-t border-line bg-accent-bg pr-1.5 pl-3"
    >
      <span className="min-w-0 flex-1 truncate text-small font-medium tabular-nums">
        {formatCount(count ?? 0)} selected
      </span>
      {/* Without icons, so that there is room for the count. */}
      {retry && <ActionButton action={{ ...retry, icon: undefined, label: 'Retry…' }} {...small} />}
      {copy && (
        <ActionButton action={{ ...copy, icon: undefined, label: 'Send copies…' }} {...small} />
      )}
      <ActionButton action={{ ...compare, icon: undefined }} {...small} />
      <ActionMenu
        actions={others}
        trigger={<IconButton icon={Ellipsis} size="small" label="More actions" />}
      />
      <ContextMenu
        label="Actions for the selection"
        at={useRowMenuAt(ofSelection)}
        onClose={closeRowMenu}
        actions={[...bulk, { ...compare, menu: 'compare' }]}
      />
      <IconButton
        icon={X}
        size="small"
        label="Clear the selection"
        shortcut="Escape"
        onClick={clearSelection}
      />
    </section>
  );
}
