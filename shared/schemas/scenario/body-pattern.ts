/**
 * A partial body: each field given must be equal, lists as a whole. Instead of a value,
 * `{ $any: type }`, `{ $match: pattern }` or `{ $absent: true }`.
 */
import { z } from 'zod';
import { isJsonObject } from '../../lib/exact-json.ts';
import { patternProblem } from '../../lib/linear-pattern.ts';
import { JsonValue } from '../json-value.ts';

export const bodyValueTypes = ['string', 'number', 'boolean', 'null', 'object', 'array'] as const;

type Path = readonly (string | number)[];
/** An object with a matcher, such as `$any`. */
interface Matcher {
  readonly path: Path;
  readonly entries: readonly (readonly [name: string, value: unknown])[];
}

/** Each pattern is compiled. */
const maxMatchers = 100;

function matcherProblem(name: string, value: unknown): string | null {
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
  const message = matcherProblem(name, expected);
  return message === null ? null : { path: [...path, name], message };
}

export const BodyPattern = z
  .record(z.string(), JsonValue, { error: 'body must be an object.' })
  .superRefine((pattern, ctx) => {
    let count = 0;
    for (const matcher of matchersIn(pattern, [])) {
      count += 1;
      const message = `A body can have at most ${maxMatchers} matchers. Remove some.`;
      const problem = count > maxMatchers ? { path: [], message } : problemOf(matcher);
      if (problem !== null)
        ctx.addIssue({ code: 'custom', path: [...problem.path], message: problem.message });
      if (count > maxMatchers) return;
    }
  });
export type BodyPattern = z.output<typeof BodyPattern>;
