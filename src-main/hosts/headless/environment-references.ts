/** References to environment variables in a configuration file. */
import { isJsonObject } from '#shared/kit/exact-json.ts';
import { redactedMark } from '#shared/kit/redacted.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly fix: string;
}

/**
 * Where `{ "env": NAME }` may stand, with what replaces a value that is not known. Only secrets and
 * header values: what else is in the file is shown, served or sent elsewhere (D60).
 */
const positions: readonly { readonly path: readonly string[]; readonly unknown?: string }[] = [
  { path: ['sources', '*', 'writeKey'] },
  { path: ['destinations', '*', 'sharedSecret'] },
  { path: ['destinations', '*', 'webhooks', '*', 'headers', '*'], unknown: redactedMark },
  { path: ['mocks', '*', 'secret'] },
];

/** Patterns of a body, in which an object with `env` is a pattern. */
const patternPath = ['mocks', '*', 'rules', '*', 'match'];

const isAt = (path: readonly PropertyKey[], pattern: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((name, index) => name === '*' || name === path[index]);

const positionOf = (path: readonly PropertyKey[]) =>
  positions.find((position) => isAt(path, position.path));

const isReference = (value: object): value is { readonly env: string } =>
  Object.keys(value).length === 1 && 'env' in value && typeof value.env === 'string';

interface References {
  /** Null if it must not be read. */
  readonly environment: NodeJS.ProcessEnv | null;
  /** Whether a value whose variable is not set is kept. */
  readonly keepsUnset: boolean;
  readonly issue: (issue: Issue) => void;
  /** Called for a value that is not known, which is then as in an export without secrets. */
  readonly unknown: (path: readonly PropertyKey[], name: string) => void;
}

function referredValue(
  name: string,
  path: readonly PropertyKey[],
  references: References,
): unknown {
  const { environment, keepsUnset, issue, unknown } = references;
  const position = positionOf(path);
  if (position === undefined) {
    issue({
      path,
      message: 'Environment variables can be used only for secrets and header values.',
      fix: 'Enter the value.',
    });
    return '';
  }
  const text = environment?.[name];
  if (text !== undefined && text !== '') return text;
  if (environment !== null && !keepsUnset) {
    issue({ path, message: `The environment variable ${name} is not set.`, fix: 'Set it.' });
    return '';
  }
  unknown(path, name);
  return position.unknown;
}

/** Replaces `{ "env": NAME }` with the value of the environment variable, so that files hold no secrets. */
export function withEnvironment(
  value: unknown,
  references: References,
  path: readonly PropertyKey[] = [],
): unknown {
  if (isAt(path, patternPath)) return value;
  if (Array.isArray(value))
    return value.map((item, index) => withEnvironment(item, references, [...path, index]));
  if (!isJsonObject(value)) return value;
  if (isReference(value)) return referredValue(value.env, path, references);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      withEnvironment(item, references, [...path, key]),
    ]),
  );
}
