/** Says which byte of a body is another one than was typed; null where they cannot be compared. Pure. */
export function changedByte(typed: string, sent: string | null): string | null {
  if (sent === null) return null;
  const [before, after] = [new TextEncoder().encode(typed), new TextEncoder().encode(sent)];
  const at = before.findIndex((byte, index) => byte !== after[index]);
  if (at < 0 || before.length !== after.length) return null;
  const shown = (byte: number | undefined): string =>
    byte !== undefined && byte > 32 && byte < 127
      ? `“${String.fromCharCode(byte)}”`
      : `0x${(byte ?? 0).toString(16).padStart(2, '0')}`;
  return `Byte ${(at + 1).toLocaleString('en')} becomes ${shown(after[at])} where ${shown(before[at])} was signed.`;
}
