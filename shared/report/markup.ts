import { ciCommand, visibleLines } from '#shared/kit/visible-text.ts';

/** Characters that XML 1.0 does not allow, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/**
 * Escapes text for HTML or XML, in content and attribute values. Control characters are marked. Text starts no line of
 * the file and has no command, because the log of CI may show the file.
 */
export const markup = (text: string): string =>
  visibleLines(text.toWellFormed())
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? character)
    .replace(ciCommand, '#&#35;');
