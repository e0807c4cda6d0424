const encoder = new TextEncoder();

/** Grows to the longest text that was measured; longer ones are rare. */
let scratch = new Uint8Array(4_096);

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  // No UTF-16 unit takes more than three bytes.
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 3);
  return encoder.encodeInto(text, scratch).written;
}
