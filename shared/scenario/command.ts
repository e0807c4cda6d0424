/** The command that runs a scenario in a terminal. */

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
