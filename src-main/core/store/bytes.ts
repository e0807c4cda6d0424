import type { Bytes } from '#shared/schemas/delivery.ts';

/** As text where the bytes are UTF-8; a character cut in two by truncation does not count against it. */
export function toBytes(bytes: Uint8Array, byteLength: number, truncated: boolean): Bytes {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: truncated });
    return { text, base64: null, byteLength, truncated };
  } catch {
    return { text: null, base64: Buffer.from(bytes).toString('base64'), byteLength, truncated };
  }
}
