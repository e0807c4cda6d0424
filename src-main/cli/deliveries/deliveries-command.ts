/** `hookwright deliveries …`: one file for each subcommand. Only assembles. */
import type { Command } from 'commander';
import { bulkActions } from '#shared/schemas/job.ts';
import { addAct, addUndo } from './act.ts';
import { addExport } from './export.ts';
import { addImport } from './import.ts';
import { addCount, addList } from './list.ts';
import { addResumeImport } from './resume-import.ts';

export function addDeliveries(program: Command): void {
  const group = program
    .command('deliveries')
    .description(
      'List, count, retry, resend, cancel, delete, undo, export or import deliveries of a running Hookwright.',
    )
    .exitOverride();
  addList(group);
  addCount(group);
  for (const action of bulkActions) addAct(group, action);
  addUndo(group);
  addExport(group);
  addImport(group);
  addResumeImport(group);
  group.addHelpText(
    'after',
    '\nExit codes: 0 it was done; 1 it could not be done, or not to its end, or nothing that was sent was delivered; 2 it was asked for in the wrong way.',
  );
}
