/** How languages and template engines escape a text that they print. */
const json = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Each character that is no letter or digit, by its code. */
const coded =
  (escaping: (code: number) => string) =>
  (text: string): string =>
    text.replaceAll(/[^a-zA-Z\d]/gu, (character) => escaping(character.codePointAt(0) ?? 0));

const hex = (code: number, length = 0): string => code.toString(16).padStart(length, '0');

/** In UTF-16. */
const unicode = (text: string, spell = (digits: string) => digits): string =>
  text.replaceAll(/[^a-zA-Z\d]/g, (unit) => `\\u${spell(hex(unit.charCodeAt(0), 4))}`);

const named = (text: string): string =>
  [
    ['&', '&amp;'],
    ['"', '&quot;'],
    ["'", '&apos;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['/', '&sol;'],
    ['+', '&plus;'],
    ['=', '&equals;'],
    ['€', '&euro;'],
    ['→', '&srarr;'],
    ['∳', '&CounterClockwiseContourIntegral;'],
  ].reduce((escaped, [character = '', entity = '']) => escaped.replaceAll(character, entity), text);

const ascii = (text: string): string =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => unicode(unit));

const slashes = (text: string): string => json(text).replaceAll('/', '\\/');

const php = (text: string): string => ascii(slashes(text));

export const escapes: Readonly<Record<string, (text: string) => string>> = {
  json,
  'json of JavaScript with slashes': slashes,
  'json of PHP': php,
  'json of Python': (text) => ascii(json(text)),
  'json of PHP in JSON': (text) => php(php(text)),
  'json in JSON in JSON': (text) => json(json(json(text))),
  'json of .NET': (text) => unicode(text, (digits) => digits.toUpperCase()),
  'json in lower case': (text) => unicode(text),
  'bytes of a string': coded((code) => (code < 256 ? `\\x${hex(code, 2)}` : `\\u{${hex(code)}}`)),
  'code points of Python': coded((code) => `\\U${hex(code, 8)}`),
  'code points of Perl': coded((code) => `\\x{${hex(code)}}`),
  'code points of a string': coded((code) => `\\u{${hex(code)}}`),
  'bytes in octal': (text) =>
    text.replaceAll(/[^a-zA-Z\d]/gu, (character) =>
      Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(
        '',
      ),
    ),
  'a pattern': (text) => text.replaceAll(/[^a-zA-Z\d]/gu, '\\$&'),
  'names in HTML': named,
  'names of letters in HTML': (text) => named(text).replaceAll('é', '&eacute;'),
  'decimal in HTML': coded((code) => `&#${code};`),
  'decimal in HTML, with zeros': coded((code) => `&#${String(code).padStart(5, '0')};`),
  'hexadecimal in HTML': coded((code) => `&#x${hex(code).toUpperCase()};`),
  'hexadecimal in HTML, in lower case': coded((code) => `&#x${hex(code)};`),
  'upper case in HTML': coded((code) => `&#X${hex(code).toUpperCase()};`),
  'HTML in JSON': (text) => php(named(text)),
  'HTML in JSON of .NET': (text) => unicode(coded((code) => `&#${code};`)(text)),
  'a URL': encodeURIComponent,
  'a URL, in lower case': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (escaping) => escaping.toLowerCase()),
  'a URL in HTML': (text) => coded((code) => `&#${code};`)(encodeURIComponent(text)),
  'some characters': (text) =>
    [...text]
      .map((character, at) => [character, unicode(character), named(character)][at % 3])
      .join(''),
};
