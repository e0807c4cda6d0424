import { createHash, randomBytes } from 'node:crypto';
import type { Random } from './ports.ts';

/**
 * Excludes the similar characters 0, i, l and o, because IDs are read aloud and typed. 32
 * characters, so 5 bits each.
 */
export const letters = '123456789abcdefghjkmnpqrstuvwxyz';

/** Returns `length` random characters with 5 bits of randomness each. */
export function randomText(random: Random, length: number): string {
  return Array.from(random.bytes(length), (byte) => letters[byte % 32]).join('');
}

/** Formats the first 16 bytes as a UUID (RFC 9562, 4). */
function formatUuid(bytes: Uint8Array, version: number): string {
  const all = Buffer.from(bytes.subarray(0, 16));
  all[6] = ((all[6] ?? 0) & 0x0f) | (version << 4);
  all[8] = ((all[8] ?? 0) & 0x3f) | 0x80;
  const hex = all.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** A version 4 UUID, for messages without a messageId (D9). */
export const randomUuid = (random: Random): string => formatUuid(random.bytes(16), 4);

/** A version 8 UUID. The same parts produce the same UUID. */
export const derivedUuid = (parts: readonly (string | number)[]): string =>
  formatUuid(createHash('sha256').update(JSON.stringify(parts)).digest(), 8);

/** Random numbers from the operating system. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
