/** `hookwright deliveries resume-import`: sends the rest of an interrupted import. */

import type { Command } from 'commander';
import { ResendImport } from '#shared/schemas/resend-import.ts';
import { jsonText } from '../json-text.ts';
import { followImport } from './follow-import.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, whereAgain } from './host.ts';
import { importDoneText, interruptedText } from './import-text.ts';
import { CommandProblem, refuseUndelivered, toItsEnd } from './outcome.ts';

interface ResumeOptions extends HostOptions {
  readonly resendInterrupted?: boolean;
}

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
  options: ResumeOptions,
  command: Command,
): Promise<void> {
  const host = await connectHost(options);
  const before = await (id === undefined ? onlyInterrupted(host) : host.resendImports.get({ id }));
  const { resendInterrupted = false } = options;
  if (!resendInterrupted && before.interrupted > 0 && before.sent === before.toSend)
    throw new CommandProblem(
      'misused',
      'Only interrupted requests are left: add --resend-interrupted to send them again. The receiver may get them twice.',
    );
  await host.resendImports.resume({ id: before.id, resendInterrupted });
  const done = await followImport(host, before.id);
  const text = options.json
    ? jsonText(ResendImport, done).trimEnd()
    : importDoneText(done, whereAgain(command, options));
  process.stdout.write(`${text}\n`);
  if (done.state !== 'done') process.exitCode = 1;
  else
    refuseUndelivered(
      done.delivered - before.delivered,
      done.sent - before.sent + before.interrupted - done.interrupted,
    );
}

export function addResumeImport(group: Command): void {
  const command = group
    .command('resume-import')
    .description('Send the rest of an interrupted import.')
    .argument('[id]', 'which one, where several were interrupted');
  addHostOptions(command)
    .option(
      '--resend-interrupted',
      'send requests that were in flight again; the receiver may get them twice',
    )
    .action(toItsEnd(resumeImport));
}
