/** The command that runs a scenario in a terminal. */

const quoted = (text: string): string =>
  /^[\w./=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface RunChoice {
  readonly file: string;
  readonly seed: number;
  /** Null without cases. */
  readonly case: string | null;
  /** Values of variables. */
  readonly set: Readonly<Record<string, string>>;
  /** Their values come from the environment. */
  readonly secretVariables: readonly string[];
}

export function runCommandText({ file, seed, set, secretVariables, ...choice }: RunChoice): string {
  const caseOptions = choice.case === null ? [] : ['--case', choice.case];
  const variables = Object.entries(set)
    .filter(([name]) => !secretVariables.includes(name))
    .flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  return ['npx', 'hookwright', 'run', file, '--seed', String(seed), ...caseOptions, ...variables]
    .map(quoted)
    .join(' ');
}
