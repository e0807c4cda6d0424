/** Bodies as text, JSON and bytes. Pure. */

import type { JsonValue } from '#renderer/ui/json-tree.tsx';
import { parseExact } from '#shared/lib/exact-json.ts';
import { formatBytes } from '#shared/lib/format.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';

/** The parsed JSON if it is an object or a list; undefined if there is no tree to show. */
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

/** Stored bytes; of a truncated body, its start. */
export function keptBytes(body: Bytes): number {
  return body.truncated ? bytesOf(body).length : body.byteLength;
}

/**
 * Why a response body is incomplete: either it exceeded the display limit, so its full length is
 * unknown, or it ended early.
 */
export function cutOffText(body: Bytes): string {
  const keptLength = keptBytes(body);
  return body.byteLength > keptLength
    ? `Truncated: the first ${formatBytes(keptLength)} are kept.`
    : 'Incomplete: the connection closed or the 5 s limit was reached.';
}

export function textBytes(text: string, byteLength?: number): Bytes {
  const length = byteLength ?? new TextEncoder().encode(text).length;
  return { text, base64: null, byteLength: length, truncated: false };
}
