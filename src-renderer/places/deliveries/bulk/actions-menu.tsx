import {
  Ban,
  Clapperboard,
  Download,
  Ellipsis,
  FastForward,
  ListFilter,
  type LucideIcon,
  PenLine,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { finishLabel, useFinishTarget } from '#renderer/clock/finish-target.ts';
import { useWaitingCount } from '#renderer/deliveries/delivery-labels.ts';
import { saveAsScenario } from '#renderer/deliveries/save-as-scenario.ts';
import { finishProblem, finishTargetOf, isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { planBulk } from '#renderer/jobs/job-actions.ts';
import { type Action, type BoundAction, useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Menu, type MenuItem } from '#renderer/ui/menu.tsx';
import { type DeliveryState, isFinishedState } from '#shared/deliveries/delivery.ts';
import { maxRows } from '#shared/filter/term.ts';
import { type BulkAction, bulkActions } from '#shared/jobs/job.ts';
import { actionOnText, actionText, deliveriesText } from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { openExport } from '../export/export-store.ts';
import { closeRowMenu, useRowMenuAt } from '../row-menu.ts';
import { selectionFilter, useSelected } from '../selection.ts';

/** What bulk actions are for. */
export interface BulkScope {
  readonly kind: 'list' | 'group' | 'selection';
  readonly filter: string;
  /** Matching deliveries; undefined until counted. */
  readonly count: number | undefined;
  /** Of a group or a selection; null for the whole list. */
  readonly title: string | null;
}

const looks: Readonly<
  Record<BulkAction, { readonly icon: LucideIcon; readonly shortcut?: string }>
> = {
  retry: { icon: RotateCw, shortcut: 'Shift+R' },
  copy: { icon: PenLine, shortcut: 'Shift+E' },
  cancel: { icon: Ban, shortcut: 'Shift+X' },
  delete: { icon: Trash2 },
};

function scopeText({ kind, filter, title }: BulkScope): string {
  if (kind === 'selection') return 'selected deliveries';
  if (title !== null) return `deliveries of "${title}"`;
  return filter === '' ? 'all deliveries' : 'all matching deliveries';
}

/** Null unless several deliveries are selected. */
export function useSelectionScope(): BulkScope | null {
  const selected = useSelected((state) => state.selected);
  const count = selected.size;
  if (count < 2) return null;
  const title = `${deliveriesText(count)} selected`;
  return { kind: 'selection', filter: selectionFilter(selected), count, title };
}

/** Bulk actions on a list or one of its groups, for its menu and the palette. */
export function useListActions(scope: BulkScope): readonly BoundAction[] {
  const finish = useActions('Bulk actions', [useFinishAction(scope.filter)]);
  const ofNothing = scope.count === 0 ? { problem: 'No matches' } : {};
  return [...useBulkActions(scope), ...finish].map((action) => ({ ...action, ...ofNothing }));
}

/** Those on a list, a group or a selection: first those of jobs, in their order. */
export function useBulkActions(scope: BulkScope): readonly BoundAction[] {
  const { kind, filter, count } = scope;
  const isSelection = kind === 'selection';
  const problem = isValidFilter(filter)
    ? undefined
    : isSelection
      ? `Select at most ${formatCount(maxRows)} deliveries`
      : 'Fix the filter';
  return useActions('Bulk actions', [
    ...bulkActions.map((action): Action => {
      const title = `${actionOnText(action, scopeText(scope))}…`;
      return {
        id: `bulk.${action}`,
        title,
        label: count === undefined ? title : `${actionText(action, count)}…`,
        menu: 'main',
        problem,
        run: () => planBulk(action, filter, scope.title),
        ...looks[action],
      };
    }),
    {
      id: 'bulk.export',
      title: 'Export…',
      hidden: true,
      icon: Download,
      menu: 'export',
      problem,
      run: () => openExport({ kind: 'filter', filter }),
    },
    {
      id: 'bulk.scenario',
      title: isSelection ? 'Save selection as scenario' : 'Save as scenario',
      hidden: !isSelection,
      icon: Clapperboard,
      menu: 'export',
      problem,
      failure: "Can't save the scenario",
      run: () => saveAsScenario(filter, 'recorded'),
    },
    {
      id: 'bulk.server-scenario',
      title: isSelection
        ? 'Save selection as scenario for your server'
        : 'Save as scenario for your server',
      hidden: !isSelection,
      icon: Clapperboard,
      menu: 'export',
      problem,
      failure: "Can't save the scenario",
      run: () => saveAsScenario(filter, 'server'),
    },
  ]);
}

/** Fast-forwards what is listed until it has finished. */
function useFinishAction(filter: string): Action {
  const destinations = useItems(collections.destinations);
  const target = finishTargetOf(filter, destinations);
  const { busy, problem, finish } = useFinishTarget(target);
  const isIdle = useWaitingCount() === 0;
  return {
    id: 'bulk.finish',
    title: finishLabel(target),
    hidden: true,
    icon: FastForward,
    menu: 'clock',
    busy,
    problem:
      problem ??
      finishProblem(filter, destinations) ??
      (isIdle ? 'No waiting deliveries' : undefined),
    run: finish,
  };
}

interface GroupMenuProps {
  /** Its key. */
  readonly id: string;
  readonly title: string;
  readonly filter: string;
  readonly count: number;
  readonly state: DeliveryState;
  /** Lists only this group. */
  readonly onOnly: () => void;
}

/** Bulk actions on a group. */
export function GroupMenu({ id, title, filter, count, state, onOnly }: GroupMenuProps) {
  const possible = bulkActions.filter((action) => action !== 'cancel' || !isFinishedState(state));
  const bulk = possible.map(
    (action): MenuItem => ({
      id: action,
      label: `${actionText(action, count)}…`,
      run: () => planBulk(action, filter, title),
      ...looks[action],
    }),
  );
  const at = useRowMenuAt(id);
  const label = `Actions for ${title}`;
  const groups = [
    bulk,
    [
      { id: 'only', label: 'Filter by this', icon: ListFilter, run: onOnly },
      {
        id: 'export',
        label: 'Export…',
        icon: Download,
        run: () => openExport({ kind: 'filter', filter }),
      },
    ],
  ];
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} size="small" label={label} tabIndex={-1} />}
        groups={groups}
      />
      {at !== null && <Menu {...{ at, label, groups }} open onOpenChange={closeRowMenu} />}
    </>
  );
}
