/** Compares a body with an expected one: partial objects, whole lists, `$any`, `$match`, `$absent`. */
import { z } from 'zod';
import { compareNumbers, isJsonNumber, isJsonObject } from './exact-json.ts';
import { JsonValue } from './json-value.ts';
import {
  matchesPattern,
  type PatternBudget,
  patternBudget,
  patternProblem,
} from './linear-pattern.ts';

// A partial body: each field given must be equal, lists as a whole. Instead of a value, `{ $any: type }`,
// `{ $match: pattern }` or `{ $absent: true }`.

export const bodyValueTypes = ['string', 'number', 'boolean', 'null', 'object', 'array'] as const;

type Path = readonly (string | number)[];
/** An object with a matcher, such as `$any`. */
interface Matcher {
  readonly path: Path;
  readonly entries: readonly (readonly [name: string, value: unknown])[];
}

/** Each pattern is compiled. */
const maxMatchers = 100;

function invalidMatcher(name: string, value: unknown): string | null {
  switch (name) {
    case '$any':
      return bodyValueTypes.some((type) => type === value)
        ? null
        : `$any must be one of ${bodyValueTypes.join(', ')}.`;
    case '$match':
      return typeof value === 'string'
        ? patternProblem(value)
        : '$match must be a regular expression, as a string.';
    case '$absent':
      return value === true ? null : '$absent must be true.';
    default:
      return `Unknown matcher ${name}. Use $any, $match or $absent.`;
  }
}

function* matchersIn(value: unknown, path: Path): Generator<Matcher> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  if (isJsonObject(value) && entries.some(([name]) => name.startsWith('$')))
    yield { path, entries };
  else if (Array.isArray(value) || isJsonObject(value))
    for (const [name, item] of entries)
      yield* matchersIn(item, [...path, Array.isArray(value) ? Number(name) : name]);
}

function problemOf({ path, entries }: Matcher): { path: Path; message: string } | null {
  const [name, expected] = entries.find(([name]) => name.startsWith('$')) ?? ['', null];
  if (entries.length > 1)
    return { path, message: `${name} must be the only key here. Remove the others.` };
  const message = invalidMatcher(name, expected);
  return message === null ? null : { path: [...path, name], message };
}

function checkMatchers(pattern: unknown, ctx: z.RefinementCtx): void {
  let count = 0;
  for (const matcher of matchersIn(pattern, [])) {
    count += 1;
    const message = `A body can have at most ${maxMatchers} matchers. Remove some.`;
    const problem = count > maxMatchers ? { path: [], message } : problemOf(matcher);
    if (problem !== null)
      ctx.addIssue({ code: 'custom', path: [...problem.path], message: problem.message });
    if (count > maxMatchers) return;
  }
}

export const BodyPattern = z
  .record(z.string(), JsonValue, { error: 'body must be an object.' })
  .superRefine(checkMatchers);
export type BodyPattern = z.output<typeof BodyPattern>;

/** A partial body, or another value. */
export const ValuePattern = JsonValue.superRefine(checkMatchers);

/** Replaces secrets, before texts are cut: a part of a secret would not be found. */
type Redact = <Value>(value: Value) => Value;

type Show = (value: unknown) => string;

/** The first difference. Undecided if a value is too long for its pattern: that is never "no match" (D62). */
export interface BodyProblem {
  /** Written when it is needed: most are only compared with null. */
  readonly text: (redact: Redact) => string;
  readonly isUndecided: boolean;
}

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
const maxShownDepth = 4;

