/** Compares two bodies as bytes and as JSON. Pure. */

import { bytesOf } from '#renderer/requests/body-bytes.ts';
import type { Bytes } from '#shared/deliveries/delivery.ts';
import { ExactNumber, numberMeaning, parseAllExact } from '#shared/kit/exact-json.ts';
import { isValueNestedTooDeep } from '#shared/kit/nesting.ts';

// Compares two JSON texts member by member, and how equal values are spelled.

export type DifferenceKind = 'changed' | 'added' | 'removed';

/** One difference. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** A readable path: `context.library.name`, `products[0].sku`. */
  readonly path: string;
  /** JSON text with its numbers as spelled; undefined if added. */
  readonly before: string | undefined;
  /** Undefined if removed. */
  readonly after: string | undefined;
}

/** Names and indexes from the root. */
type Steps = readonly (string | number)[];

export interface JsonDifference extends Difference {
  readonly steps: Steps;
}

type Container = Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

/** Null if not a JSON object or list, or nested deeper than messages can be. */
export function readJson(text: string): Container | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value = parseAllExact(text);
    return isContainer(value) && !isValueNestedTooDeep(value) ? value : null;
  } catch (error) {
    // Nested too deep even for the parser.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

const plainName = /^[A-Za-z_$][\w$]*$/;

export function pathText(steps: Steps): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    if (!plainName.test(step)) return `${path}[${JSON.stringify(step)}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}

const ordered = (value: unknown): unknown => {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key])]));
};

/** In the order of keys, one value per line, numbers as spelled; other text as it is. */
export function orderedJson(text: string): string {
  const value = readJson(text);
  return value === null ? text : JSON.stringify(ordered(value), null, 2);
}

function sameMeaning(before: unknown, after: unknown): boolean {
  if (!(before instanceof ExactNumber && after instanceof ExactNumber)) return before === after;
  return before.text === after.text || numberMeaning(before.text) === numberMeaning(after.text);
}

/** Keys of both; for lists, their indexes. */
function stepsOf(before: Container, after: Container): Steps {
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
  return [...new Set([...Object.keys(after), ...Object.keys(before)])];
}

const memberOf = (container: Container, step: string | number): unknown =>
  Object.hasOwn(container, step) ? container[step] : undefined;

function differencesAt(before: unknown, after: unknown, steps: Steps): readonly JsonDifference[] {
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after))
    return stepsOf(before, after).flatMap((step) =>
      differencesAt(memberOf(before, step), memberOf(after, step), [...steps, step]),
    );
  if (sameMeaning(before, after)) return [];
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const [from, to] = [JSON.stringify(before), JSON.stringify(after)];
  return [{ kind, steps, path: pathText(steps), before: from, after: to }];
}

const order: readonly DifferenceKind[] = ['changed', 'added', 'removed'];

/** List items are compared by index. Member order is ignored. */
export function jsonDifferences(before: Container, after: Container): readonly JsonDifference[] {
  return differencesAt(before, after, []).toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}

/** How two equal values are spelled differently. */
export type Spelling = 'order' | 'spacing' | 'numbers' | 'escapes' | 'repeated';

export const spellingLabels: Record<Spelling, string> = {
  order: 'key order',
  spacing: 'spacing',
  numbers: 'number format',
  escapes: 'character escapes',
  repeated: 'duplicate keys',
};

/** For text known to be JSON. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

function unspelled(spelled: string): string {
  if (spelled.startsWith('"'))
    return spelled.includes('\\') ? JSON.stringify(JSON.parse(spelled)) : spelled;
  return /^[-\d]/.test(spelled) ? numberMeaning(spelled) : spelled;
}

const sameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  sameItems(a.toSorted(), b.toSorted());

/** For equal values; names at least one reason if the texts differ. */
export function spellingsOf(before: string, after: string): readonly Spelling[] {
  const [from, to] = [before.match(token) ?? [], after.match(token) ?? []];
  const [meant, meantAfter] = [from.map(unspelled), to.map(unspelled)];
  const reordered = !sameItems(meant, meantAfter);
  // Equal values can only differ in whitespace.
  if (reordered && !sameSet(meant, meantAfter)) return ['repeated'];
  const isSame = reordered ? sameSet : sameItems;
  const isString = (text: string): boolean => text.startsWith('"');
  const isOther = (text: string): boolean => !isString(text);
  const differs: Record<Exclude<Spelling, 'repeated'>, boolean> = {
    order: reordered,
    numbers: !isSame(from.filter(isOther), to.filter(isOther)),
    escapes: !isSame(from.filter(isString), to.filter(isString)),
    spacing: !isSame(before.split(token), after.split(token)),
  };
  return (['order', 'numbers', 'escapes', 'spacing'] as const).filter(
    (spelling) => differs[spelling],
  );
}

/**
 * The JSON comparison. `unreadable`: at least one body is not JSON, or one is an object and the
 * other a list. `large`: compared only on request.
 */
type Meaning =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'large' }
  | { readonly kind: 'same'; readonly spellings: readonly Spelling[] }
  | { readonly kind: 'other'; readonly differences: readonly JsonDifference[] };

export interface BodiesCompared {
  readonly bytes: BytesCompared;
  readonly meaning: Meaning;
}

export function meaningOf(before: string, after: string): Meaning {
  const [from, to] = [readJson(before), readJson(after)];
  if (from === null || to === null || Array.isArray(from) !== Array.isArray(to))
    return { kind: 'unreadable' };
  const differences = jsonDifferences(from, to);
  return differences.length > 0
    ? { kind: 'other', differences }
    : { kind: 'same', spellings: spellingsOf(before, after) };
}

/**
 * Combined size; parsing this many characters takes about 40 ms. Messages and responses are
 * smaller.
 */
const maxSyncCharacters = 200_000;

function meaningOfSmall(before: Bytes, after: Bytes): Meaning {
  if (before.text === null || after.text === null) return { kind: 'unreadable' };
  return before.text.length + after.text.length > maxSyncCharacters
    ? { kind: 'large' }
    : meaningOf(before.text, after.text);
}

/** Compares only the stored part of truncated bodies. */
export function compareBodies(before: Bytes, after: Bytes): BodiesCompared {
  return {
    bytes: compareBytes(bytesOf(before), bytesOf(after)),
    meaning: meaningOfSmall(before, after),
  };
}

/** Finds where two byte arrays or texts first and last differ. Pure. */

interface BytesCompared {
  readonly lengths: readonly [number, number];
  /** Index of the first difference, or the shorter length; null if equal. */
  readonly firstOffset: number | null;
}

export function compareBytes(before: Uint8Array, after: Uint8Array): BytesCompared {
  const lengths = [before.length, after.length] as const;
  const shorter = Math.min(...lengths);
  let offset = 0;
  while (offset < shorter && before[offset] === after[offset]) offset += 1;
  const equal = offset === shorter && before.length === after.length;
  return { lengths, firstOffset: equal ? null : offset };
}
