/** Largest request body, in bytes: 500 KB (spec 8, D7). */
export const maxRequestBytes = 512_000;

/** Maximum messages in a batch (D47). */
export const maxBatchMessages = 2_500;

/** Largest single call, in bytes of the message's JSON: 32 KB (spec 8, D7). */
export const maxCallBytes = 32_768;

/**
 * Maximum levels of objects and arrays in a message. Parsers have a limit too, often 512, and reject
 * the whole batch beyond it.
 */
export const maxNesting = 256;

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
