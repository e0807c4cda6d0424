/** Two bodies, as bytes and as what they mean. Pure. */
import { bytesOf } from '#renderer/parts/body-bytes.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';
import { type BytesCompared, compareBytes } from './byte-differences.ts';
import {
  type JsonDifference,
  jsonDifferences,
  type Spelling,
  spellingsOf,
} from './json-differences.ts';
import { readJson } from './json-text.ts';

/** What two bodies mean, as JSON. `unreadable`: one of them is no JSON object or list. */
type Meaning =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'same'; readonly spellings: readonly Spelling[] }
  | { readonly kind: 'other'; readonly differences: readonly JsonDifference[] };

export interface BodiesCompared {
  readonly bytes: BytesCompared;
  readonly meaning: Meaning;
}

/** Null where one of the two is no JSON object or list, or they are not the same of these. */
export function meaningOf(before: string, after: string): Meaning {
  const [from, to] = [readJson(before), readJson(after)];
  if (from === null || to === null || from.root.kind !== to.root.kind)
    return { kind: 'unreadable' };
  const differences = jsonDifferences(from, to);
  return differences.length > 0
    ? { kind: 'other', differences }
    : { kind: 'same', spellings: spellingsOf(from, to) };
}

/** Of bodies that were cut off, what is kept is compared. */
export function compareBodies(before: Bytes, after: Bytes): BodiesCompared {
  return {
    bytes: compareBytes(bytesOf(before), bytesOf(after)),
    meaning:
      before.text === null || after.text === null
        ? { kind: 'unreadable' }
        : meaningOf(before.text, after.text),
  };
}
