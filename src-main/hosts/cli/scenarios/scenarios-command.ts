/** `hookwright scenarios …`: works on scenario files and on reports. Runs nothing. */
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { printError, printJson, printLine, printLines } from '#main/hosts/headless/print.ts';
import { createFile, makeFolder } from '#main/kit/files.ts';
import { formatCount } from '#shared/kit/format.ts';
import { scenarioJsonSchema } from '#shared/scenarios/json-schema.ts';
import { problemLine } from '#shared/scenarios/problem.ts';
import { starterText } from '#shared/scenarios/starter.ts';
import { addFromDeliveries } from './from-deliveries-command.ts';
import { mergeExplorations, readExplorations } from './merge-explorations.ts';
import { compareReports, type MergeOptions, mergeReports } from './report-commands.ts';
import { defaultFolder, readForCheck, requireOwnFolder, SelectionError } from './scenario-files.ts';

const invalidExitCode = 2;

interface JsonOption {
  readonly json?: boolean;
}

const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Reports an expected error, and lets others through. */
const reportErrors =
  <Arguments extends readonly unknown[]>(run: (...args: Arguments) => Promise<void>) =>
  async (...args: Arguments): Promise<void> => {
    try {
      await run(...args);
    } catch (error) {
      if (!(error instanceof SelectionError)) throw error;
      printError(error.lines);
      process.exitCode = invalidExitCode;
    }
  };

const skippedText = (others: readonly string[]): readonly string[] =>
  others.length === 0
    ? []
    : [`Skipped ${counted(others.length, 'file')} without a "scenario" key: ${others.join(', ')}.`];

async function check(args: readonly string[], { json = false }: JsonOption): Promise<void> {
  const { scenarios, others } = await readForCheck(args);
  const problems = scenarios.flatMap((scenario) => scenario.problems);
  if (scenarios.length === 0)
    throw new SelectionError('No scenarios found. A scenario starts with "scenario: 1".');
  if (json) {
    const files = scenarios.map(({ file, name, tags, cases }) => ({ file, name, tags, cases }));
    printJson(JSON.stringify({ files, skipped: others, problems }, null, 2));
  } else {
    printLines([...problems.map(problemLine), ...skippedText(others)]);
    const result = problems.length === 0 ? 'no problems' : counted(problems.length, 'problem');
    printLine(`${counted(scenarios.length, 'scenario')} checked: ${result}.`);
  }
  if (problems.length > 0) process.exitCode = invalidExitCode;
}

async function list(args: readonly string[], { json = false }: JsonOption): Promise<void> {
  const { scenarios, others } = await readForCheck(args);
  if (json) {
    const files = scenarios.map(({ file, name, tags, cases, problems }) => {
      return { file, name, tags, cases, problems: problems.length };
    });
    printJson(JSON.stringify({ files, skipped: others }, null, 2));
    return;
  }
  for (const { file, name, tags, cases, problems } of scenarios) {
    const parts = [
      name ?? '(no name)',
      ...tags.map((tag) => `#${tag}`),
      ...(cases.length === 0 ? [] : [counted(cases.length, 'case')]),
      ...(problems.length === 0 ? [] : [counted(problems.length, 'problem')]),
    ];
    printLine(`${file}  ${parts.join('  ')}`);
  }
  printLines(skippedText(others));
}

/** A file of this name in the folder that a run takes by default, or the path itself. */
const fileOf = (name: string): string =>
  /\.ya?ml$/.test(name)
    ? name
    : join(
        defaultFolder,
        `${
          name
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
            .replaceAll(/^-|-$/g, '') || 'scenario'
        }.yaml`,
      );

async function create(name: string): Promise<void> {
  const file = fileOf(name);
  if (file !== name) requireOwnFolder(defaultFolder, 'Delete it, or pass a path ending in .yaml.');
  try {
    makeFolder(dirname(file));
    await createFile(file, starterText(name.replace(/^.*[\\/]|\.ya?ml$/g, '')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SelectionError(
      code === 'EEXIST'
        ? `${file} already exists. Choose another name.`
        : `Can't write ${file}: ${message}.`,
    );
  }
  printLine(`Created ${file}.`);
}

export function addScenarios(program: Command): void {
  const group = program
    .command('scenarios')
    .description('Check, list and create scenario files; merge and compare reports.')
    .exitOverride();
  const files = 'files, folders or patterns (default: scenarios)';
  group
    .command('check')
    .description('Check scenario files without running them.')
    .exitOverride()
    .argument('[files...]', files)
    .option('--json', 'print JSON')
    .action(reportErrors(check));
  group
    .command('list')
    .description('List scenarios with their tags and cases.')
    .exitOverride()
    .argument('[files...]', files)
    .option('--json', 'print JSON')
    .action(reportErrors(list));
  group
    .command('schema')
    .description('Print the JSON Schema of scenario files for editors.')
    .exitOverride()
    .allowExcessArguments(false)
    .action(() => printJson(JSON.stringify(scenarioJsonSchema(), null, 2)));
  group
    .command('new')
    .description('Create a scenario that simulates an outage in front of your server.')
    .exitOverride()
    .argument('<name>', `name of a file in ${defaultFolder}, or a path ending in .yaml`)
    .allowExcessArguments(false)
    .action(reportErrors(create));
  addFromDeliveries(group);
  group
    .command('merge')
    .description('Merge JSON reports, such as reports of shards.')
    .exitOverride()
    .argument('<reports...>', 'reports written by hookwright run --json, or by explore')
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as HTML')
    .option('--json <file>', 'write the report as JSON')
    .option(
      '--github',
      'write GitHub annotations and a summary; automatic in GitHub Actions',
      process.env.GITHUB_ACTIONS === 'true',
    )
    .option('--durations <file>', 'write how long each scenario took, to balance later shards')
    .action(
      reportErrors(async (reports: readonly string[], options: MergeOptions) => {
        const explorations = await readExplorations(reports);
        process.exitCode =
          explorations === null
            ? await mergeReports(reports, options)
            : await mergeExplorations(explorations, options);
      }),
    );
  group
    .command('compare')
    .description('Compare two runs.')
    .exitOverride()
    .argument('<a>', 'JSON report or run archive')
    .argument('<b>', 'JSON report or run archive')
    .allowExcessArguments(false)
    .action(
      reportErrors(async (a: string, b: string) => {
        process.exitCode = await compareReports(a, b);
      }),
    );
  group.addHelpText(
    'after',
    '\nExit codes:\n  0  valid, passed, or no differences\n  1  failed, or differences\n  2  problems, or an invalid command or option\n  3  inconclusive',
  );
}
