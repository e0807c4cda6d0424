/** Default messages for schema errors without their own: field, problem, fix. */
import { z } from 'zod';
import { meantText } from './closest-name.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  json: 'JSON',
};

const lastName = (path: readonly PropertyKey[] | undefined): string => {
  const name = path?.findLast((part) => typeof part === 'string');
  return name === undefined ? 'The value' : String(name);
};

const maxNamed = 10;

function quoted(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map((name) => `"${name}"`);
  const others = names.length - named.length;
  return [...named, ...(others === 0 ? [] : [`${others} more`])].join(', ');
}

/** Suggests a setting of the object for the only unknown one. */
function unknownFix({ keys, inst }: { readonly keys: readonly string[]; readonly inst?: unknown }) {
  const [key, ...others] = keys;
  const names = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const meant = key === undefined || others.length > 0 ? null : meantText(key, names);
  return meant ?? 'Correct the name or remove it.';
}

const units: Readonly<Record<string, string>> = { array: 'item', string: 'character' };

const limit = (bound: string, count: number | bigint, origin: string): string => {
  const unit = units[origin];
  return unit === undefined
    ? `be ${bound} ${count}`
    : `have ${bound} ${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
};

function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  const field = lastName(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing. It must be ${kinds[issue.expected] ?? issue.expected}.`
        : `${field} must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'invalid_union':
      // The discriminator, such as `kind`.
      if ('options' in issue && Array.isArray(issue.options))
        return `${field} must be one of ${issue.options.map(String).join(', ')}.`;
      return issue.input === undefined
        ? `${field} is missing. Add it.`
        : `${field} is not valid. See /api/openapi.json.`;
    case 'unrecognized_keys':
      return `Unknown setting ${quoted(issue.keys)}. ${unknownFix(issue)}`;
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return `${field} must ${limit('at most', issue.maximum, issue.origin)}.`;
    case 'too_small':
      return `${field} must ${limit('at least', issue.minimum, issue.origin)}.`;
    default:
      return undefined;
  }
}

z.config({ customError: issueText });

// Replaces the issue of a union with those of the alternative that the value is meant for.

type Issue = z.core.$ZodIssue;

/** Whether the value has a different type than this alternative, such as an object instead of a name. */
const isOtherType = (issues: readonly Issue[]): boolean =>
  issues.some(
    ({ code, path }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'),
  );

/** An issue for each mistake, with its full path, where only one alternative of a union has the value's type. */
export function fieldIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [alternative, other] = issue.errors.filter((issues) => !isOtherType(issues));
  if (alternative === undefined || other !== undefined) return [issue];
  return alternative.flatMap((inner) =>
    fieldIssues({ ...inner, path: [...issue.path, ...inner.path] } as Issue),
  );
}
