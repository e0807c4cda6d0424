/** References to environment variables in a configuration file. */

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly fix: string;
}

const isReference = (value: object): value is { readonly env: string } =>
  Object.keys(value).length === 1 && 'env' in value && typeof value.env === 'string';

/** Replaces `{ "env": NAME }` by the value of the environment variable, so that files hold no secrets. */
export function withEnvironment(
  value: unknown,
  environment: NodeJS.ProcessEnv,
  issue: (issue: Issue) => void,
  path: readonly PropertyKey[] = [],
): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => withEnvironment(item, environment, issue, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  if (!isReference(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        withEnvironment(item, environment, issue, [...path, key]),
      ]),
    );
  const text = environment[value.env];
  if (text === undefined || text === '')
    issue({ path, message: `The environment variable ${value.env} is not set.`, fix: 'Set it.' });
  return text ?? '';
}
