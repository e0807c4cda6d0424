/** Size limits for messages and for the data a batch adds to them (spec 8, D7). */
import { maxBatchMessages, maxCallBytes } from '#shared/client/limits.ts';
import type { Invalid } from './normalize.ts';

/**
 * JSON bytes a batch may add without counting, such as the SDK's library name. SDKs check the limit
 * before adding this, so counting it would reject messages they consider valid.
 */
const freeAddedBytes = 1_024;

/**
 * Maximum bytes a batch may add to all its messages together. They are stored and sent with each
 * message, so a few KB of context would become hundreds of MB. A full batch may add the free bytes.
 */
const maxAddedBytes = maxBatchMessages * freeAddedBytes;

/**
 * Error if a message is too large as compact JSON, otherwise null (D65). Includes the bytes its batch
 * adds.
 */
export function tooLarge(json: string, addedBytes = 0): Invalid | null {
  const bytes = Buffer.byteLength(json);
  const countedBytes = bytes + (addedBytes > freeAddedBytes ? addedBytes : 0);
  if (countedBytes <= maxCallBytes) return null;
  return {
    code: 'payload_too_large',
    problem: { code: 'message_too_large', params: { withBatch: bytes <= maxCallBytes } },
  };
}

/** Whether a message is too large regardless of the digits of its numbers, which are expensive to keep. */
export const isFarTooLarge = (message: unknown): boolean =>
  JSON.stringify(message).length > 2 * maxCallBytes;

/** Error if a batch adds too much to its messages, otherwise null. */
export function addsTooMuch(addedBytes: number, messages: number): Invalid | null {
  if (addedBytes * messages <= maxAddedBytes) return null;
  return {
    code: 'payload_too_large',
    problem: { code: 'batch_adds_too_much', params: { bytes: addedBytes, messages } },
  };
}

/** JSON bytes that a batch adds to each message. */
export const addedBytesOf = (added: readonly (object | null)[]): number =>
  added
    .filter((object) => object !== null)
    .reduce((sum, object) => sum + Buffer.byteLength(JSON.stringify(object)), 0);
