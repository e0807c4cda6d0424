/** Characters that XML 1.0 does not have at all: no escape helps. */
const impossible = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for HTML or XML, as content or as the value of an attribute. */
export const markup = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
