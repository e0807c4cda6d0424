/** Words of commands for a POSIX shell or fish. */

import { ciCommand } from './visible-text.ts';

/**
 * Maximum bytes of a line. Shells without a line editor read from the terminal, which truncates lines
 * after 4,095 bytes, including the closing quote (N_TTY_BUF_SIZE).
 */
const maxLineBytes = 3_900;
/** A code point takes at most 4 bytes in UTF-8, as an escaped quote or as an octal escape. */
const maxLineCharacters = Math.floor(maxLineBytes / 4);

const utf8 = new TextEncoder();

/** In fish, a backslash also escapes inside single quotes. Outside quotes, all shells agree. */
const inQuotes = (text: string): string =>
  `'${text
    .replaceAll(/['\\]/g, (character) => `'\\${character}'`)
    // The same word, but no command in the log of CI.
    .replaceAll(ciCommand, "#''#")}'`;

/**
 * Quotes a word for any shell. `text` must not contain control characters, which a terminal would
 * interpret.
 */
export function quoted(text: string): string {
  const word = inQuotes(text);
  if (utf8.encode(word).length <= maxLineBytes) return word;
  const parts = text.match(new RegExp(`.{1,${maxLineCharacters}}`, 'gsu')) ?? [];
  return parts.map(inQuotes).join('\\\n');
}

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

const octals = (text: string): string => Array.from(utf8.encode(text), octal).join('');

/**
 * Control and format characters, including line feeds and other separators of lines, may be interpreted or hidden by a terminal.
 */
export const isPrintable = (text: string): boolean => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);

const latin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/**
 * A quoted printf format that prints exactly these bytes (POSIX: \ddd is octal, %% a percent sign).
 * It contains no quote, backslash or exclamation mark that a shell could expand.
 */
export function printfFormat(content: string | Uint8Array): string {
  const escaped =
    typeof content === 'string'
      ? content.replaceAll(/[\p{C}\p{Zl}\p{Zp}'!\\]/gu, octals)
      : latin1(content).replaceAll(/[^ -~]|['!\\]/gu, (character) =>
          octal(character.charCodeAt(0)),
        );
  // A leading hyphen would be parsed as an option. The backslashes are part of the octal escapes.
  const format = escaped
    .replaceAll('%', '%%')
    .replaceAll(ciCommand, '#\\043')
    .replace(/^-/, '\\055');
  if (utf8.encode(format).length <= maxLineBytes) return `'${format}'`;
  const parts = format.match(new RegExp(`.{1,${maxLineCharacters}}`, 'gsu')) ?? [];
  return parts.map((part) => `'${part}'`).join('\\\n');
}

/**
 * Any text as a word for any shell, safe to paste. Line breaks at its end are lost if it has control
 * characters, since a terminal would interpret them in quotes.
 */
export function shellWord(text: string): string {
  if (/^[\w%+=:,./@-]+$/.test(text)) return text;
  return isPrintable(text) ? quoted(text) : `"$(printf ${printfFormat(text)})"`;
}
