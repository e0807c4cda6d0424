import { formatCount } from '#shared/lib/format.ts';

/** Names the changed byte; null if the bodies can't be compared. Pure. */
export function changedByte(typed: string, sentText: string | null): string | null {
  if (sentText === null) return null;
  const [before, after] = [new TextEncoder().encode(typed), new TextEncoder().encode(sentText)];
  const at = before.findIndex((byte, index) => byte !== after[index]);
  if (at < 0 || before.length !== after.length) return null;
  const hexOf = (byte: number | undefined): string =>
    byte !== undefined && byte > 32 && byte < 127
      ? `"${String.fromCharCode(byte)}"`
      : `0x${(byte ?? 0).toString(16).padStart(2, '0')}`;
  return `Byte ${formatCount(at + 1)} changed from ${hexOf(before[at])} to ${hexOf(after[at])}.`;
}
