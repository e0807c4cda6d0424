/** `hookwright deliveries resume-import`: resumes an interrupted import. */

import type { Command } from 'commander';
import { ResendImport } from '#shared/schemas/resend-import.ts';
import { jsonText } from '../json-text.ts';
import { CommandError, failIfNoneDelivered, reportErrors } from './command-error.ts';
import { followImport } from './follow-import.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, hostArguments } from './host.ts';
import { importDoneText, interruptedText } from './import-text.ts';

interface ResumeOptions extends HostOptions {
  readonly resendInterrupted?: boolean;
}

async function findInterrupted(host: Host): Promise<ResendImport> {
  const interrupted = (await host.resendImports.list()).filter(
    ({ state }) => state === 'interrupted',
  );
  const [only, ...others] = interrupted;
  if (only === undefined)
    throw new CommandError('failed', 'Nothing to resume: no import was interrupted.');
  if (others.length > 0)
    throw new CommandError(
      'usage',
      [
        'Several imports were interrupted. Add the ID of one:',
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
  const before = await (id === undefined ? findInterrupted(host) : host.resendImports.get({ id }));
  const { resendInterrupted = false } = options;
  if (!resendInterrupted && before.interrupted > 0 && before.sent === before.toSend)
    throw new CommandError(
      'usage',
      'Only interrupted requests are left. Add --resend-interrupted to send them again; the receiver may get them twice.',
    );
  await host.resendImports.resume({ id: before.id, resendInterrupted });
  const done = await followImport(host, before.id);
  const text = options.json
    ? jsonText(ResendImport, done).trimEnd()
    : importDoneText(done, hostArguments(command, options));
  process.stdout.write(`${text}\n`);
  if (done.state !== 'done') process.exitCode = 1;
  else
    failIfNoneDelivered(
      done.delivered - before.delivered,
      done.sent - before.sent + before.interrupted - done.interrupted,
    );
}

export function addResumeImport(group: Command): void {
  const command = group
    .command('resume-import')
    .description('Resume an interrupted import.')
    .argument('[id]', 'import to resume; required if several were interrupted');
  addHostOptions(command)
    .option(
      '--resend-interrupted',
      'resend requests that were in flight; the receiver may get them twice',
    )
    .action(reportErrors(resumeImport));
}
