/** Turns a record into a message, or throws an error that names the field (spec 2.3, D42). */
import { checkFields, fields, id, type Kind, tagOf, text, time } from './check.ts';
import { FieldError } from './errors.ts';
import { byteLength, maxCallBytes, maxNesting } from './limits.ts';
import { randomUuid } from './random-uuid.ts';
import type { Message } from './records.ts';

/** Levels of arrays and objects in JSON text. Not recursive: deep text would overflow the stack. */
function nestingOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (isInText) {
      if (character === '\\') index += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

// Rejects values that JSON would silently drop or change, and names their path.

/** Kinds of objects that JSON.stringify writes without loss; others need a toJSON. */
const writable = new Set(['Object', 'Array', 'Number', 'String', 'Boolean']);

/**
 * Why a value can't be sent; null if it can. Values with toJSON, such as a Date, are already
 * converted.
 */
function problemOf(value: unknown, holders: readonly object[]): string | null {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value)
        ? null
        : `is ${value}: JSON can't represent it, so send null or leave it out`;
    case 'bigint':
      return 'is a BigInt: send it as a string';
    case 'function':
    case 'symbol':
      return `is a ${typeof value}: leave it out`;
    case 'object':
      if (value === null) return null;
      if (holders.includes(value)) return 'is a circular reference: leave it out';
      if (!writable.has(tagOf(value)))
        return `is a ${tagOf(value)}: convert it to an object, array or string`;
      return null;
    default:
      return null;
  }
}

const isName = /^[A-Za-z_$][\w$]*$/;

function step(holder: object, key: string): string {
  if (Array.isArray(holder)) return `[${key}]`;
  return isName.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/**
 * A replacer for JSON.stringify: returns the value, or throws a FieldError that names its path, such
 * as `traits.scores[2]`. As usual, undefined is omitted from objects and becomes null in arrays.
 *
 * @param nameOf The caller's name for a field of the message.
 */
function checkedValue(subject: string, nameOf: (field: string) => string) {
  // Path from the message to the object or array that contains the value.
  const holders: object[] = [];
  const keys: string[] = [];
  return function (this: object, key: string, value: unknown): unknown {
    while (holders.length > 0 && holders.at(-1) !== this) {
      holders.pop();
      keys.pop();
    }
    // The toJSON of an invalid Date returns null.
    const original = (this as Record<string, unknown>)[key];
    const isInvalidDate = value === null && tagOf(original) === 'Date';
    const problem = isInvalidDate ? 'is an invalid Date: leave it out' : problemOf(value, holders);
    if (problem !== null) {
      const [, field = key, ...inner] = [...keys, key];
      const path = inner
        .map((innerKey, depth) => step(holders[depth + 1] ?? this, innerKey))
        .join('');
      const name = `${nameOf(field)}${path}`;
      throw new FieldError(name, `${subject}: ${name} ${problem}.`);
    }
    if (typeof value === 'object' && value !== null) {
      holders.push(value);
      keys.push(key);
    }
    return value;
  };
}

/** A queued message. As JSON, so that later changes to the record have no effect. */
export interface MessageText {
  readonly json: string;
  readonly bytes: number;
}

interface RecordRules {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Required fields, each with its description. */
  readonly required: readonly (readonly [field: string, description: string])[];
  readonly needsIdentity: boolean;
}

const common = { integrations: fields, timestamp: time, context: fields, messageId: id };
const identity = { userId: id, anonymousId: id };

const rules = (
  kinds: Readonly<Record<string, Kind>>,
  required: RecordRules['required'],
  needsIdentity: boolean,
): RecordRules => ({
  kinds: new Map(Object.entries({ ...kinds, ...common })),
  required,
  needsIdentity,
});

const recordRules: Readonly<Record<Message['type'], RecordRules>> = {
  identify: rules({ ...identity, traits: fields }, [], true),
  track: rules(
    { ...identity, event: id, properties: fields },
    [['event', 'the name of the event']],
    true,
  ),
  page: rules(
    { ...identity, category: text, name: text, traits: fields },
    [['userId', 'the ID of the user']],
    false,
  ),
  group: rules(
    { ...identity, groupId: id, traits: fields },
    [['groupId', 'the ID of the group']],
    true,
  ),
  alias: rules(
    { userId: id, previousId: id },
    [
      ['userId', 'the new ID'],
      ['previousId', 'the old ID'],
    ],
    false,
  ),
};

/** The field that can't be serialized, such as one with a getter that throws. */
function unwritable(type: string, present: object, cause: unknown): FieldError {
  const field =
    Object.entries(present).find(([, value]) => {
      try {
        JSON.stringify(value);
        return false;
      } catch {
        return true;
      }
    })?.[0] ?? type;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new FieldError(field, `${type}: ${field} can't be written as JSON: ${reason}`, cause);
}

const largestField = (type: string, present: object): string =>
  Object.entries(present)
    .map(([field, value]) => [field, byteLength(JSON.stringify(value) ?? '')] as const)
    .reduce((largest, entry) => (entry[1] > largest[1] ? entry : largest), [type, 0])[0];

const deepestField = (type: string, present: object): string =>
  Object.entries(present).find(
    ([, value]) => nestingOf(JSON.stringify(value) ?? '') >= maxNesting,
  )?.[0] ?? type;

/** Bytes of the message, within the limits of a single call. */
function checkedBytes(type: string, present: object, json: string): number {
  const bytes = byteLength(json);
  if (bytes > maxCallBytes) {
    const field = largestField(type, present);
    throw new FieldError(
      field,
      `${type} is ${bytes.toLocaleString('en')} bytes of JSON, over 32 KB (32,768 bytes). Send less in ${field}.`,
    );
  }
  // Every level takes at least two characters.
  if (json.length > 2 * maxNesting && nestingOf(json) > maxNesting) {
    const field = deepestField(type, present);
    throw new FieldError(
      field,
      `${type} is nested deeper than ${maxNesting} levels. Flatten ${field}.`,
    );
  }
  return bytes;
}

/** Checks a record and writes its message. */
export function writeMessage(type: Message['type'], record: unknown): MessageText {
  const { kinds, required, needsIdentity } = recordRules[type];
  const present = checkFields(type, record, kinds);
  for (const [field, description] of required)
    if (present[field] === undefined)
      throw new FieldError(field, `${type}: ${field} is required: ${description}.`);
  if (needsIdentity && present.userId === undefined && present.anonymousId === undefined)
    throw new FieldError('userId', `${type}: userId or anonymousId is required.`);

  // A page's traits are sent as its properties, where url and title are expected.
  const { traits, ...otherFields } = present;
  const isRenamed = type === 'page' && traits !== undefined;
  const outgoingFields = isRenamed ? { ...otherFields, properties: traits } : present;
  const messageId = present.messageId ?? randomUuid();
  let json: string;
  try {
    const nameOf = (field: string) => (isRenamed && field === 'properties' ? 'traits' : field);
    json = JSON.stringify({ type, ...outgoingFields, messageId }, checkedValue(type, nameOf));
  } catch (cause) {
    if (cause instanceof FieldError) throw cause;
    throw unwritable(type, present, cause);
  }
  return { json, bytes: checkedBytes(type, present, json) };
}
