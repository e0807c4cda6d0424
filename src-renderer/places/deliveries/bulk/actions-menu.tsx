import {
  Ban,
  Clapperboard,
  Download,
  Ellipsis,
  FastForward,
  ListChecks,
  ListFilter,
  type LucideIcon,
  PenLine,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';
import { finishLabel, useFinishTarget } from '#renderer/clock/finish-target.ts';
import { useWaitingCount } from '#renderer/deliveries/delivery-labels.ts';
import { saveAsScenario } from '#renderer/deliveries/save-as-scenario.ts';
import { finishProblem, finishTargetOf, isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { planBulk } from '#renderer/jobs/job-actions.ts';
import { type Action, ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Menu, type MenuItem } from '#renderer/ui/menu.tsx';
import { type BulkAction, bulkActions } from '#shared/jobs/job.ts';
import { actionOnText, actionText } from '#shared/jobs/text.ts';
import { openExport } from '../export/export-store.ts';

/** What bulk actions are for. */
export interface BulkScope {
  readonly filter: string;
  /** Matching deliveries; undefined until counted. */
  readonly count: number | undefined;
  /** Of a selected group; null for the whole list. */
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

function scopeText({ filter, title }: BulkScope): string {
  if (title !== null) return `deliveries of "${title}"`;
  return filter === '' ? 'all deliveries' : 'all matching deliveries';
}

interface ActionsMenuProps {
  readonly scope: BulkScope;
  /** Takes the place of the list. */
  readonly selected?: BulkScope | null;
}

/** Bulk actions on a selected group or all listed deliveries, also available in the palette. */
export function ActionsMenu({ scope: list, selected = null }: ActionsMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const scope = selected ?? list;
  const { filter, count } = scope;
  const problem = isValidFilter(filter) ? undefined : 'Fix the filter';
  const actions = useActions('Bulk actions', [
    {
      id: 'bulk.actions',
      title: 'Open bulk actions',
      shortcut: 'a',
      run: () => trigger.current?.click(),
    },
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
      title: 'Save as scenario',
      hidden: true,
      icon: Clapperboard,
      menu: 'export',
      problem,
      failure: "Can't save the scenario",
      run: () => saveAsScenario(filter),
    },
    useFinishAction(filter),
  ]);
  const ofNothing = count === 0 ? { problem: 'No matches' } : {};
  return (
    <ActionMenu
      trigger={
        <IconButton
          ref={trigger}
          icon={ListChecks}
          label="Bulk actions"
          variant="default"
          shortcut="a"
        />
      }
      actions={actions.map((action) => ({ ...action, ...ofNothing }))}
    />
  );
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
  readonly title: string;
  readonly filter: string;
  readonly count: number;
  /** Lists only this group. */
  readonly onOnly: () => void;
}

/** Bulk actions on a group. */
export function GroupMenu({ title, filter, count, onOnly }: GroupMenuProps) {
  const bulk = bulkActions.map(
    (action): MenuItem => ({
      id: action,
      label: `${actionText(action, count)}…`,
      run: () => planBulk(action, filter, title),
      ...looks[action],
    }),
  );
  return (
    <Menu
      trigger={
        <IconButton icon={Ellipsis} size="small" label={`Actions for ${title}`} tabIndex={-1} />
      }
      groups={[
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
      ]}
    />
  );
}
