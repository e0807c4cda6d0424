import { visibleLines } from '../lib/visible-text.ts';

/** Characters that XML 1.0 does not allow, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML or XML, in content and attribute values. Control characters are marked. */
export const markup = (text: string): string =>
  visibleLines(text.toWellFormed())
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
