/** Two bodies, as bytes and as what they mean. Pure. */
import { bytesOf } from '#renderer/components/body-bytes.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';
import { type BytesCompared, compareBytes } from './byte-differences.ts';
import {
  type JsonDifference,
  jsonDifferences,
  type Spelling,
  spellingsOf,
} from './json-differences.ts';
import { readJson } from './json-text.ts';

/**
 * What two bodies mean, as JSON. `unreadable`: one of them is no JSON object or list, or they are not
 * the same of these. `large`: only compared when asked for.
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
  if (from === null || to === null || from.root.kind !== to.root.kind)
    return { kind: 'unreadable' };
  const differences = jsonDifferences(from, to);
  return differences.length > 0
    ? { kind: 'other', differences }
    : { kind: 'same', spellings: spellingsOf(from, to) };
}

/** Both together; reading as many characters takes some 20 ms. No message is larger, nor an answer. */
const comparedAtOnce = 200_000;

function meaningAtOnce(before: Bytes, after: Bytes): Meaning {
  if (before.text === null || after.text === null) return { kind: 'unreadable' };
  return before.text.length + after.text.length > comparedAtOnce
    ? { kind: 'large' }
    : meaningOf(before.text, after.text);
}

/** Of bodies that were cut off, what is kept is compared. */
export function compareBodies(before: Bytes, after: Bytes): BodiesCompared {
  return {
    bytes: compareBytes(bytesOf(before), bytesOf(after)),
    meaning: meaningAtOnce(before, after),
  };
}
