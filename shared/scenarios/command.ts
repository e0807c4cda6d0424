/** Commands that run or explore a scenario in a terminal. */
import { shellWord } from '#shared/kit/shell.ts';
import {
  commandDisturbanceKinds,
  type DisturbanceKind,
  disturbanceKinds,
  type ExhaustiveSearch,
} from './schema/exploration.ts';

/** The environment variable for a secret variable, in commands. */
export const environmentNameOf = (name: string, env: string | null | undefined): string =>
  env ?? name.toUpperCase();

/** In commands of reports, which never contain the command that starts the user's server. */
export const restartPlaceholder = 'COMMAND';

/** What a command runs. */
interface Choice {
  readonly file: string;
  readonly seed: number;
  /** Null without cases. */
  readonly case: string | null;
  /** Values of variables. */
  readonly set: Readonly<Record<string, string>>;
  /** Environment variables for the secret variables, whose values are left out. */
  readonly secretVariables: Readonly<Record<string, string>>;
  /** Origins of servers on other machines. */
  readonly allowOrigins: readonly string[];
  /** Command that starts the user's server; undefined if they start it. */
  readonly restartWith?: string | undefined;
  /** Milliseconds of real time; undefined for the default. */
  readonly restartReadyMs?: number | undefined;
}

function commandText(
  command: 'run' | 'explore',
  {
    file,
    seed,
    set,
    secretVariables,
    allowOrigins,
    restartWith,
    restartReadyMs,
    ...choice
  }: Choice,
  options: readonly string[],
): string {
  const caseOptions = choice.case === null ? [] : ['--case', choice.case];
  const variables = Object.entries(set).map(([name, value]) => {
    const environmentName = secretVariables[name];
    return environmentName === undefined
      ? `--set ${shellWord(`${name}=${value}`)}`
      : `--set ${name}="$${environmentName}"`;
  });
  const words = ['npx', 'hookwright', command, file, '--seed', String(seed), ...caseOptions];
  const restart = [
    ...(restartWith === undefined ? [] : ['--restart-with', restartWith]),
    ...(restartReadyMs === undefined ? [] : ['--restart-ready', `${restartReadyMs}ms`]),
  ];
  const origins = allowOrigins.flatMap((origin) => ['--allow-origin', origin]);
  return [...[...words, ...options, ...origins, ...restart].map(shellWord), ...variables].join(' ');
}

interface RunChoice extends Choice {
  /** How often it runs. */
  readonly repeat?: number;
  /** Virtual time at which it ends; null for the end of the scenario. */
  readonly untilMs: number | null;
}

export const runCommandText = ({ untilMs, repeat = 1, ...choice }: RunChoice): string =>
  commandText('run', choice, [
    ...(untilMs === null ? [] : ['--until', `${untilMs}ms`]),
    ...(repeat === 1 ? [] : ['--repeat', String(repeat)]),
  ]);

type ExhaustiveChoice = Pick<ExhaustiveSearch, 'maxDisturbances' | 'shard' | 'receiverVersion'> & {
  readonly prunes: boolean;
};

interface ExploreChoice extends Choice {
  readonly disturbances: readonly DisturbanceKind[];
  /** Null if there is only one. */
  readonly server: string | null;
  /** Milliseconds of real time; null for the default, or a number of runs. */
  readonly budgetMs: number | null;
  readonly maxRuns: number | null;
  /** Undefined for a search. */
  readonly exhaustive?: ExhaustiveChoice | undefined;
  readonly allowIncomplete: boolean;
  readonly responsesOnly: boolean;
  /** Limits of a run, in milliseconds of real time; null for the defaults. */
  readonly stallMs: number | null;
  readonly limitMs: number | null;
}

const exhaustiveOptions = ({
  maxDisturbances,
  shard,
  receiverVersion,
  prunes,
}: ExhaustiveChoice): readonly string[] => [
  ...['--exhaustive', String(maxDisturbances)],
  ...(shard === null ? [] : ['--shard', `${shard.index}/${shard.count}`]),
  ...(receiverVersion === null ? [] : ['--receiver-version', receiverVersion]),
  ...(prunes ? [] : ['--no-prune']),
];

export function exploreCommandText(given: ExploreChoice): string {
  const { disturbances, server, budgetMs, maxRuns, allowIncomplete, responsesOnly } = given;
  const { exhaustive, stallMs, limitMs } = given;
  const inCommand = given.restartWith === undefined ? [] : commandDisturbanceKinds;
  const isAll = disturbances.length === disturbanceKinds.length + inCommand.length;
  return commandText('explore', given, [
    ...(isAll ? [] : ['--disturb', disturbances.join(',')]),
    ...(server === null ? [] : ['--server', server]),
    ...(budgetMs === null ? [] : ['--budget', `${budgetMs}ms`]),
    ...(maxRuns === null ? [] : ['--runs', String(maxRuns)]),
    ...(exhaustive === undefined ? [] : exhaustiveOptions(exhaustive)),
    ...(allowIncomplete ? ['--allow-incomplete'] : []),
    ...(responsesOnly ? ['--responses-only'] : []),
    ...(stallMs === null ? [] : ['--stall', `${stallMs}ms`]),
    ...(limitMs === null ? [] : ['--limit', `${limitMs}ms`]),
  ]);
}
