/** A JSON value as somebody types it. Pure. */
import { parseExact } from '#shared/lib/exact-json.ts';

export type TypedJson = { readonly value: unknown } | { readonly problem: string };

export function typedJson(text: string): TypedJson {
  try {
    return { value: parseExact(text) };
  } catch {
    return { problem: 'is not valid JSON: a text stands in quotes, such as "pro".' };
  }
}
