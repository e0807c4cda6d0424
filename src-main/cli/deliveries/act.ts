/** `hookwright deliveries retry|resend|cancel|delete|undo`: planned, confirmed, run and followed to its end. */

import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { deliveriesText, jobLabels } from '#shared/lib/job-labels.ts';
import {
  type BulkAction,
  Job,
  JobPlan,
  type PlanProgress,
  ResendRate,
} from '#shared/schemas/job.ts';
import { jsonText } from '../json-text.ts';
import { addFilterOption, checkFilter, type FilterOptions } from './filter-option.ts';
import { followJob } from './follow-job.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, whereAgain } from './host.ts';
import { CommandProblem, refuseUndelivered, toItsEnd } from './outcome.ts';
import { jobText, planText } from './plan-text.ts';

interface ActOptions extends HostOptions, FilterOptions {
  readonly yes?: boolean;
  readonly plan?: boolean;
  readonly perSecond?: number;
}

const descriptions: Readonly<Record<BulkAction, string>> = {
  retry: 'Send what matches now.',
  resend: 'Make each request that matches once more, outside the ledger.',
  cancel: 'Make no further attempt at what matches.',
  delete: 'Delete what matches and is settled; without a filter, all stored data.',
};

function rate(text: string): number {
  const parsed = ResendRate.safeParse(text.trim() === '' ? Number.NaN : Number(text));
  if (!parsed.success)
    throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'It is no rate.');
  return parsed.data;
}

type Reading = Extract<PlanProgress, { kind: 'progress' }>;

const showProgress = ({ share, matchCount }: Reading): void => {
  if (process.stderr.isTTY)
    process.stderr.write(
      `\r\x1b[K${deliveriesText(matchCount)} so far, ${Math.floor(share * 100)} % looked at…`,
    );
};

async function planOf(host: Host, action: BulkAction, filter: string): Promise<JobPlan> {
  try {
    for await (const event of await host.jobs.planProgress({ kind: action, filter })) {
      if (event.kind === 'plan') return event.plan;
      showProgress(event);
    }
    throw new Error('The plan ended before it was whole.');
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

async function isConfirmed({ kind, applyCount }: JobPlan): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${jobLabels[kind].verb} ${deliveriesText(applyCount)}? (y/N) `;
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

const start = (
  host: Host,
  { kind, bounds }: JobPlan,
  { filter, perSecond }: ActOptions,
): Promise<Job> =>
  host.jobs.start({ kind, filter, bounds, ...(perSecond === undefined ? {} : { perSecond }) });

/** Written for people; with --json beside the document that is for programs. */
function tell(text: string, { json }: HostOptions): void {
  (json ? process.stderr : process.stdout).write(`${text}\n`);
}

function finish(options: ActOptions, plan: JobPlan, job: Job | null): void {
  if (options.json)
    process.stdout.write(jsonText(z.object({ plan: JobPlan, job: Job.nullable() }), { plan, job }));
}

async function act(action: BulkAction, options: ActOptions, command: Command): Promise<void> {
  checkFilter(options.filter);
  const host = await connectHost(options);
  const plan = await planOf(host, action, options.filter);
  tell(planText(plan), options);
  if (options.plan || plan.applyCount === 0) return finish(options, plan, null);
  if (!options.yes) {
    if (!process.stdin.isTTY)
      throw new CommandProblem(
        'misused',
        'Nothing was done: there is no terminal to ask on. Add --yes to do it, or --plan to plan only.',
      );
    if (!(await isConfirmed(plan))) throw new CommandProblem('failed', 'Nothing was done.');
  }
  const job = await followJob(host, await start(host, plan, options));
  tell(jobText(job, whereAgain(command, options)), options);
  finish(options, plan, job);
  if (job.state !== 'completed') process.exitCode = 1;
  else if (action === 'resend') refuseUndelivered(job.counts.delivered ?? 0, job.doneCount);
}

export function addAct(group: Command, action: BulkAction): void {
  const command = group.command(action).description(descriptions[action]);
  addHostOptions(addFilterOption(command))
    .option('--yes', 'do it without asking; needed where there is no terminal')
    .option('--plan', 'only say what would be done');
  if (action === 'resend')
    command.addOption(
      new Option('--per-second <n>', 'at most so many requests per second').argParser(rate),
    );
  command.action(toItsEnd((options: ActOptions) => act(action, options, command)));
}

async function undo(options: HostOptions, command: Command): Promise<void> {
  const host = await connectHost(options);
  const { items } = await host.jobs.list({});
  const newest = items.find(({ kind }) => kind === 'retry' || kind === 'cancel');
  if (newest === undefined)
    throw new CommandProblem('failed', 'Nothing to undo: no retry or cancel was run.');
  const job = await followJob(host, await host.jobs.undo({ id: newest.id }));
  const text = options.json
    ? jsonText(Job, job).trimEnd()
    : jobText(job, whereAgain(command, options));
  process.stdout.write(`${text}\n`);
  if (job.state !== 'undone') process.exitCode = 1;
}

export function addUndo(group: Command): void {
  const command = group.command('undo').description('Undo the last retry or cancel.');
  addHostOptions(command).action(toItsEnd(undo));
}
