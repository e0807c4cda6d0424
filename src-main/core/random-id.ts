import { createHash } from 'node:crypto';
import type { Random } from './ports.ts';

/** Without the look-alikes 0, i, l and o: ids are read aloud and typed. 32 letters, so 5 bits each. */
export const letters = '123456789abcdefghjkmnpqrstuvwxyz';

/** `length` random letters: 5 bits of randomness each. */
export function randomText(random: Random, length: number): string {
  return Array.from(random.bytes(length), (byte) => letters[byte % 32]).join('');
}

/** The first 16 bytes as a UUID (RFC 9562, 4). */
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

/** A UUID of version 4, for messages that come without a messageId (D9). */
export const randomUuid = (random: Random): string => formatUuid(random.bytes(16), 4);

/** A UUID of version 8: the same one for the same parts. */
export const derivedUuid = (parts: readonly (string | number)[]): string =>
  formatUuid(createHash('sha256').update(JSON.stringify(parts)).digest(), 8);
