/** Turns a record into a message, or throws an error that names the field (spec 2.3, D42). */
import { byteLength } from './byte-length.ts';
import { checkFields, fields, id, type Kind, text, time } from './check.ts';
import { FieldError } from './errors.ts';
import { checkedValue } from './json-value.ts';
import { maxCallBytes, maxNesting } from './limits.ts';
import { nestingOf } from './nesting.ts';
import { randomUuid } from './random-uuid.ts';
import type { Message } from './records.ts';

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
