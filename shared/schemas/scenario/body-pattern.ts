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
interface PatternProblem {
  readonly path: Path;
  readonly message: string;
}

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

function problemsOf(value: unknown, path: Path): readonly PatternProblem[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => problemsOf(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const entries = Object.entries(value);
  const matcher = entries.find(([name]) => name.startsWith('$'));
  if (matcher === undefined)
    return entries.flatMap(([name, item]) => problemsOf(item, [...path, name]));
  const [name, expected] = matcher;
  if (entries.length > 1)
    return [{ path, message: `${name} must be the only key here. Remove the others.` }];
  const message = matcherProblem(name, expected);
  return message === null ? [] : [{ path: [...path, name], message }];
}

export const BodyPattern = z
  .record(z.string(), JsonValue, { error: 'body must be an object.' })
  .superRefine((pattern, ctx) => {
    for (const { path, message } of problemsOf(pattern, []))
      ctx.addIssue({ code: 'custom', path: [...path], message });
  });
export type BodyPattern = z.output<typeof BodyPattern>;
