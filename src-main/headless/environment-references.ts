/** References to environment variables in a configuration file. */
import { isJsonObject } from '#shared/lib/exact-json.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly fix: string;
}

const isReference = (value: object): value is { readonly env: string } =>
  Object.keys(value).length === 1 && 'env' in value && typeof value.env === 'string';

interface References {
  readonly environment: NodeJS.ProcessEnv;
  readonly issue: (issue: Issue) => void;
  /** For a value whose variable is not set: its replacement, or `problem` to report it. */
  readonly missing: (path: readonly PropertyKey[]) => unknown;
}

export const problem = Symbol('problem');

/** Replaces `{ "env": NAME }` by the value of the environment variable, so that files hold no secrets. */
export function withEnvironment(
  value: unknown,
  references: References,
  path: readonly PropertyKey[] = [],
): unknown {
  const { environment, issue, missing } = references;
  if (Array.isArray(value))
    return value.map((item, index) => withEnvironment(item, references, [...path, index]));
  if (!isJsonObject(value)) return value;
  if (!isReference(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        withEnvironment(item, references, [...path, key]),
      ]),
    );
  const text = environment[value.env];
  if (text !== undefined && text !== '') return text;
  const replacement = missing(path);
  if (replacement !== problem) return replacement;
  issue({ path, message: `The environment variable ${value.env} is not set.`, fix: 'Set it.' });
  return '';
}
