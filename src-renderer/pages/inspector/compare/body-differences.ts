/** Compares two bodies as bytes and as JSON. Pure. */

import { bytesOf } from '#renderer/components/body-bytes.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';
import {
  type JsonDifference,
  jsonDifferences,
  readJson,
  type Spelling,
  spellingsOf,
} from './json-differences.ts';

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

/** The differing part of a text with some context. */
interface TextHunk {
  /** End of the common prefix. */
  readonly lead: string;
  readonly before: string;
  readonly after: string;
  /** Start of the common suffix. */
  readonly tail: string;
  /** Characters of the common prefix and suffix that are not shown. */
  readonly leadMore: number;
  readonly tailMore: number;
}

/** Enough context to recognize the position. */
const contextCharacters = 80;

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Keeps surrogate pairs together. */
function wholeCharacters(text: string, at: number): number {
  return isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at;
}

export function textHunk(before: string, after: string): TextHunk {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  start = Math.min(wholeCharacters(before, start), wholeCharacters(after, start));
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end])
    end += 1;
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
  const leadFrom = wholeCharacters(before, Math.max(0, start - contextCharacters));
  const tailFrom = before.length - end;
  const tailTo = wholeCharacters(before, Math.min(before.length, tailFrom + contextCharacters));
  return {
    lead: before.slice(leadFrom, start),
    before: before.slice(start, tailFrom),
    after: after.slice(start, after.length - end),
    tail: before.slice(tailFrom, tailTo),
    leadMore: leadFrom,
    tailMore: before.length - tailTo,
  };
}
