import { maxCallBytes } from './limits.ts';

const encoder = new TextEncoder();

/** No UTF-16 unit takes more than three bytes. */
const roomFor = (text: string): number => 3 * text.length;

/** Room for any call that is taken. */
const scratch = new Uint8Array(3 * maxCallBytes);

/** Bytes of a text in UTF-8. Longer ones are rare: the room they need is not kept. */
export function byteLength(text: string): number {
  const room = roomFor(text) <= scratch.length ? scratch : new Uint8Array(roomFor(text));
  return encoder.encodeInto(text, room).written;
}
