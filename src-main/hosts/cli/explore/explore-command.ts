/** The command `hookwright explore` with its options. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DisturbanceKind, disturbanceKinds } from '#shared/scenarios/schema/exploration.ts';
import {
  duration,
  exploreLimitMs,
  limitOption,
  originOf,
  positiveNumber,
  restartReadyOption,
  restartWithOption,
  seedNumber,
  stallOption,
  variable,
} from '../scenarios/run-options.ts';
import { shardOf } from '../scenarios/shard-option.ts';
import type { ExploreCommandOptions } from './explore.ts';

function kindList(text: string): readonly DisturbanceKind[] {
  return text.split(',').map((word) => {
    const kind = DisturbanceKind.options.find((known) => known === word.trim());
    if (kind === undefined)
      throw new InvalidArgumentError(`Use a list of ${DisturbanceKind.options.join(', ')}.`);
    return kind;
  });
}

export function addExplore(program: Command, version: string): void {
  program
    .command('explore')
    .description(
      'Search for disturbances that make your receiver fail, and write the shortest schedule as a scenario.',
    )
    .exitOverride()
    .argument('<file>', 'scenario file that names a server of yours')
    .addOption(
      new Option(
        '--budget <time>',
        'real time for the search (default: by the speed of the server, from 60s to 10m)',
      )
        .argParser(duration)
        .conflicts('runs'),
    )
    .addOption(
      new Option('--runs <n>', 'number of schedules to try, instead of a budget').argParser(
        positiveNumber,
      ),
    )
    .addOption(
      new Option('--seed <n>', 'seed of random schedules').argParser(seedNumber).default(1),
    )
    .addOption(
      new Option(
        '--exhaustive <n>',
        'try every schedule of up to this many disturbances, without a budget, and end with a certificate',
      ).argParser(positiveNumber),
    )
    .addOption(
      new Option(
        '--shard <shard>',
        'with --exhaustive: one of several parts, such as 1/4, auto or auto/4',
      ).argParser(shardOf),
    )
    .option('--receiver-version <text>', 'with --exhaustive: your version, for the certificate')
    .option('--no-prune', 'with --exhaustive: also run schedules that are equivalent to others')
    .option('--resume', 'continue after the schedules that were tried before', false)
    .option('--out <file>', 'file for the finding (default: NAME.found.yaml)')
    .addOption(
      new Option(
        '--disturb <list>',
        `disturbances, such as ${disturbanceKinds.slice(0, 2).join(',')}`,
      )
        .argParser(kindList)
        .default(null, 'all'),
    )
    .option('--server <name>', 'server to explore, if there are several')
    .option('--case <name>', 'case, if there are several')
    .addOption(
      new Option('--set <name=value>', 'set a variable; repeatable')
        .argParser(variable)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--allow-origin <url>', 'allow requests to this remote origin; repeatable')
        .argParser(originOf)
        .default([], 'none'),
    )
    .option('--allow-incomplete', 'exit with 0 even if disturbances were not tried', false)
    .option('--responses-only', 'without lookUp, judge by the responses alone', false)
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--json <file>', 'write the report as JSON')
    .addOption(restartWithOption())
    .addOption(restartReadyOption())
    .addOption(stallOption())
    .addOption(limitOption(exploreLimitMs, '60s'))
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing found in a complete search, 1 finding, 2 invalid file or option, 3 inconclusive, 130 interrupted',
    )
    .action(async (file: string, options: ExploreCommandOptions) => {
      // Loaded here, because help needs neither the database nor the servers.
      const { exploreScenario } = await import('./explore.ts');
      process.exitCode = await exploreScenario(file, options, version);
    });
}
