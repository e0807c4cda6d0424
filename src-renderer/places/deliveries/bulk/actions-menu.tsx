import {
  Ban,
  Clapperboard,
  Download,
  ListChecks,
  type LucideIcon,
  PenLine,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';
import { saveAsScenario } from '#renderer/deliveries/save-as-scenario.ts';
import { isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { planBulk } from '#renderer/jobs/job-actions.ts';
import { type Action, ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { type BulkAction, bulkActions } from '#shared/jobs/job.ts';
import { actionOnText, actionText } from '#shared/jobs/text.ts';
import { openExport } from '../export/export-store.ts';

interface ActionsMenuProps {
  readonly filter: string;
  /** Matching deliveries; undefined until counted. */
  readonly matching: number | undefined;
}

const looks: Readonly<
  Record<BulkAction, { readonly icon: LucideIcon; readonly shortcut?: string }>
> = {
  retry: { icon: RotateCw, shortcut: 'Shift+R' },
  copy: { icon: PenLine, shortcut: 'Shift+E' },
  cancel: { icon: Ban, shortcut: 'Shift+X' },
  delete: { icon: Trash2 },
};

/** Bulk actions on all matching deliveries, also available in the palette. */
export function ActionsMenu({ filter, matching }: ActionsMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const problem = isValidFilter(filter) ? undefined : 'Fix the filter';
  const scopeText = filter === '' ? 'all deliveries' : 'all matching deliveries';
  const actions = useActions('Bulk actions', [
    {
      id: 'bulk.actions',
      title: 'Open bulk actions',
      shortcut: 'a',
      run: () => trigger.current?.click(),
    },
    ...bulkActions.map((action): Action => {
      const title = `${actionOnText(action, scopeText)}…`;
      return {
        id: `bulk.${action}`,
        title,
        label: matching === undefined ? title : `${actionText(action, matching)}…`,
        menu: 'main',
        problem,
        run: () => planBulk(action),
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
  ]);
  const ofNothing = matching === 0 ? { problem: 'No matches' } : {};
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
