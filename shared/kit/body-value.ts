/** The value of a body: JSON, or the fields of a form. */
import { parseExact } from './exact-json.ts';
import { formFields } from './form-fields.ts';

/** Undefined if the body is neither. Of fields with one name, the last counts. */
export function bodyValue(text: string, contentType: string): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return Object.fromEntries(formFields(text));
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Empty if it is missing. */
export const contentTypeOf = (headers: readonly (readonly [string, string])[]): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
