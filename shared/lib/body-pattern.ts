/** Compares a body with an expected one: partial objects, whole lists, `$any`, `$match`, `$absent`. */
import type { BodyPattern } from '../schemas/scenario/body-pattern.ts';
import { compareNumbers, isJsonNumber, isJsonObject } from './exact-json.ts';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (isJsonNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A single key that starts with `$` is a matcher. */
function matcherOf(expected: unknown): readonly [string, unknown] | null {
  if (!isJsonObject(expected)) return null;
  const [entry, ...others] = Object.entries(expected);
  return entry?.[0].startsWith('$') && others.length === 0 ? entry : null;
}

const maxShown = 80;
function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

const isSame = (expected: unknown, found: unknown): boolean =>
  isJsonNumber(expected) && isJsonNumber(found)
    ? compareNumbers(expected, found) === 0
    : expected === found;

const mismatch = (path: string, expected: string, found: unknown): string =>
  `${path} is ${shown(found)}, expected ${expected}`;

function matcherProblem(name: string, expected: unknown, found: unknown, path: string) {
  switch (name) {
    case '$absent':
      return found === undefined ? null : mismatch(path, 'no value', found);
    case '$any':
      return found !== undefined && typeOf(found) === expected
        ? null
        : mismatch(path, `any ${String(expected)}`, found);
    default:
      return typeof found === 'string' && new RegExp(String(expected), 'u').test(found)
        ? null
        : mismatch(path, `a match of /${String(expected)}/`, found);
  }
}

function problemAt(
  expected: unknown,
  found: unknown,
  path: string,
  isWhole: boolean,
): string | null {
  const matcher = matcherOf(expected);
  if (matcher !== null) return matcherProblem(...matcher, found, path);
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return mismatch(path, shown(expected), found);
    if (found.length !== expected.length)
      return `${path} has ${found.length} items, expected ${expected.length}`;
    return firstProblem(
      expected.map((item, index) => problemAt(item, found[index], `${path}[${index}]`, true)),
    );
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(found)) return mismatch(path, shown(expected), found);
    const extra = isWhole
      ? Object.keys(found).find((key) => !Object.hasOwn(expected, key))
      : undefined;
    if (extra !== undefined) return mismatch(`${path}.${extra}`, 'no value', found[extra]);
    return firstProblem(
      Object.entries(expected).map(([key, value]) =>
        problemAt(
          value,
          Object.hasOwn(found, key) ? found[key] : undefined,
          `${path}.${key}`,
          isWhole,
        ),
      ),
    );
  }
  return isSame(expected, found) ? null : mismatch(path, shown(expected), found);
}

const firstProblem = (problems: readonly (string | null)[]): string | null =>
  problems.find((problem) => problem !== null) ?? null;

/** The first difference; null if the body is as expected. Lists compare whole, with all keys of their items. */
export const bodyProblem = (expected: BodyPattern, found: unknown): string | null =>
  problemAt(expected, found, 'body', false);
