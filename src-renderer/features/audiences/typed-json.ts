/** A JSON value as somebody types it. Pure. */
import { holdsInexactNumber } from '#shared/lib/inexact-number.ts';

export type TypedJson = { readonly value: unknown } | { readonly problem: string };

export function typedJson(text: string): TypedJson {
  try {
    if (holdsInexactNumber(text))
      return { problem: 'holds a number too large to be read exactly: put it in quotes.' };
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'is not valid JSON: a text stands in quotes, such as "pro".' };
  }
}