/** The beginning, as JSON. The value may be large and nested, so it is never written out as a whole. */
function excerptOf(value: unknown, redact: Redact, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(redact(value).slice(0, maxShown + 1));
  if (!Array.isArray(value) && !isJsonObject(value)) return JSON.stringify(value);
  if (depth === maxShownDepth) return '…';
  const parts = Array.isArray(value)
    ? value.slice(0, maxShown).map((item) => excerptOf(item, redact, depth + 1))
    : Object.keys(value)
        .slice(0, maxShown)
        .map((key) => `${excerptOf(key, redact)}:${excerptOf(value[key], redact, depth + 1)}`);
  return Array.isArray(value) ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

/** Writes values in one line, at most 80 characters each. */
export const shownWith =
  (redact: Redact): Show =>
  (value) => {
    if (value === undefined) return 'absent';
    // Again, for numbers.
    const text = redact(excerptOf(value, redact));
    return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  };

const isSame = (expected: unknown, found: unknown): boolean =>
  isJsonNumber(expected) && isJsonNumber(found)
    ? compareNumbers(expected, found) === 0
    : expected === found;

const problem = (isUndecided: boolean, write: (show: Show) => string): BodyProblem => ({
  isUndecided,
  text: (redact) => write(shownWith(redact)),
});

const mismatch = (path: string, expected: (show: Show) => string, found: unknown): BodyProblem =>
  problem(false, (show) => `${path} is ${show(found)}, expected ${expected(show)}`);

function patternMismatch(
  pattern: string,
  found: unknown,
  path: string,
  budget: PatternBudget,
): BodyProblem | null {
  const matches = typeof found === 'string' && matchesPattern(pattern, found, budget);
  if (matches === null) return problem(true, () => `${path} is too long for its pattern`);
  return matches ? null : mismatch(path, () => `a match of /${pattern}/`, found);
}

function matcherProblem(
  [name, expected]: readonly [string, unknown],
  found: unknown,
  path: string,
  budget: PatternBudget,
): BodyProblem | null {
  switch (name) {
    case '$absent':
      return found === undefined ? null : mismatch(path, () => 'no value', found);
    case '$any':
      return found !== undefined && typeOf(found) === expected
        ? null
        : mismatch(path, () => `any ${String(expected)}`, found);
    default:
      return patternMismatch(String(expected), found, path, budget);
  }
}

interface Comparison {
  /** Whether objects must have no other keys. */
  readonly isWhole: boolean;
  /** Null: there are no matchers. */
  readonly budget: PatternBudget | null;
}

function problemAt(
  expected: unknown,
  found: unknown,
  path: string,
  comparison: Comparison,
): BodyProblem | null {
  const { isWhole, budget } = comparison;
  const matcher = budget === null ? null : matcherOf(expected);
  if (matcher !== null && budget !== null) return matcherProblem(matcher, found, path, budget);
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return mismatch(path, (show) => show(expected), found);
    if (found.length !== expected.length)
      return problem(false, () => `${path} has ${found.length} items, expected ${expected.length}`);
    return firstProblem(expected, (item, index) =>
      problemAt(item, found[index], `${path}[${index}]`, { ...comparison, isWhole: true }),
    );
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(found)) return mismatch(path, (show) => show(expected), found);
    const extra = isWhole
      ? Object.keys(found).find((key) => !Object.hasOwn(expected, key))
      : undefined;
    if (extra !== undefined) return mismatch(`${path}.${extra}`, () => 'no value', found[extra]);
    return firstProblem(Object.entries(expected), ([key, value]) =>
      problemAt(
        value,
        Object.hasOwn(found, key) ? found[key] : undefined,
        `${path}.${key}`,
        comparison,
      ),
    );
  }
  return isSame(expected, found) ? null : mismatch(path, (show) => show(expected), found);
}

/** A difference decides, whatever else can't be decided: nothing after it is compared. */
function firstProblem<Part>(
  parts: readonly Part[],
  problemOf: (part: Part, index: number) => BodyProblem | null,
): BodyProblem | null {
  let undecided: BodyProblem | null = null;
  for (const [index, part] of parts.entries()) {
    const found = problemOf(part, index);
    if (found?.isUndecided === false) return found;
    undecided ??= found;
  }
  return undecided;
}

/**
 * Null if the body is as expected. Lists compare whole, with all keys of their items. Bodies that are compared with
 * several patterns pass the same budget.
 */
export const bodyProblem = (
  expected: BodyPattern,
  found: unknown,
  budget: PatternBudget = patternBudget(),
): BodyProblem | null => problemAt(expected, found, 'body', { isWhole: false, budget });

/** Null if a value has what is expected of it, as in a body. */
export const valueProblem = (
  expected: JsonValue,
  found: unknown,
  path: string,
): BodyProblem | null =>
  problemAt(expected, found, path, { isWhole: false, budget: patternBudget() });

/** Null if a value is equal: keys that start with `$` are keys. */
export const differenceOf = (
  expected: JsonValue,
  found: unknown,
  path: string,
): BodyProblem | null => problemAt(expected, found, path, { isWhole: true, budget: null });
