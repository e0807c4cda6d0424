/** The command `hookwright run` with its options. */
import { type Command, Option } from 'commander';
import {
  duration,
  listed,
  originOf,
  positiveNumber,
  type RunCommandOptions,
  seedNumber,
  seedRange,
  shardOf,
  variable,
} from './run-options.ts';

export function addRun(program: Command, version: string): void {
  program
    .command('run')
    .description('Run scenarios: rehearsals as files, in virtual time, with a verdict.')
    .exitOverride()
    .argument('[files...]', 'scenario files, folders, patterns or capsules (default: scenarios/)')
    .addOption(new Option('--seed <n>', "seed (default: the file's)").argParser(seedNumber))
    .addOption(
      new Option('--seeds <range>', 'a run per seed, such as 1..100; stops at the first failure')
        .argParser(seedRange)
        .conflicts('seed'),
    )
    .addOption(
      new Option('--repeat <n>', 'run each this often and compare the digests')
        .argParser(positiveNumber)
        .default(1),
    )
    .addOption(
      new Option('--set <name=value>', 'value of a variable; repeatable')
        .argParser(variable)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--tag <tag>', 'only scenarios with this tag; repeatable')
        .argParser(listed)
        .default([], 'all'),
    )
    .addOption(
      new Option('--grep <text>', 'only scenarios with this text in file or name; repeatable')
        .argParser(listed)
        .default([], 'all'),
    )
    .addOption(
      new Option('--case <name>', 'only this case; repeatable')
        .argParser(listed)
        .default([], 'all'),
    )
    .addOption(
      new Option('--workers <n>', 'runs in parallel (default: one less than cores)').argParser(
        positiveNumber,
      ),
    )
    .addOption(
      new Option('--shard <i/n>', 'only one of several parts, such as 1/4').argParser(shardOf),
    )
    .addOption(
      new Option('--bail [n]', 'stop after n failures (default: 1)').argParser(positiveNumber),
    )
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as HTML')
    .option('--json <file>', 'write the report as JSON')
    .option(
      '--github',
      'annotations and summary for GitHub Actions (on in GitHub Actions)',
      process.env.GITHUB_ACTIONS === 'true',
    )
    .addOption(
      new Option('--speed <n>', 'slow motion: times real time, from 1 to 3600').argParser(
        positiveNumber,
      ),
    )
    .addOption(
      new Option('--stall <time>', 'longest time without progress, in real time')
        .argParser(duration)
        .default(10_000, '10s'),
    )
    .addOption(
      new Option('--limit <time>', 'longest run, in real time')
        .argParser(duration)
        .default(600_000, '10m'),
    )
    .addOption(
      new Option('--until <time>', 'stop at this virtual time, such as 2h').argParser(duration),
    )
    .option('--watch', 'run again what a changed file concerns', false)
    .option('--capsule', 'write a capsule of each run that does not pass', false)
    .option('--out <dir>', 'folder for capsules', '.hookwright')
    .option('--keep', 'keep the data folder of each run', false)
    .option('--update', 'write snapshots', false)
    .addOption(
      new Option('--allow-origin <url>', 'server beyond this machine that may be used; repeatable')
        .argParser(originOf)
        .default([], 'none'),
    )
    .option('--quiet', 'print failures only', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 passed, 1 failed, 2 misuse or invalid file, 3 inconclusive, 130 interrupted',
    )
    .action(async (files: readonly string[], options: RunCommandOptions) => {
      // Loaded here, because help needs neither the database nor the servers.
      const { runScenarios } = await import('./run.ts');
      process.exitCode = await runScenarios(files, options, version);
    });
}
