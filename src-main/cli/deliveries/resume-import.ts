/** `hookwright deliveries resume-import`: resumes a paused import. */

import { type Command, InvalidArgumentError } from 'commander';
import { printJson, printLines } from '#headless/print.ts';
import { formatCount } from '#shared/lib/format.ts';
import { Job } from '#shared/schemas/job.ts';
import { jsonText } from '../json-text.ts';
import { CommandError, failIfNoneDelivered, reportErrors } from './command-error.ts';
import { followJob } from './follow-job.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, hostArguments } from './host.ts';
import { jobLines } from './plan-text.ts';

interface ResumeOptions extends HostOptions {
  readonly resendInterrupted?: boolean;
}

type ImportJob = Extract<Job, { kind: 'resend_import' }>;

const pageLimit = 200;

const pausedText = ({ id, file, doneCount, totalCount }: ImportJob): string =>
  `  ${id}  ${file}, ${formatCount(doneCount)} of ${formatCount(totalCount ?? doneCount)} sent`;

async function findPaused(host: Host, id: number | undefined): Promise<ImportJob> {
  const { items } = await host.jobs.list({ limit: pageLimit });
  const paused = items.filter(
    (job) =>
      job.kind === 'resend_import' && job.state === 'paused' && (id === undefined || job.id === id),
  ) as ImportJob[];
  const [only, ...others] = paused;
  if (only === undefined)
    throw new CommandError('failed', 'Nothing to resume: no import is paused.');
  if (others.length > 0)
    throw new CommandError('usage', [
      'Several imports are paused. Add the ID of one:',
      ...paused.map(pausedText),
    ]);
  return only;
}

/** Whether only requests are left that the receiver may have got. */
const hasOnlyInterrupted = ({ error }: Job): boolean =>
  error?.code === 'requests_interrupted' && error.params.unsent === 0;

async function resumeImport(
  id: number | undefined,
  options: ResumeOptions,
  command: Command,
): Promise<void> {
  const host = await connectHost(options);
  const before = await findPaused(host, id);
  const { resendInterrupted = false } = options;
  if (!resendInterrupted && hasOnlyInterrupted(before))
    throw new CommandError(
      'usage',
      'Only interrupted requests are left. Add --resend-interrupted to send them again; the receiver may get them twice.',
    );
  const resume = async (): Promise<Job> =>
    followJob(host, await host.jobs.resume({ id: before.id }));
  let job = await resume();
  if (resendInterrupted && hasOnlyInterrupted(job) && !hasOnlyInterrupted(before))
    job = await resume();
  if (options.json) printJson(jsonText(Job, job));
  else printLines(jobLines(job, hostArguments(command, options)));
  if (job.state !== 'completed') process.exitCode = 1;
  else
    failIfNoneDelivered(
      (job.counts.delivered ?? 0) - (before.counts.delivered ?? 0),
      job.doneCount - before.doneCount,
    );
}

function jobId(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Use the ID of a job.');
  return Number(text);
}

export function addResumeImport(group: Command): void {
  const command = group
    .command('resume-import')
    .description('Resume a paused import.')
    .argument('[job]', 'job of the import; required if several are paused', jobId);
  addHostOptions(command)
    .option(
      '--resend-interrupted',
      'resend requests that were in flight; the receiver may get them twice',
    )
    .action(reportErrors(resumeImport));
}
