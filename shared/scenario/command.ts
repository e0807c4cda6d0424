/** Commands that run or explore a scenario in a terminal. */
import { type DisturbanceKind, disturbanceKinds } from '../schemas/scenario/exploration.ts';

const quoted = (text: string): string =>
  /^[\w./=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The environment variable for a secret variable, in commands. */
export const environmentNameOf = (name: string, env: string | null | undefined): string =>
  env ?? name.toUpperCase();

interface Choice {
  readonly file: string;
  readonly seed: number;
  /** Null without cases. */
  readonly case: string | null;
  /** Values of variables. */
  readonly set: Readonly<Record<string, string>>;
  /** Environment variables for the secret variables, whose values are left out. */
  readonly secretVariables: Readonly<Record<string, string>>;
}

function commandText(
  command: 'run' | 'explore',
  { file, seed, set, secretVariables, ...choice }: Choice,
  options: readonly string[],
): string {
  const caseOptions = choice.case === null ? [] : ['--case', choice.case];
  const variables = Object.entries(set).map(([name, value]) => {
    const environmentName = secretVariables[name];
    return environmentName === undefined
      ? `--set ${quoted(`${name}=${value}`)}`
      : // The shell reports which one isn't set.
        `--set ${name}="\${${environmentName}:?}"`;
  });
  const words = ['npx', 'hookwright', command, file, '--seed', String(seed), ...caseOptions];
  return [...[...words, ...options].map(quoted), ...variables].join(' ');
}

export const runCommandText = (choice: Choice): string => commandText('run', choice, []);

interface ExploreChoice extends Choice {
  readonly disturbances: readonly DisturbanceKind[];
  /** Null if there is only one. */
  readonly external: string | null;
}

export function exploreCommandText({ disturbances, external, ...choice }: ExploreChoice): string {
  const isAll = disturbances.length === disturbanceKinds.length;
  return commandText('explore', choice, [
    ...(isAll ? [] : ['--disturb', disturbances.join(',')]),
    ...(external === null ? [] : ['--external', external]),
  ]);
}
