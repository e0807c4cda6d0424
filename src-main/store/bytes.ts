import type { Bytes } from '#shared/deliveries/delivery.ts';

/** Returns text if the bytes are UTF-8, with its BOM. A final character cut off by truncation is allowed. */
export function toBytes(bytes: Uint8Array, byteLength: number, truncated: boolean): Bytes {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes, { stream: truncated });
    return { text, base64: null, byteLength, truncated };
  } catch {
    return { text: null, base64: Buffer.from(bytes).toString('base64'), byteLength, truncated };
  }
}
