import type { Command } from 'commander';
import { followJob } from './follow-job.ts';
import { addHostOptions, connectHost, type HostOptions, whereAgain } from './host.ts';
import { CommandProblem, toItsEnd } from './outcome.ts';
import { jobText } from './plan-text.ts';

async function undo(options: HostOptions, command: Command): Promise<void> {
  const host = await connectHost(options);
  const { items } = await host.jobs.list({});
  const newest = items.find(({ kind }) => kind === 'retry' || kind === 'cancel');
  if (newest === undefined)
    throw new CommandProblem('failed', 'Nothing to undo: no retry or cancel was run.');
  const job = await followJob(host, await host.jobs.undo({ id: newest.id }));
  const text = options.json
    ? JSON.stringify(job, null, 2)
    : jobText(job, whereAgain(command, options));
  process.stdout.write(`${text}\n`);
  if (job.state !== 'undone') process.exitCode = 1;
}

export function addUndo(group: Command): void {
  const command = group.command('undo').description('Undo the last retry or cancel.');
  addHostOptions(command).action(toItsEnd(undo));
}
