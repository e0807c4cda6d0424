/** Parts of the body, and the body decoded in parts. */
import { parseExact } from '#shared/kit/exact-json.ts';
import type { Body } from './mistake.ts';

/** Maximum number of parts to try, and their maximum depth. */
const maxMembers = 50;
const maxDepth = 3;

/** The objects and arrays in the body, each serialized alone. */
export function members({ text }: Body): readonly string[] {
  const found: string[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return;
    for (const member of Object.values(value)) {
      if (found.length >= maxMembers) return;
      if (typeof member !== 'object' || member === null) continue;
      found.push(JSON.stringify(member));
      collect(member, depth + 1);
    }
  };
  try {
    const root = parseExact(text);
    // The first item of a batch is a mistake of its own.
    if (!Array.isArray(root)) collect(root, 1);
  } catch {
    return [];
  }
  return found;
}

/** Bytes to hash for all places together. */
const maxSplitBytes = 8 * 1024 * 1024;

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** A decoder without state replaces the start of a split character with one U+FFFD, and each byte after it with another. */
export function splitCharacters({ bytes }: Body): readonly Buffer[] {
  const maxCount = Math.floor(maxSplitBytes / (bytes.length + 1));
  const found: Buffer[] = [];
  for (let at = 1; at < bytes.length && found.length < maxCount; at += 1) {
    if (!isContinuation(bytes[at])) continue;
    let [from, to] = [at, at];
    while (isContinuation(bytes[from])) from -= 1;
    while (isContinuation(bytes[to])) to += 1;
    for (const middle of ['\ufffd'.repeat(1 + to - at), ''])
      found.push(Buffer.concat([bytes.subarray(0, from), Buffer.from(middle), bytes.subarray(to)]));
  }
  return found;
}
