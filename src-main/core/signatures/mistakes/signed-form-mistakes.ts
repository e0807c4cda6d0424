/** Mistakes in the fields of a form, of profiles that sign them. */
import type { FormField } from '#shared/lib/form-fields.ts';
import { type ContentMistake, one, signed, uses } from './content-mistake.ts';
import { formFieldsOf } from './form-fields-of.ts';

const sortedFields = (body: Buffer): readonly FormField[] =>
  formFieldsOf(body).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

const joined = (fields: readonly FormField[], equals = '', and = ''): string =>
  fields.map(([name, value]) => `${name}${equals}${value}`).join(and);

const changingForm =
  (...forms: readonly ((body: Buffer) => string)[]): ContentMistake['change'] =>
  (facts) =>
    uses(facts, 'form') ? forms.map((form) => ({ form })) : [];

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
  one(
    'form_raw',
    `${signed} the body as it is instead of the fields of the form.`,
    'form_fields',
    changingForm((body) => body.toString('utf8')),
  ),
  one(
    'form_not_sorted',
    `${signed} the fields of the form in the order received.`,
    'form_fields',
    changingForm((body) => joined(formFieldsOf(body))),
  ),
  one(
    'form_not_decoded',
    `${signed} the fields of the form without decoding them.`,
    'form_fields',
    changingForm(
      (body) => joined(rawFields(body)),
      (body) =>
        joined(sortedFields(body).map(([name, value]) => [name, encodeURIComponent(value)])),
      (body) =>
        joined(
          rawFields(body).map(([name, value]) => [
            name,
            decodeURIComponent(value.replaceAll('%', '%25')).replaceAll('%25', '%'),
          ]),
        ),
    ),
  ),
  one(
    'form_plus',
    `${signed} the fields of the form with "+" kept instead of a space.`,
    'form_fields',
    changingForm((body) =>
      joined(sortedFields(Buffer.from(body.toString('utf8').replaceAll('+', '%2B')))),
    ),
  ),
  one(
    'form_joined',
    `${signed} the fields of the form with separators between them.`,
    'form_fields',
    changingForm(
      (body) => joined(sortedFields(body), '=', '&'),
      (body) => joined(sortedFields(body), '='),
    ),
  ),
  one(
    'form_trimmed',
    `${signed} the values of the form without surrounding spaces.`,
    'form_fields',
    changingForm((body) => joined(sortedFields(body).map(([name, value]) => [name, value.trim()]))),
  ),
  one(
    'form_empty_fields',
    `${signed} the fields of the form without empty ones.`,
    'form_fields',
    changingForm((body) => joined(sortedFields(body).filter(([, value]) => value !== ''))),
  ),
  one(
    'form_json',
    `${signed} the form as JSON.`,
    'form_fields',
    changingForm((body) => JSON.stringify(Object.fromEntries(formFieldsOf(body)))),
  ),
];
