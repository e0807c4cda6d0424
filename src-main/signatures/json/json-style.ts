/** Serializes a document like a given JSON library: spacing, key order, strings and numbers. */
import type { JsonNode } from './json-document.ts';
import type { WriteNumber } from './json-numbers.ts';
import type { WriteText } from './json-text.ts';

// Key orders of JSON libraries in several languages.

type KeyOrder =
  /** Original order. */
  | 'kept'
  /** JavaScript: integer keys first, in ascending order. */
  | 'integers_first'
  /** UTF-8 bytes, the same as code point order: Go, Python, Rust. */
  | 'code_points'
  /** UTF-16 units: Java's TreeMap, JavaScript's sort. */
  | 'code_units'
  /** Buckets of a java.util.HashMap. */
  | 'java_hash';

type Entry<Value> = readonly [string, Value];

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Surrogates encode the highest code points, but sort below U+E000 to U+FFFF as units. */
function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left === right) continue;
    const isSurrogate = (unit: number) => unit >= 0xd8_00 && unit <= 0xdf_ff;
    return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

/** String.hashCode with the bit spreading of HashMap. */
function javaHash(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1)
    hash = (Math.imul(31, hash) + key.charCodeAt(index)) | 0;
  return hash ^ (hash >>> 16);
}

/** A HashMap starts with 16 buckets and doubles them when it is more than three quarters full. */
function inBuckets<Value>(entries: readonly Entry<Value>[]): readonly Entry<Value>[] {
  let buckets = 16;
  while (entries.length > buckets * 0.75) buckets *= 2;
  const bucket = ([key]: Entry<Value>) => javaHash(key) & (buckets - 1);
  return entries.toSorted((a, b) => bucket(a) - bucket(b));
}

const isArrayIndex = (key: string): boolean =>
  /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

function integersFirst<Value>(entries: readonly Entry<Value>[]): readonly Entry<Value>[] {
  const integers = entries.filter(([key]) => isArrayIndex(key));
  return [
    ...integers.toSorted(([a], [b]) => Number(a) - Number(b)),
    ...entries.filter(([key]) => !isArrayIndex(key)),
  ];
}

function sortEntries<Value>(
  entries: readonly Entry<Value>[],
  order: KeyOrder,
): readonly Entry<Value>[] {
  switch (order) {
    case 'kept':
      return entries;
    case 'integers_first':
      return integersFirst(entries);
    case 'code_points':
      return entries.toSorted(([a], [b]) => byCodePoints(a, b));
    case 'code_units':
      return entries.toSorted(([a], [b]) => byCodeUnits(a, b));
    case 'java_hash':
      return inBuckets(entries);
  }
}

export interface JsonStyle {
  readonly comma: string;
  readonly colon: string;
  /** Indent per level. If absent, the document is on one line. */
  readonly indent?: string;
  readonly lineEnd?: string;
  /** Arrays stay on one line even if objects are indented, as in Jackson. */
  readonly flatArrays?: boolean;
  readonly emptyObject?: string;
  readonly emptyArray?: string;
  /** Newlines inside empty objects and arrays, as in Ruby's json before 2.8. */
  readonly emptyLines?: boolean;
  readonly order: KeyOrder;
  /** PHP arrays: an object with the keys 0, 1, 2 … (or none) becomes a list. */
  readonly listsOfObjects?: boolean;
  /** PHP's JSON_FORCE_OBJECT: a list becomes an object with the keys 0, 1, 2 … */
  readonly objectsOfLists?: boolean;
  readonly dropNulls?: boolean;
  readonly text: WriteText;
  /** Format of keys, if different from other strings. */
  readonly key?: WriteText;
  readonly number: WriteNumber;
  /** Spelling of true, false and null, if different from JSON. */
  readonly words?: Readonly<Record<'true' | 'false' | 'null', string>>;
}

/**
 * Far more than any body is indented by. What is nested deeply takes that much for each of its values: many times its
 * own length (D62).
 */
const maxIndentLength = 1024 ** 2;

const isList = (entries: readonly (readonly [string, JsonNode])[]): boolean =>
  entries.every(([key], index) => key === String(index));

/** Returns undefined if a number can't be represented, or too much would be indented. */
export function writeJson(document: JsonNode, style: JsonStyle): string | undefined {
  const writeKey = style.key ?? style.text;

  let indentLength = 0;

  /** `times`: how often it is written. */
  function indent(depth: number, times = 1): string {
    const text = style.indent?.repeat(depth) ?? '';
    indentLength += times * text.length;
    return text;
  }

  function join(
    open: string,
    close: string,
    items: readonly string[],
    depth: number,
  ): string | undefined {
    if (style.indent === undefined) return `${open}${items.join(style.comma)}${close}`;
    const lineEnd = style.lineEnd ?? '\n';
    const inner = lineEnd + indent(depth + 1, items.length);
    const outer = lineEnd + indent(depth);
    if (indentLength > maxIndentLength) return undefined;
    return `${open}${inner}${items.join(`${style.comma.trimEnd()}${inner}`)}${outer}${close}`;
  }

  function writeArray(items: readonly JsonNode[], depth: number): string | undefined {
    if (items.length === 0)
      return style.emptyLines ? `[\n\n${indent(depth)}]` : (style.emptyArray ?? '[]');
    const written: string[] = [];
    for (const item of items) {
      const text = write(item, style.flatArrays ? depth : depth + 1);
      if (text === undefined) return undefined;
      written.push(text);
    }
    return style.flatArrays ? `[ ${written.join(', ')} ]` : join('[', ']', written, depth);
  }

  function writeObject(
    allEntries: readonly (readonly [string, JsonNode])[],
    depth: number,
  ): string | undefined {
    const entries = style.dropNulls
      ? allEntries.filter(([, value]) => value.kind !== 'literal' || value.word !== 'null')
      : allEntries;
    if (style.listsOfObjects && isList(entries))
      return writeArray(
        entries.map(([, value]) => value),
        depth,
      );
    if (entries.length === 0)
      return style.emptyLines ? `{\n${indent(depth)}}` : (style.emptyObject ?? '{}');
    const written: string[] = [];
    for (const [key, value] of sortEntries(entries, style.order)) {
      const text = write(value, depth + 1);
      if (text === undefined) return undefined;
      written.push(`${writeKey(key)}${style.colon}${text}`);
    }
    return join('{', '}', written, depth);
  }

  function write(node: JsonNode, depth: number): string | undefined {
    if (indentLength > maxIndentLength) return undefined;
    switch (node.kind) {
      case 'object':
        return writeObject(node.entries, depth);
      case 'array':
        return style.objectsOfLists
          ? writeObject(
              node.items.map((item, index) => [String(index), item] as const),
              depth,
            )
          : writeArray(node.items, depth);
      case 'string':
        return style.text(node.value);
      case 'number':
        return style.number(node.token);
      case 'literal':
        return style.words?.[node.word] ?? node.word;
    }
  }

  return write(document, 0);
}
