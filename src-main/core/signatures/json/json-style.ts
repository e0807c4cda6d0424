/** Serializes a document like a given JSON library: spacing, key order, strings and numbers. */
import type { JsonNode } from './json-document.ts';
import type { WriteNumber } from './json-numbers.ts';
import type { WriteText } from './json-text.ts';
import { type KeyOrder, sortEntries } from './key-order.ts';

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

const isList = (entries: readonly (readonly [string, JsonNode])[]): boolean =>
  entries.every(([key], index) => key === String(index));

/** Returns undefined if a number can't be represented. */
export function writeJson(document: JsonNode, style: JsonStyle): string | undefined {
  const writeKey = style.key ?? style.text;

  const indent = (depth: number): string => style.indent?.repeat(depth) ?? '';

  function join(open: string, close: string, items: readonly string[], depth: number): string {
    if (style.indent === undefined) return `${open}${items.join(style.comma)}${close}`;
    const lineEnd = style.lineEnd ?? '\n';
    const inner = lineEnd + indent(depth + 1);
    const outer = lineEnd + indent(depth);
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
