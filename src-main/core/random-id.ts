import type { Random } from './ports.ts';

/** Without the look-alikes 0, i, l and o: ids are read aloud and typed. 32 letters, so 5 bits each. */
export const letters = '123456789abcdefghjkmnpqrstuvwxyz';

/** `length` random letters: 5 bits of randomness each. */
export function randomText(random: Random, length: number): string {
  return Array.from(random.bytes(length), (byte) => letters[byte % 32]).join('');
}

/** A UUID of version 4, for messages that come without a messageId (D9). */
export function randomUuid(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
