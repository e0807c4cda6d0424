/** Forms that were parsed and serialized again, as each framework does it. */

import querystring from 'node:querystring';
import { type FormField, formFields } from '#shared/kit/form-fields.ts';
import { type Body, type BodyMistake, did } from './mistake.ts';

/** The fields of more would take too much memory for each changed body. */
const maxKeptFields = 10_000;

const kept = new WeakMap<Buffer, readonly FormField[]>();

/** The fields of a body that is tried with many mistakes. */
export function formFieldsOf(body: Buffer): readonly FormField[] {
  const known = kept.get(body);
  if (known !== undefined) return known;
  const fields = formFields(body.toString('utf8'));
  if (fields.length <= maxKeptFields) kept.set(body, fields);
  return fields;
}

/** Percent-encodes everything that the pattern matches. */
const encoder =
  (unsafe: RegExp, space: '+' | '%20' = '+') =>
  (text: string): string =>
    encodeURIComponent(text.toWellFormed())
      .replace(unsafe, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', space);

interface Writer {
  readonly encode: (text: string) => string;
  /** Whether fields without a value are left out, or stay without "=". */
  readonly empty?: 'dropped' | 'as_received';
}

/** encodeURIComponent keeps -_.!~*'() and each of these encodes some of them, too. */
const urlencode = encoder(/[!~'()]/g);
const quotePlus = encoder(/[!*'()]/g);

const writers: readonly Writer[] = [
  // URLSearchParams, Ruby's URI.encode_www_form, and URLEncoder of Java and Spring.
  { encode: urlencode },
  // Rack's build_query.
  { encode: urlencode, empty: 'as_received' },
  // PHP's http_build_query.
  { encode: encoder(/[!~*'()]/g) },
  { encode: encoder(/[!*'()]/g, '%20') },
  // Python's urlencode, after parse_qs also without empty fields, and Go's Values.Encode.
  { encode: quotePlus },
  { encode: quotePlus, empty: 'dropped' },
  // Node's querystring writes spaces as %20.
  { encode: querystring.escape },
];

/** The last field of each name, in the place of the first. */
const lastByName = (fields: readonly FormField[]): readonly FormField[] => [
  ...new Map(fields.map((field) => [field[0], field])).values(),
];

const byName = ([a]: FormField, [b]: FormField): number => (a < b ? -1 : Number(a > b));

/** What frameworks keep of the fields, and in which order. */
const orders: readonly ((fields: readonly FormField[]) => readonly FormField[])[] = [
  (fields) => fields,
  // Parsed into lists of values by name.
  (fields) => [...Map.groupBy(fields, ([name]) => name).values()].flat(),
  // Parsed into one value by name.
  lastByName,
  (fields) => fields.toSorted(byName),
  (fields) => lastByName(fields).toSorted(byName),
  // Sorted as pairs.
  (fields) => fields.toSorted((a, b) => byName(a, b) || byName([a[1], ''], [b[1], ''])),
];

/** Brackets are part of a value only. One pattern for both parts would take quadratic time (D62). */
const isForm = (text: string): boolean =>
  text.includes('=') && !/[\s{}"<>]/.test(text) && !/[[\]]/.test(text.slice(0, text.indexOf('=')));

function serialized({ bytes, text }: Body): readonly string[] {
  if (!isForm(text)) return [];
  const fields = formFieldsOf(bytes);
  const bare = text.split('&').filter((field) => !field.includes('='));
  const bareNames = new Set(formFields(bare.join('&')).map(([name]) => name));
  const inOrders = orders.map((order) => order(fields));
  return writers.flatMap(({ encode, empty }) => {
    const encoded = new Map(
      fields
        .filter(([, value]) => value !== '' || empty !== 'dropped')
        .map((field) => {
          const [name, value] = field;
          const isBare = value === '' && empty === 'as_received' && bareNames.has(name);
          return [field, isBare ? encode(name) : `${encode(name)}=${encode(value)}`];
        }),
    );
    return inOrders.map((ordered) =>
      ordered.flatMap((field) => encoded.get(field) ?? []).join('&'),
    );
  });
}

export const formBodyMistakes: readonly BodyMistake[] = [
  {
    code: 'body_form_serialized',
    message: did('hashed the form after parsing and serializing it.'),
    fix: 'raw_body',
    change: serialized,
  },
];
