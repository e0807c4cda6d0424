/** Completions of the message editor. */

import type { EditorCompletion } from '#renderer/ui/code-editor-setup.ts';
import { type SdkMessageType, sdkMessageTypes } from '#shared/ingestion/message.ts';
import { placeholders } from '#shared/sending/send.ts';
import { callTypeOf, fieldsOf, knownNames, type MessageField } from './message-fields.ts';

const details: Record<MessageField['kind'], string> = {
  id: 'string or number',
  text: 'string',
  time: 'ISO 8601',
  object: 'object',
  type: 'one of six',
};

/** The `type` of a message that may not be valid JSON yet. */
export function typeIn(text: string): SdkMessageType | undefined {
  return callTypeOf(/"type"\s*:\s*"(\w+)"/.exec(text)?.[1]);
}

export function completeMessage(
  text: string,
  position: number,
  wordStart: number,
): readonly EditorCompletion[] {
  const place = jsonPlaceAt(text, wordStart);
  // The editor may have added the closing quote already.
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
  const commonNames = knownNames[place.path.join('.')] ?? [];
  return commonNames
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
  const generated = placeholders.map(({ text, meaning }) => ({ ...asText(text), detail: meaning }));
  if (inner !== undefined) return generated;
  if (field === 'type') return sdkMessageTypes.map(asText);
  if (field === 'timestamp' || field === 'sentAt')
    return [{ ...asText(new Date().toISOString()), detail: 'now' }];
  return generated;
}

/** The position of an offset in JSON that may be incomplete. */

interface JsonPlace {
  /** Names of the enclosing members; array items are ignored. */
  readonly path: readonly string[];
  /** `nothing`: in a string, or before a comma or colon. */
  readonly expects: 'name' | 'value' | 'nothing';
  /** Names already in the enclosing object. */
  readonly taken: readonly string[];
}

interface Container {
  readonly kind: 'object' | 'array';
  /** The last one is being typed. */
  readonly keys: string[];
  expects: JsonPlace['expects'];
}

const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

export function jsonPlaceAt(text: string, offset: number): JsonPlace {
  const stack: Container[] = [];
  let inside = false;
  for (const match of text.slice(0, offset).matchAll(token)) {
    const [tokenText] = match;
    inside = tokenText.startsWith('"') && !isClosed(tokenText);
    step(stack, tokenText);
  }
  const top = stack.at(-1);
  const outer = stack.slice(0, -1).filter(({ kind }) => kind === 'object');
  const isValue = top?.kind === 'object' && top.expects === 'value';
  return {
    path: [...outer, ...(isValue ? [top] : [])].map(({ keys }) => keys.at(-1) ?? ''),
    expects: inside || top === undefined ? 'nothing' : top.expects,
    taken: top?.keys ?? [],
  };
}

function isClosed(literal: string): boolean {
  return literal.length > 1 && /(?:^|[^\\])(?:\\\\)*"$/.test(literal.slice(1));
}

function step(stack: Container[], tokenText: string): void {
  const top = stack.at(-1);
  if (tokenText === '{') stack.push({ kind: 'object', keys: [], expects: 'name' });
  else if (tokenText === '[') stack.push({ kind: 'array', keys: [], expects: 'value' });
  else if (tokenText === '}' || tokenText === ']') {
    stack.pop();
    const outer = stack.at(-1);
    if (outer !== undefined) outer.expects = 'nothing';
  } else if (top === undefined) return;
  else if (tokenText === ':') top.expects = 'value';
  else if (tokenText === ',') top.expects = top.kind === 'object' ? 'name' : 'value';
  else {
    if (top.kind === 'object' && top.expects === 'name')
      top.keys.push(tokenText.replace(/^"|"$/g, ''));
    top.expects = 'nothing';
  }
}
