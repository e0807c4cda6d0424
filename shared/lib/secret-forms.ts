/** The forms in which requests, responses and reports may have a secret. */
import { percentEncoded } from './webhook-url.ts';

/** Shorter encoded forms occur in texts by chance. */
const minEncodedLength = 6;

/** UTF-8 bytes of a text with one character each, the input of base64. */
const utf8 = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Base64 of a text that contains the secret: it starts at one of three positions of a group. */
const base64Forms = (bytes: string): readonly string[] => [
  btoa(bytes).replace(/=+$/, ''),
  ...[0, 1, 2].map((shift) => {
    const base64 = btoa('\0'.repeat(shift) + bytes);
    // The characters at both ends depend on the text around it.
    return base64.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  }),
];

/** The `URL` parser percent-encodes differently in paths and queries. */
const urlForms = (text: string): readonly string[] => [
  encodeURIComponent(text),
  percentEncoded(text),
  encodeURI(text),
  encodeURIComponent(text).replaceAll('%20', '+'),
  ...['http://a/', 'http://a/?'].map((start) =>
    (URL.parse(start + text)?.href ?? '').slice(start.length),
  ),
  // In a host name, `URL` changes the case.
  text.toLowerCase(),
];

/** Headers have printable ASCII only; the other characters are percent-encoded. */
const headerForm = (text: string): string => text.replaceAll(/[^ -~]/gu, encodeURIComponent);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Messages may have JSON in a text of JSON. */
const jsonForms = (text: string): readonly string[] => {
  const once = inJson(text);
  const twice = inJson(once);
  return [once, twice, inJson(twice)];
};

/** The secret itself, and its encodings. */
export function secretForms(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const bytes = utf8(text);
  const base64 = base64Forms(bytes);
  const encoded = [
    ...[bytes, headerForm(text), ...jsonForms(text)],
    ...urlForms(text),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [
    ...new Set([secret, text, ...encoded.filter(({ length }) => length >= minEncodedLength)]),
  ];
}
