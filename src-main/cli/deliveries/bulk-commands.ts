/** `hookwright deliveries retry|copy|cancel|delete`: plans, confirms, runs and shows progress. */

import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { printJson, printLines } from '#headless/print.ts';
import { deliveriesText, jobLabels } from '#shared/labels/jobs.ts';
import {
  type BulkAction,
  BulkPlan,
  CopyRate,
  Job,
  type PlanProgress,
} from '#shared/schemas/job.ts';
import { jsonText } from '../json-text.ts';
import { createLiveLine } from '../live-line.ts';
import { CommandError, failIfNoneDelivered, reportErrors } from './command-error.ts';
import { addFilterOption, checkFilter, type FilterOptions } from './filter-option.ts';
import { followJob } from './follow-job.ts';
import { addHostOptions, connectHost, type Host, type HostOptions } from './host.ts';
import { jobLines, planLines } from './plan-text.ts';

interface BulkOptions extends HostOptions, FilterOptions {
  readonly yes?: boolean;
  readonly plan?: boolean;
  readonly perSecond?: number;
}

const descriptions: Readonly<Record<BulkAction, string>> = {
  retry: 'Retry matching deliveries now.',
  copy: "Send a copy of each matching delivery's latest request. Copies don't count in the ledger.",
  cancel: 'Cancel matching deliveries that have not finished.',
  delete:
    'Delete matching deliveries that have finished. Without a filter, also delete rejected requests and mock endpoint logs.',
};

function parseRate(text: string): number {
  const parsed = CopyRate.safeParse(text.trim() === '' ? Number.NaN : Number(text));
  if (!parsed.success)
    throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'Use a number.');
  return parsed.data;
}

type Progress = Extract<PlanProgress, { kind: 'progress' }>;

const progressText = ({ share, matchCount }: Progress): string =>
  `${deliveriesText(matchCount)} so far, ${Math.floor(share * 100)}% checked…`;

async function planOf(host: Host, action: BulkAction, filter: string): Promise<BulkPlan> {
  const line = createLiveLine(process.stderr);
  try {
    for await (const event of await host.jobs.planProgress({ kind: action, filter })) {
      if (event.kind === 'plan') return event.plan;
      line.show(progressText(event));
    }
    throw new Error('The plan is incomplete.');
  } finally {
    line.clear();
  }
}

async function isConfirmed({ kind, applyCount }: BulkPlan): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const { verb, counted } = jobLabels[kind];
    const question = `${verb} ${counted(applyCount)}? (y/N) `;
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

const start = (
  host: Host,
  { kind, bounds }: BulkPlan,
  { filter, perSecond }: BulkOptions,
): Promise<Job> =>
  host.jobs.start({ kind, filter, bounds, ...(perSecond === undefined ? {} : { perSecond }) });

/** With --json, stdout is for the JSON document. */
const print = (lines: readonly string[], { json }: HostOptions): void =>
  printLines(lines, json ? process.stderr : process.stdout);

function printResult(options: BulkOptions, plan: BulkPlan, job: Job | null): void {
  if (options.json)
    printJson(jsonText(z.object({ plan: BulkPlan, job: Job.nullable() }), { plan, job }));
}

async function runAction(action: BulkAction, options: BulkOptions): Promise<void> {
  checkFilter(options.filter);
  const host = await connectHost(options);
  const plan = await planOf(host, action, options.filter);
  print(planLines(plan), options);
  if (options.plan || plan.applyCount === 0) return printResult(options, plan, null);
  if (!options.yes) {
    if (!process.stdin.isTTY)
      throw new CommandError(
        'usage',
        'Nothing was changed: confirmation needs a terminal. Add --yes to proceed, or --plan for the plan only.',
      );
    if (!(await isConfirmed(plan))) throw new CommandError('failed', 'Nothing was changed.');
  }
  const job = await followJob(host, await start(host, plan, options));
  print(jobLines(job), options);
  printResult(options, plan, job);
  if (job.state !== 'completed') process.exitCode = 1;
  else if (action === 'copy') failIfNoneDelivered(job.counts.delivered ?? 0, job.doneCount);
}

export function addBulkAction(group: Command, action: BulkAction): void {
  const command = group.command(action).description(descriptions[action]);
  addHostOptions(addFilterOption(command))
    .option('--yes', 'skip the confirmation; required without a terminal')
    .option('--plan', 'show the plan and stop');
  if (action === 'copy')
    command.addOption(
      new Option('--per-second <n>', 'maximum requests per second').argParser(parseRate),
    );
  command.action(reportErrors((options: BulkOptions) => runAction(action, options)));
}
