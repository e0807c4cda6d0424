/** `hookwright deliveries resume-import`: the rest of a file whose sending was interrupted. */
import type { Command } from 'commander';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { followImport } from './follow-import.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, whereAgain } from './host.ts';
import { importDoneText, interruptedText } from './import-text.ts';
import { CommandProblem, refuseUndelivered, toItsEnd } from './outcome.ts';

async function onlyInterrupted(host: Host): Promise<ResendImport> {
  const interrupted = (await host.resendImports.list()).filter(
    ({ state }) => state === 'interrupted',
  );
  const [only, ...others] = interrupted;
  if (only === undefined)
    throw new CommandProblem('failed', 'No import was interrupted: there is nothing to resume.');
  if (others.length > 0)
    throw new CommandProblem(
      'misused',
      [
        'Several imports were interrupted: give the id of one.',
        ...interrupted.map(interruptedText),
      ].join('\n'),
    );
  return only;
}

async function resumeImport(
  id: string | undefined,
  options: HostOptions,
  command: Command,
): Promise<void> {
  const host = await connectHost(options);
  const before = await (id === undefined ? onlyInterrupted(host) : host.resendImports.get({ id }));
  await host.resendImports.resume({ id: before.id });
  const done = await followImport(host, before.id);
  const text = options.json
    ? JSON.stringify(done, null, 2)
    : importDoneText(done, whereAgain(command, options));
  process.stdout.write(`${text}\n`);
  if (done.state !== 'done') process.exitCode = 1;
  else refuseUndelivered(done.delivered - before.delivered, done.sent - before.sent);
}

export function addResumeImport(group: Command): void {
  const command = group
    .command('resume-import')
    .description('Send the rest of an import that was interrupted; nothing goes twice.')
    .argument('[id]', 'which one, where several were interrupted');
  addHostOptions(command).action(toItsEnd(resumeImport));
}
