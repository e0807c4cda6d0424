import { maxCallBytes } from './limits.ts';

const encoder = new TextEncoder();

/** A UTF-16 code unit takes at most three bytes. */
const maxUtf8Bytes = (text: string): number => 3 * text.length;

/** Reused for every call up to the size limit. */
const sharedBuffer = new Uint8Array(3 * maxCallBytes);

/** Length of a text in UTF-8 bytes. Longer texts are rare and use a separate buffer. */
export function byteLength(text: string): number {
  const size = maxUtf8Bytes(text);
  const buffer = size <= sharedBuffer.length ? sharedBuffer : new Uint8Array(size);
  return encoder.encodeInto(text, buffer).written;
}
