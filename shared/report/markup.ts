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

/** Style of all HTML reports, in light and dark. */
export const reportStyle = `
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin-bottom: 0; }
h2 { font-size: 1rem; margin: 1.6rem 0 0.4rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; }
th, td { padding: 0.35rem 0.6rem; border-bottom: 1px solid light-dark(#ddd, #333); vertical-align: top; }
code { font-size: 0.85rem; }
.passed { color: light-dark(#166534, #86efac); }
.failed { color: light-dark(#b01c1c, #fca5a5); }
.note, .code { color: light-dark(#555, #aaa); }`;
