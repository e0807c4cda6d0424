/**
 * Reads the fields of a form (WHATWG URL 5.1). URLSearchParams takes quadratic time for fields without "=" (D62), and
 * removes a "?" from the first.
 */
export type FormField = readonly [name: string, value: string];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const decoded = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
      decoder.decode(Uint8Array.from(bytes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))),
    );

export const formFields = (text: string): readonly FormField[] =>
  text
    .toWellFormed()
    .split('&')
    .filter((field) => field !== '')
    .map((field) => {
      const [name = ''] = field.split('=', 1);
      return [decoded(name), decoded(field.slice(name.length + 1))];
    });
