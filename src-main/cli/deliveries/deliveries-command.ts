/** `hookwright deliveries …`: adds the subcommands. */
import type { Command } from 'commander';
import { bulkActions } from '#shared/schemas/job.ts';
import { addBulkAction } from './bulk-commands.ts';
import { addExport } from './export.ts';
import { addImport } from './import.ts';
import { addCount, addList } from './list.ts';
import { addResumeImport } from './resume-import.ts';

export function addDeliveries(program: Command): void {
  const group = program
    .command('deliveries')
    .description(
      'List, count, retry, resend, cancel, delete, export or import deliveries of a running Hookwright.',
    )
    .exitOverride();
  addList(group);
  addCount(group);
  for (const action of bulkActions) addBulkAction(group, action);
  addExport(group);
  addImport(group);
  addResumeImport(group);
  group.addHelpText(
    'after',
    '\nExit codes:\n  0  success\n  1  failed, stopped, or no request was delivered\n  2  invalid command or option',
  );
}
