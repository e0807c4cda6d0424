/** `hookwright deliveries …`: adds the subcommands. */
import type { Command } from 'commander';
import { bulkActions } from '#shared/schemas/job.ts';
import { addBulkAction } from './bulk-commands.ts';
import { addExport } from './export.ts';
import { addCount, addList } from './list.ts';

export function addDeliveries(program: Command): void {
  const group = program
    .command('deliveries')
    .description(
      'List, count, retry, cancel, delete or export deliveries of a running Hookwright, or send copies of them.',
    )
    .exitOverride();
  addList(group);
  addCount(group);
  for (const action of bulkActions) addBulkAction(group, action);
  addExport(group);
  group.addHelpText(
    'after',
    '\nExit codes:\n  0  success\n  1  failed, stopped, or no request was delivered\n  2  invalid command or option',
  );
}
