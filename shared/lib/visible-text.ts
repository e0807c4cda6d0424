/**
 * Text with a mark in place of every character that cannot be seen, so that a line end or a byte
 * order mark that spoils a signature is on the screen.
 */

const marks: Readonly<Record<string, string>> = {
  '\n': '␊',
  '\r': '␍',
  '\t': '␉',
  '\u007f': '␡',
  '\ufeff': '⟨BOM⟩',
  '\u00a0': '⟨NBSP⟩',
  '\u200b': '⟨ZWSP⟩',
  '\u2028': '⟨LS⟩',
  '\u2029': '⟨PS⟩',
  '\ufffd': '⟨U+FFFD⟩',
};

const named = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  // The control pictures stand in the order of the controls.
  if (code < 0x20) return String.fromCodePoint(0x24_00 + code);
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
};

/** Spaces stay as they are, but for those at either end. */
export const visibleText = (text: string): string =>
  text
    .replace(
      /[\p{C}\p{Zl}\p{Zp}\u00a0\ufffd]/gu,
      (character) => marks[character] ?? named(character),
    )
    .replace(/^ +| +$/g, (spaces) => '␠'.repeat(spaces.length));
