import {
  Ban,
  Download,
  ListChecks,
  type LucideIcon,
  PenLine,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';
import { isValidFilter } from '#renderer/components/filter/delivery-filter.ts';
import { planBulk } from '#renderer/components/jobs/job-actions.ts';
import { runCommand, useCommandStore, useCommands } from '#renderer/keyboard/commands.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { type BulkAction, bulkActions } from '#shared/jobs/job.ts';
import { actionOnText, actionText } from '#shared/jobs/text.ts';

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

const exportCommand = 'deliveries.export';

/** Bulk actions on all matching deliveries, also available in the palette. */
export function ActionsMenu({ filter, matching }: ActionsMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const canExport = useCommandStore(({ commands }) =>
    commands.some(({ id }) => id === exportCommand),
  );
  const enabled = (): boolean => isValidFilter(filter);
  const scopeText = filter === '' ? 'all deliveries' : 'all matching deliveries';
  useCommands([
    {
      id: 'bulk.actions',
      title: 'Open bulk actions',
      section: 'Bulk actions',
      shortcut: 'a',
      run: () => trigger.current?.click(),
    },
    ...bulkActions.map((action) => ({
      id: `bulk.${action}`,
      title: `${actionOnText(action, scopeText)}…`,
      section: 'Bulk actions',
      shortcut: looks[action].shortcut,
      enabled,
      run: () => planBulk(action),
    })),
  ]);
  return (
    <Menu
      trigger={
        <IconButton
          ref={trigger}
          icon={ListChecks}
          label="Bulk actions"
          variant="default"
          shortcut="a"
        />
      }
      groups={[
        bulkActions.map((action) => ({
          id: action,
          label: `${matching === undefined ? actionOnText(action, scopeText) : actionText(action, matching)}…`,
          icon: looks[action].icon,
          shortcut: looks[action].shortcut,
          disabled: !enabled() || matching === 0,
          run: () => planBulk(action),
        })),
        canExport
          ? [
              {
                id: 'export',
                label: 'Export…',
                icon: Download,
                disabled: !enabled() || matching === 0,
                run: () => void runCommand(exportCommand),
              },
            ]
          : [],
      ]}
    />
  );
}
