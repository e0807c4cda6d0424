/** Commands that run or explore a scenario in a terminal. */
import { type DisturbanceKind, disturbanceKinds } from '../schemas/scenario/exploration.ts';

const quoted = (text: string): string =>
  /^[\w./=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The environment variable for a secret variable, in commands. */
export const environmentNameOf = (name: string, env: string | null | undefined): string =>
  env ?? name.toUpperCase();

interface RunChoice {
  readonly file: string;
  readonly seed: number;
  /** Null without cases. */
  readonly case: string | null;
  /** Values of variables. */
  readonly set: Readonly<Record<string, string>>;
  /** Environment variables for the secret variables, whose values are left out. */
  readonly secretVariables: Readonly<Record<string, string>>;
}

export function runCommandText({ file, seed, set, secretVariables, ...choice }: RunChoice): string {
  const caseOptions = choice.case === null ? [] : ['--case', choice.case];
  const variables = Object.entries(set).map(([name, value]) => {
    const environmentName = secretVariables[name];
    return environmentName === undefined
      ? `--set ${quoted(`${name}=${value}`)}`
      : // The shell reports which one isn't set.
        `--set ${name}="\${${environmentName}:?}"`;
  });
  const words = ['npx', 'hookwright', 'run', file, '--seed', String(seed), ...caseOptions];
  return [...words.map(quoted), ...variables].join(' ');
}

interface ExploreChoice {
  readonly file: string;
  readonly seed: number;
  readonly disturbances: readonly DisturbanceKind[];
  /** Null without cases. */
  readonly case: string | null;
  /** Null if there is only one. */
  readonly external: string | null;
}

export function exploreCommandText(choice: ExploreChoice): string {
  const { file, seed, disturbances, external } = choice;
  const isAll = disturbances.length === disturbanceKinds.length;
  const words = [
    ...['npx', 'hookwright', 'explore', file, '--seed', String(seed)],
    ...(isAll ? [] : ['--disturb', disturbances.join(',')]),
    ...(choice.case === null ? [] : ['--case', choice.case]),
    ...(external === null ? [] : ['--external', external]),
  ];
  return words.map(quoted).join(' ');
}
