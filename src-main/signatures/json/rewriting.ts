/** Describes how a re-serialized body differs, without naming a language. */
import { type JsonNode, readJson } from './json-document.ts';

type Objects = readonly (readonly string[])[];

function keysOf(node: JsonNode): Objects {
  if (node.kind === 'array') return node.items.flatMap(keysOf);
  if (node.kind !== 'object') return [];
  return [node.entries.map(([key]) => key), ...node.entries.flatMap(([, value]) => keysOf(value))];
}

const outsideOfStrings = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');

const countOf = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

const isSorted = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') <= key);

function orderOf(before: JsonNode, after: JsonNode): string | undefined {
  const [keysBefore, keysAfter] = [keysOf(before), keysOf(after)];
  if (JSON.stringify(keysBefore) === JSON.stringify(keysAfter)) return undefined;
  const inOrder = (objects: Objects): string =>
    JSON.stringify(objects.map((keys) => keys.toSorted()).toSorted());
  if (inOrder(keysBefore) !== inOrder(keysAfter)) return 'different keys';
  return keysAfter.every(isSorted) ? 'keys sorted' : 'keys in a different order';
}

/** Returns undefined if the result is not JSON. */
export function rewritingOf(before: string, after: string): readonly string[] | undefined {
  const [first, second] = [readJson(before), readJson(after)];
  if (first === undefined || second === undefined) return undefined;
  const [bare, bareAfter] = [outsideOfStrings(before), outsideOfStrings(after)];
  const hasMore = (part: RegExp): boolean => countOf(after, part) > countOf(before, part);
  const numbers = (text: string) => JSON.stringify(text.match(/-?\d[\d.eE+-]*/g)?.toSorted());
  // Without other line breaks after the first, which would take quadratic time.
  const lineStart = /\n[^\S\n]*["}\]]/;
  const isIndented = lineStart.test(bareAfter) && !lineStart.test(bare);
  return [
    orderOf(first, second),
    isIndented ? 'indented' : undefined,
    !isIndented && /[:,] /.test(bareAfter) && !/[:,] /.test(bare)
      ? 'a space after every comma and colon'
      : undefined,
    hasMore(/\\\//g) ? 'slashes as \\/' : undefined,
    hasMore(/\\u00(?:3c|3e|26|27|22|2b|3d|60)/gi) ? 'HTML characters as \\u escapes' : undefined,
    hasMore(/\\u(?!00[0-7])[\da-f]{4}/gi) ? 'characters beyond ASCII as \\u escapes' : undefined,
    countOf(bare, /\{\s*\}/g) > countOf(bareAfter, /\{\s*\}/g) ? 'empty objects as []' : undefined,
    numbers(bare) === numbers(bareAfter) ? undefined : 'numbers formatted differently',
    after.endsWith('\n') && !before.endsWith('\n') ? 'a trailing newline' : undefined,
  ].filter((feature) => feature !== undefined);
}
