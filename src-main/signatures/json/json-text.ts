/** String escaping of JSON libraries in several languages. */

export type WriteText = (value: string) => string;

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const lowerHex = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const upperHex = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Escapes what JSON requires, plus every UTF-16 unit that `more` matches. */
function escaping(
  more: RegExp,
  hex: (unit: string) => string = lowerHex,
  special: Readonly<Record<string, string>> = {},
): WriteText {
  const units = new RegExp(`["\\\\\\u0000-\\u001f]|${more.source}`, 'g');
  return (value) =>
    `"${value.replace(units, (unit) => special[unit] ?? shortEscapes[unit] ?? hex(unit))}"`;
}

const nothing = /(?!)/;
const slash = { '/': '\\/' };

/** Escapes only what JSON requires. Used by most languages. */
export const plainText = escaping(nothing);
/** Well-formed JSON.stringify escapes lone surrogates. */
export const javascriptText: WriteText = (value) => JSON.stringify(value);
export const asciiText = escaping(/[\u007f-\uffff]/);
/** Ruby doesn't escape DEL. */
export const rubyAsciiText = escaping(/[\u0080-\uffff]/);
export const jacksonText = escaping(nothing, upperHex);
/** Used by Go and Rails. */
export const htmlSafeText = escaping(/[<>&\u2028\u2029]/);
export const goUnescapedText = escaping(/[\u2028\u2029]/);
export const phpText = escaping(/[/\u0080-\uffff]/, lowerHex, slash);

/** PHP's JSON_HEX_* flags and the characters they escape. */
export const phpHexFlags = {
  tag: { '<': '\\u003C', '>': '\\u003E' },
  amp: { '&': '\\u0026' },
  apos: { "'": '\\u0027' },
  quot: { '"': '\\u0022' },
} as const;

export const phpHexText = (
  flags: readonly (keyof typeof phpHexFlags)[],
  unescaped: { readonly slashes: boolean; readonly unicode: boolean },
): WriteText => {
  const special = Object.assign(
    {},
    unescaped.slashes ? {} : slash,
    ...flags.map((flag) => phpHexFlags[flag]),
  );
  const more = `[${unescaped.unicode ? '\\u2028\\u2029' : '\\u0080-\\uffff'}${Object.keys(special).join('')}]`;
  return escaping(new RegExp(more), lowerHex, special);
};

export const ujsonText = escaping(/[/\u0080-\uffff]/, lowerHex, slash);
export const gsonText = escaping(/[<>&='\u2028\u2029]/);
export const gsonUnescapedText = escaping(/[\u2028\u2029]/);
export const newtonsoftText = escaping(/[\u0085\u2028\u2029]/);
/** System.Text.Json's default encoder also escapes characters with a meaning in HTML. */
export const dotnetText = escaping(/[&'+<>`\u007f-\uffff]/, upperHex, { '"': '\\u0022' });

/** org.json: "</" becomes "<\/", and two ranges of characters are escaped. */
const orgJsonEscaped = escaping(/[\u0080-\u009f\u2000-\u20ff]/);
export const orgJsonText: WriteText = (value) => orgJsonEscaped(value).replaceAll('</', '<\\/');

/** Python's repr of a string: single quotes, unless the text has single but no double quotes. */
export const pythonReprText: WriteText = (value) => {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const short: Readonly<Record<string, string>> = {
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    [quote]: `\\${quote}`,
  };
  const shown = value.replace(/[\\'"\n\r\t]|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
    if (character === '"' || character === "'") return short[character] ?? character;
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return (
      short[character] ??
      (code < 0x1_00
        ? `\\x${hex.padStart(2, '0')}`
        : code < 0x1_00_00
          ? `\\u${hex.padStart(4, '0')}`
          : `\\U${hex.padStart(8, '0')}`)
    );
  });
  return `${quote}${shown}${quote}`;
};

/** Ruby's inspect of a UTF-8 string. */
export const rubyInspectText: WriteText = (value) => {
  const short: Readonly<Record<string, string>> = {
    ...shortEscapes,
    '\u0007': '\\a',
    '\u000b': '\\v',
    '\u001b': '\\e',
  };
  // U+0085 counts as printable there.
  const hidden = /["\\[[\p{Cc}\p{Cn}\p{Zl}\p{Zp}]--[\x85]]]|#(?=[\{$@])/gv;
  const shown = value.replace(hidden, (character) => {
    if (character === '#') return '\\#';
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return short[character] ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`);
  });
  return `"${shown}"`;
};
