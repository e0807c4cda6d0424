/** What zod says where a schema has no sentence of its own: the field, what is wrong, the fix. */
import { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const lastName = (path: readonly PropertyKey[] | undefined): string => {
  const name = path?.findLast((part) => typeof part === 'string');
  return name === undefined ? 'The value' : String(name);
};

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  const field = lastName(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing: give it ${kinds[issue.expected] ?? issue.expected}.`
        : `${field} must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'invalid_union':
      return issue.input === undefined
        ? `${field} is missing: give it a value.`
        : `${field} is of none of the kinds it may be: /api/openapi.json describes them.`;
    case 'unrecognized_keys':
      return `There is no setting named ${quoted(issue.keys)} here: correct the name, or remove it.`;
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return `${field} must be at most ${issue.maximum}.`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}.`;
    default:
      return undefined;
  }
}

z.config({ customError: sentence });
