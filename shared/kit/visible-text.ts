/**
 * Replaces invisible characters with marks, so that a newline or byte order mark that breaks a
 * signature is visible. The marks exist in every font.
 */

const names: Readonly<Record<string, string>> = {
  '\0': 'NUL',
  '\t': 'TAB',
  '\n': 'LF',
  '\r': 'CR',
  '\u007f': 'DEL',
  '\u00a0': 'NBSP',
  '\u200b': 'ZWSP',
  '\u2028': 'LS',
  '\u2029': 'PS',
  '\ufeff': 'BOM',
};

function mark(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `‹${names[character] ?? `U+${code}`}›`;
}

/** Keeps spaces, except at the start and end. A match only starts at the first of several spaces: linear time. */
export const visibleText = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}\u00a0\ufffd]/gu, mark)
    .replace(/^ +|(?<! ) +$/g, (spaces) => '‹SP›'.repeat(spaces.length));

/** Control and format characters, except joiners of emoji and scripts. */
const control = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;

/**
 * Text for single-line lists. Marks control and format characters, including those that change the
 * text direction. Keeps joiners of emoji and scripts, and characters of newer Unicode versions.
 */
export const visibleLine = (text: string): string => text.replace(control, mark);

/** The same for texts with lines and tabs. */
export const visibleLines = (text: string): string =>
  text.replace(control, (character) => (/[\t\n\r]/.test(character) ? character : mark(character)));

const escapedUnits = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** The start of a command in logs of GitHub Actions (`##[`), Azure Pipelines (`##vso[`) and TeamCity (`##teamcity[`). */
export const ciCommand = /##(?=[a-z]*\[)/gi;

/** One line for the log of CI, without commands; `::` at the start of a line is one of GitHub Actions. */
export const ciLine = (text: string): string =>
  visibleLine(text)
    .replace(ciCommand, '## ')
    .replace(/^(\s*):(?=:)/, '$1: ');

/** Also at the end, in case a next piece of JSON completes the command. */
const ciCommandInPiece = /#(?:#(?=[a-z]*(?:\[|$))|$)/gi;

/**
 * The same JSON, or a piece of it, for a terminal or the log of CI: escapes what `JSON.stringify` leaves as it is, such as
 * U+009B and characters that change the text direction, and commands in logs of CI.
 */
export const escapedJson = (json: string): string =>
  json
    .replace(control, (character) =>
      /[\t\n\r]/.test(character) ? character : escapedUnits(character),
    )
    .replace(ciCommandInPiece, (found) => escapedUnits(found));
