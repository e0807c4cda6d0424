/** Bodies as text, JSON and bytes. Pure. */
import type { JsonValue } from '#renderer/ui/json-tree-rows.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';

/** The parsed text, where it is an object or a list; undefined where there is no tree to show. */
export function jsonOf(text: string | null): JsonValue | undefined {
  if (text === null || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export function bytesOf({ text, base64 }: Pick<Bytes, 'text' | 'base64'>): Uint8Array {
  if (text !== null) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0));
}

export function textBytes(text: string, byteLength?: number): Bytes {
  const length = byteLength ?? new TextEncoder().encode(text).length;
  return { text, base64: null, byteLength: length, truncated: false };
}
