/** `hookwright deliveries retry|resend|cancel`: planned, confirmed, run and followed to its end. */
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { actionWords, deliveriesText } from '#shared/lib/bulk-words.ts';
import {
  type BulkAction,
  type BulkPlan,
  type BulkPlanning,
  type BulkRun,
  ResendRate,
} from '#shared/schemas/bulk.ts';
import { addFilterOption, checkFilter, type FilterOptions } from './filter-option.ts';
import { followRun } from './follow-run.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, whereAgain } from './host.ts';
import { CommandProblem, refuseUndelivered, toItsEnd } from './outcome.ts';
import { planText, runText } from './plan-text.ts';

interface ActOptions extends HostOptions, FilterOptions {
  readonly yes?: boolean;
  readonly plan?: boolean;
  readonly perSecond?: number;
}

const descriptions: Readonly<Record<BulkAction, string>> = {
  retry: 'Send what matches now.',
  resend: 'Make each request that matches once more, outside the ledger.',
  cancel: 'Make no further attempt at what matches.',
};

function rate(text: string): number {
  const parsed = ResendRate.safeParse(text.trim() === '' ? Number.NaN : Number(text));
  if (!parsed.success)
    throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'It is no rate.');
  return parsed.data;
}

type Looking = Extract<BulkPlanning, { kind: 'looking' }>;

const showLooking = ({ share, matchCount }: Looking): void => {
  if (process.stderr.isTTY)
    process.stderr.write(
      `\r\x1b[K${deliveriesText(matchCount)} so far, ${Math.floor(share * 100)} % looked at…`,
    );
};

async function planOf(host: Host, action: BulkAction, filter: string): Promise<BulkPlan> {
  try {
    for await (const event of await host.bulk.plan({ action, filter })) {
      if (event.kind === 'plan') return event.plan;
      showLooking(event);
    }
    throw new Error('The plan ended before it was whole.');
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

async function isConfirmed({ action, applyCount }: BulkPlan): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${actionWords[action].verb} ${deliveriesText(applyCount)}? (y/N) `;
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

async function begin(
  host: Host,
  { action, bounds }: BulkPlan,
  { filter, perSecond }: ActOptions,
): Promise<BulkRun> {
  const answer = await host.bulk.start({
    body: { action, filter, bounds, ...(perSecond === undefined ? {} : { perSecond }) },
  });
  if (answer.kind !== 'run') throw new Error('It was planned where it was to be begun.');
  return answer.run;
}

/** Written for people; with --json beside the document that is for programs. */
function tell(text: string, { json }: HostOptions): void {
  (json ? process.stderr : process.stdout).write(`${text}\n`);
}

function finish(options: ActOptions, plan: BulkPlan, run: BulkRun | null): void {
  if (options.json) process.stdout.write(`${JSON.stringify({ plan, run }, null, 2)}\n`);
}

async function act(action: BulkAction, options: ActOptions, command: Command): Promise<void> {
  checkFilter(options.filter);
  const host = await connectHost(options);
  const plan = await planOf(host, action, options.filter);
  tell(planText(plan), options);
  if (options.plan || plan.applyCount === 0) return finish(options, plan, null);
  if (plan.problem !== null) throw new CommandProblem('failed', plan.problem);
  if (!options.yes) {
    if (!process.stdin.isTTY)
      throw new CommandProblem(
        'misused',
        'Nothing was done: there is no terminal to ask on. Add --yes to do it, or --plan to plan only.',
      );
    if (!(await isConfirmed(plan))) throw new CommandProblem('failed', 'Nothing was done.');
  }
  const run = await followRun(host, await begin(host, plan, options));
  tell(runText(run, whereAgain(command, options)), options);
  finish(options, plan, run);
  if (run.state !== 'completed') process.exitCode = 1;
  else if (action === 'resend') refuseUndelivered(run.answers.delivered, run.doneCount);
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
