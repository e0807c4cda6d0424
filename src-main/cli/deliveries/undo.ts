import type { Command } from 'commander';
import { followRun } from './follow-run.ts';
import { addHostOptions, connectHost, type HostOptions, whereAgain } from './host.ts';
import { CommandProblem, toItsEnd } from './outcome.ts';
import { runText } from './plan-text.ts';

async function undo(options: HostOptions, command: Command): Promise<void> {
  const host = await connectHost(options);
  const [newest] = (await host.bulk.list({ limit: 1 })).items;
  if (newest === undefined)
    throw new CommandProblem('failed', 'No bulk action was ever run: there is nothing to undo.');
  const run = await followRun(host, await host.bulk.undo({ id: newest.id }));
  const text = options.json
    ? JSON.stringify(run, null, 2)
    : runText(run, whereAgain(command, options));
  process.stdout.write(`${text}\n`);
  if (run.state !== 'undone') process.exitCode = 1;
}

export function addUndo(group: Command): void {
  const command = group.command('undo').description('Put back what the last retry or cancel did.');
  addHostOptions(command).action(toItsEnd(undo));
}
