/** What the editor offers at a place in a message. Pure. */
import type { EditorCompletion } from '#renderer/ui/code-editor-advice.ts';
import { type CallType, callTypes } from '#shared/schemas/message.ts';
import { type JsonPlace, jsonPlaceAt } from './json-place.ts';
import { callTypeOf, fieldsOf, knownNames, type MessageField } from './message-fields.ts';

const details: Record<MessageField['kind'], string> = {
  id: 'text or number',
  text: 'text',
  time: 'ISO 8601',
  object: 'object',
  type: 'one of six',
};

/** The member `type` of the message, read from a text that need not be JSON. */
export function typeIn(text: string): CallType | undefined {
  return callTypeOf(/"type"\s*:\s*"(\w+)"/.exec(text)?.[1]);
}

export function completeMessage(
  text: string,
  position: number,
  wordStart: number,
): readonly EditorCompletion[] {
  const place = jsonPlaceAt(text, wordStart);
  // The editor closes quotes by itself, so a closing one may stand behind the caret already.
  const quoteFollows = text.charAt(position) === '"';
  if (place.expects === 'name') return names(place, text, quoteFollows);
  return place.expects === 'value' ? values(place, quoteFollows) : [];
}

function names(place: JsonPlace, text: string, quoteFollows: boolean): readonly EditorCompletion[] {
  const asName = (name: string, value: string): string =>
    quoteFollows ? `"${name}` : `"${name}": ${value}`;
  if (place.path.length === 0) {
    const free = fieldsOf(typeIn(text) ?? 'track').filter(
      ({ name }) => !place.taken.includes(name),
    );
    return free.map(({ name, kind, about }) => ({
      label: `"${name}"`,
      detail: details[kind],
      info: about,
      insert: asName(name, kind === 'object' ? '{}' : ''),
    }));
  }
  const known = knownNames[place.path.join('.')] ?? [];
  return known
    .filter((name) => !place.taken.includes(name))
    .map((name) => ({
      label: `"${name}"`,
      insert: asName(name, ''),
    }));
}

function values(place: JsonPlace, quoteFollows: boolean): readonly EditorCompletion[] {
  const closing = quoteFollows ? '' : '"';
  const asText = (value: string): EditorCompletion => ({
    label: `"${value}"`,
    insert: `"${value}${closing}`,
  });
  const [field, inner, ...deeper] = place.path;
  if (field === 'integrations' && inner !== undefined && deeper.length === 0)
    return [{ label: 'true' }, { label: 'false' }];
  if (inner !== undefined) return [];
  if (field === 'type') return callTypes.map(asText);
  if (field === 'timestamp' || field === 'sentAt')
    return [{ ...asText(new Date().toISOString()), detail: 'now' }];
  return [];
}
