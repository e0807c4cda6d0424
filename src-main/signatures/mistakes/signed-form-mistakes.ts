/** Mistakes in the fields of a form, of profiles that sign them. */
import type { FormField } from '#shared/kit/form-fields.ts';
import { type ContentMistake, signed, uses } from './content-mistake.ts';
import { formFieldsOf } from './form-body-mistakes.ts';

const sortedFields = (body: Buffer): readonly FormField[] =>
  formFieldsOf(body).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

const joined = (fields: readonly FormField[], equals = '', and = ''): string =>
  fields.map(([name, value]) => `${name}${equals}${value}`).join(and);

const form = (
  code: string,
  what: string,
  ...forms: readonly ((body: Buffer) => string)[]
): ContentMistake =>
  signed('form_fields')(code, what, (facts) =>
    uses(facts, 'form') ? forms.map((form) => ({ form })) : [],
  );

const rawFields = (body: Buffer): readonly FormField[] =>
  body
    .toString('utf8')
    .split('&')
    .map((field): [string, string] => {
      const at = field.indexOf('=');
      return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

export const signedFormMistakes: readonly ContentMistake[] = [
  form('form_raw', 'the body as it is instead of the fields of the form.', (body) =>
    body.toString('utf8'),
  ),
  form('form_not_sorted', 'the fields of the form in the order received.', (body) =>
    joined(formFieldsOf(body)),
  ),
  form(
    'form_not_decoded',
    'the fields of the form without decoding them.',
    (body) => joined(rawFields(body)),
    (body) => joined(sortedFields(body).map(([name, value]) => [name, encodeURIComponent(value)])),
    (body) =>
      joined(
        rawFields(body).map(([name, value]) => [
          name,
          decodeURIComponent(value.replaceAll('%', '%25')).replaceAll('%25', '%'),
        ]),
      ),
  ),
  form('form_plus', 'the fields of the form with "+" kept instead of a space.', (body) =>
    joined(sortedFields(Buffer.from(body.toString('utf8').replaceAll('+', '%2B')))),
  ),
  form(
    'form_joined',
    'the fields of the form with separators between them.',
    (body) => joined(sortedFields(body), '=', '&'),
    (body) => joined(sortedFields(body), '='),
  ),
  form('form_trimmed', 'the values of the form without surrounding spaces.', (body) =>
    joined(sortedFields(body).map(([name, value]) => [name, value.trim()])),
  ),
  form('form_empty_fields', 'the fields of the form without empty ones.', (body) =>
    joined(sortedFields(body).filter(([, value]) => value !== '')),
  ),
  form('form_json', 'the form as JSON.', (body) =>
    JSON.stringify(Object.fromEntries(formFieldsOf(body))),
  ),
];
