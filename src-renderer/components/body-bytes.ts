import { formatBytes } from '#shared/lib/format.ts';
/** Bodies as text, JSON and bytes. Pure. */

import type { JsonValue } from '#renderer/ui/json-tree.tsx';
import { parseExact } from '#shared/lib/exact-json.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';

/** The parsed text, where it is an object or a list; undefined where there is no tree to show. */
export function jsonOf(text: string | null): JsonValue | undefined {
  if (text === null || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExact(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export function bytesOf({ text, base64 }: Pick<Bytes, 'text' | 'base64'>): Uint8Array {
  if (text !== null) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0));
}

/** Bytes that are here to be looked at; of what was cut off, that is the beginning. */
export function keptBytes(body: Bytes): number {
  return body.truncated ? bytesOf(body).length : body.byteLength;
}

/**
 * Why an answer's body is not all here: it is read no further than is kept for display, so that
 * nobody knows how long it would have been; or it ended before that.
 */
export function cutOffText(body: Bytes): string {
  const kept = keptBytes(body);
  return body.byteLength > kept
    ? `Of an answer ${formatBytes(kept)} are kept; the rest was not read.`
    : `It broke off here, or was not complete within 5 seconds.`;
}

export function textBytes(text: string, byteLength?: number): Bytes {
  const length = byteLength ?? new TextEncoder().encode(text).length;
  return { text, base64: null, byteLength: length, truncated: false };
}
