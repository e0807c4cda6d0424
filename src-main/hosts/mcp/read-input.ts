/** Reads the arguments of a call as models write them, and checks them. */
import { isJsonObject } from '#shared/kit/exact-json.ts';
import { isValueNestedTooDeep, nestedTooDeep } from '#shared/kit/nesting.ts';
import type { ErrorBody, FieldIssue } from '#shared/kit/operation-errors.ts';
import { timestampsFromText } from '#shared/kit/timestamps.ts';
import type { Action, Actions } from './tool.ts';
import { invalidInput } from './tool-error.ts';
import { accepts, exactSchemaOf, type JsonSchema, optionsOf } from './tool-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Checking each of a million values would take seconds. Texts may have as many as they like. */
export const maxValues = 20_000;

/** Counts in linear time what begins a value of JSON. */
export function hasTooManyValues(json: string): boolean {
  let count = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isInText = !isInText;
    else if (isInText) at += character === '\\' ? 1 : 0;
    else if (character === ',' || character === ':' || character === '[' || character === '{')
      count += 1;
    if (count > maxValues) return true;
  }
  return false;
}

/** A list or an object may be given as JSON text. */
function parsed(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== 'string' || accepts(schema, 'string')) return value;
  if (!/^\s*[[{]/.test(value) || hasTooManyValues(value)) return value;
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'object' ? read : value;
  } catch {
    return value;
  }
}

/** `null` and `""` count as absent where a field is optional, unless the contract gives `null` a meaning there. */
function readFields(value: Fields, options: readonly JsonSchema[], isAbsent: IsAbsent): Fields {
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const schemas = options.flatMap(({ properties }) => properties?.[name] ?? []);
    const isRequired = options.every(({ required }) => required?.includes(name));
    const schema = schemas[0] as JsonSchema | undefined;
    if (!isRequired && isAbsent(field, schema)) return [];
    return [[name, schema === undefined ? field : readValue(field, schema)]];
  });
  return Object.fromEntries(fields);
}

type IsAbsent = (value: unknown, schema: JsonSchema | undefined) => boolean;

const isNestedAbsent: IsAbsent = (value, schema) =>
  schema !== undefined && (value === '' || (value === null && !accepts(schema, 'null')));

function readValue(value: unknown, schema: JsonSchema): unknown {
  const read = parsed(value, schema);
  const options = optionsOf(schema);
  if (Array.isArray(read)) {
    const items = options.find(({ type }) => type === 'array')?.items;
    return typeof items === 'object'
      ? read.map((item) => readValue(item, items as JsonSchema))
      : read;
  }
  const objects = options.filter(({ properties }) => properties !== undefined);
  return isJsonObject(read) && objects.length > 0
    ? readFields(read, objects, isNestedAbsent)
    : read;
}

type Read<Value> = Value | { readonly error: ErrorBody };

const failed = (issues: readonly FieldIssue[]) => ({ error: invalidInput(issues) });

/** The action that a call chooses, and its other arguments. */
function chosen(actions: Actions, received: Fields): Read<{ name: string; given: Fields }> {
  const names = Object.keys(actions);
  const [only = ''] = names;
  if (names.length === 1) return { name: only, given: received };
  const { action, ...given } = received;
  if (typeof action === 'string' && names.includes(action)) return { name: action, given };
  const message = `action must be one of ${names.join(', ')}.`;
  return failed([{ path: ['action'], message }]);
}

export interface Call {
  readonly action: Action;
  readonly input: Fields;
}

/** Far more than an action has. Checking each of a million would take seconds. */
const maxFields = 100;

export function readCall(actions: Actions, received: unknown): Read<Call> {
  if (isJsonObject(received) && Object.keys(received).length > maxFields)
    return failed([{ path: [], message: `At most ${maxFields} arguments are possible.` }]);
  const choice = chosen(actions, isJsonObject(received) ? received : {});
  if ('error' in choice) return choice;
  const action = actions[choice.name] as Action;
  const isAbsent: IsAbsent = (value) => value === null || value === '';
  const given = readFields(choice.given, [exactSchemaOf(action)], isAbsent);
  if (isValueNestedTooDeep(given)) return failed([{ path: [], message: nestedTooDeep }]);
  const schema = action.input.strict();
  const issues: FieldIssue[] = [];
  const input = timestampsFromText(schema, given, (issue) => issues.push(issue));
  const { data, error } = schema.safeParse(input);
  if (issues.length === 0 && data !== undefined) return { action, input: data };
  const others = (error?.issues ?? []).map(({ path, message, ...issue }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message:
      issue.code === 'unrecognized_keys' && path.length === 0
        ? `${choice.name} has no field ${issue.keys.join(', ')}. Its fields: ${Object.keys(schema.shape).join(', ')}.`
        : message,
  }));
  return failed(issues.length > 0 ? issues : others);
}
