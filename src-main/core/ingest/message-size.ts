/** How large a call may be, and what its batch adds to it (spec 8, D7). */
import { maxBatchMessages, maxCallBytes } from '#shared/client/limits.ts';
import type { Invalid } from './invalid.ts';

/**
 * What SDKs say of themselves for a whole batch, such as the library's name, in bytes of JSON: it comes
 * on top of a call, which would otherwise be within the limit where it is made and over it here.
 */
const freeAddedBytes = 1_024;

/**
 * What a batch may add to all of its messages together: each of them is stored and sent with it, so
 * that some KB of context would become some hundred MB. A full batch may add what is free.
 */
const maxAddedBytes = maxBatchMessages * freeAddedBytes;

/** Why a call is too large; null when it is not. What its batch adds to it counts as well. */
export function tooLarge(json: string, addedBytes = 0): Invalid | null {
  const bytes = Buffer.byteLength(json);
  const countedBytes = bytes + (addedBytes > freeAddedBytes ? addedBytes : 0);
  if (countedBytes <= maxCallBytes) return null;
  const what =
    bytes > maxCallBytes ? 'The message is' : 'The message and what its batch adds to it are';
  return {
    code: 'payload_too_large',
    message: `${what} over 32 KB (32,768 bytes): send less with it.`,
  };
}

/** Why a batch adds too much to its messages; null when it does not. */
export function addsTooMuch(addedBytes: number, messages: number): Invalid | null {
  if (addedBytes * messages <= maxAddedBytes) return null;
  const count = messages.toLocaleString('en');
  return {
    code: 'payload_too_large',
    message: `The batch adds ${addedBytes.toLocaleString('en')} bytes of context and integrations to each of its ${count} messages, more than 2.5 MB in all. Send fewer messages with them.`,
  };
}

/** What a batch adds to each of its messages, in bytes of JSON. */
export const addedBytesOf = (added: readonly (object | null)[]): number =>
  added
    .filter((one) => one !== null)
    .reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0);
