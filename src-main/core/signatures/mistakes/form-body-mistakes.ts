/** Forms that were parsed and serialized again, as each framework does it. */
import querystring from 'node:querystring';
import { formFieldsOf } from './form-fields-of.ts';
import type { Body, BodyMistake } from './mistake.ts';

/** Percent-encodes everything that the pattern matches, and spaces as "+". */
const encoder =
  (unsafe: RegExp) =>
  (text: string): string =>
    encodeURIComponent(text.toWellFormed())
      .replace(unsafe, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+');

/** encodeURIComponent keeps -_.!~*'() and each of these encodes some of them, too. */
const encoders = [
  // URLSearchParams, Ruby's URI.encode_www_form, and URLEncoder of Java and Spring.
  { encode: encoder(/[!~'()]/g), keepsEmpty: [true] },
  // PHP's http_build_query.
  { encode: encoder(/[!~*'()]/g), keepsEmpty: [true] },
  // Python's urlencode after parse_qs, which drops empty fields by default, and Go's Values.Encode.
  { encode: encoder(/[!*'()]/g), keepsEmpty: [true, false] },
  // Node's querystring writes spaces as %20.
  { encode: querystring.escape, keepsEmpty: [true] },
] as const;

/** Brackets are part of a value only. One pattern for both parts would take quadratic time (D62). */
const isForm = (text: string): boolean =>
  text.includes('=') && !/[\s{}"<>]/.test(text) && !/[[\]]/.test(text.slice(0, text.indexOf('=')));

function serialized({ bytes, text }: Body): readonly string[] {
  if (!isForm(text)) return [];
  const fields = formFieldsOf(bytes);
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return [fields, sorted].flatMap((order) =>
    encoders.flatMap(({ encode, keepsEmpty }) =>
      keepsEmpty.map((isKept) =>
        order
          .filter(([, value]) => isKept || value !== '')
          .map(([name, value]) => `${encode(name)}=${encode(value)}`)
          .join('&'),
      ),
    ),
  );
}

export const formBodyMistakes: readonly BodyMistake[] = [
  {
    code: 'body_form_serialized',
    message: 'The receiver hashed the form after parsing and serializing it.',
    fix: 'raw_body',
    change: serialized,
  },
];
