/** The command `hookwright run` with its options. */
import { type Command, Option } from 'commander';
import { forkChild } from '#main/hosts/sandbox/child.ts';
import { createProductProcesses } from '#main/hosts/sandbox/product.ts';
import {
  append,
  duration,
  limitOption,
  originOf,
  positiveNumber,
  type RunCommandOptions,
  restartReadyOption,
  restartWithOption,
  runArchiveModes,
  seedNumber,
  seedRange,
  stallOption,
  variable,
} from './run-options.ts';
import { shardOf } from './shard-option.ts';

export function addRun(program: Command, version: string): void {
  program
    .command('run')
    .description('Run scenarios in virtual time and report their verdicts.')
    .exitOverride()
    .argument(
      '[files...]',
      'scenario files, folders, patterns or run archives (default: scenarios/)',
    )
    .addOption(new Option('--seed <n>', 'seed (default: from the file)').argParser(seedNumber))
    .addOption(
      new Option('--seeds <range>', 'one run per seed, such as 1..100')
        .argParser(seedRange)
        .conflicts('seed'),
    )
    .addOption(
      new Option('--repeat <n>', 'run each scenario n times and compare their histories')
        .argParser(positiveNumber)
        .default(1),
    )
    .addOption(
      new Option('--set <name=value>', 'set a variable; repeatable')
        .argParser(variable)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--tag <tag>', 'only scenarios with this tag; repeatable')
        .argParser(append)
        .default([], 'all'),
    )
    .addOption(
      new Option('--grep <text>', 'only scenarios with this text in their file or name; repeatable')
        .argParser(append)
        .default([], 'all'),
    )
    .addOption(
      new Option('--case <name>', 'only this case; repeatable')
        .argParser(append)
        .default([], 'all'),
    )
    .addOption(
      new Option('--workers <n>', 'parallel runs (default: CPU cores minus one)').argParser(
        positiveNumber,
      ),
    )
    .addOption(
      new Option(
        '--shard <i/n>',
        'run one shard, such as 1/4; auto or auto/n takes the number of the CI job',
      ).argParser(shardOf),
    )
    .option(
      '--durations <file>',
      'balance the shards by this file of "scenarios merge --durations", if it exists',
    )
    .addOption(
      new Option('--bail [n]', 'stop after n failures (default: 1)').argParser(positiveNumber),
    )
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as HTML')
    .option('--json <file>', 'write the report as JSON')
    .option(
      '--github',
      'write GitHub annotations and a summary; automatic in GitHub Actions',
      process.env.GITHUB_ACTIONS === 'true',
    )
    .addOption(
      new Option('--speed <n>', 'slow down to n times real time, from 1 to 3600').argParser(
        positiveNumber,
      ),
    )
    .addOption(restartWithOption())
    .addOption(restartReadyOption())
    .addOption(stallOption())
    .addOption(limitOption(600_000, '10m'))
    .addOption(
      new Option('--until <time>', 'stop at this virtual time, such as 2h').argParser(duration),
    )
    .option('--watch', 'rerun affected scenarios when a file changes', false)
    .addOption(
      new Option(
        '--archive <when>',
        "write a run archive of runs that don't pass, of all, or never",
      )
        .choices(runArchiveModes)
        .default('failed'),
    )
    .option('--out <dir>', 'folder for run archives', 'hookwright-report')
    .option('--keep', 'keep the data folder of each run', false)
    .option('--update', 'update snapshots', false)
    .addOption(
      new Option('--allow-origin <url>', 'allow requests to this remote origin; repeatable')
        .argParser(originOf)
        .default([], 'none'),
    )
    .option('--quiet', 'print failures only', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 passed, 1 failed, 2 invalid file or option, 3 inconclusive, 130 interrupted',
    )
    .action(async (files: readonly string[], options: RunCommandOptions, command: Command) => {
      const isOutNamed = command.getOptionValueSource('out') === 'cli';
      // The first product's process loads while this one does.
      const products = createProductProcesses(forkChild);
      products.prepare();
      try {
        // Loaded here, because help needs neither the database nor the servers.
        const { runScenarios } = await import('./run.ts');
        const context = { version, products };
        process.exitCode = await runScenarios(files, { ...options, isOutNamed }, context);
      } finally {
        products.close();
      }
    });
}
