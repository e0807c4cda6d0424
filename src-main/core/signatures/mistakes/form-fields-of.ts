import { type FormField, formFields } from '#shared/lib/form-fields.ts';

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
