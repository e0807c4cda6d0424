/** What a schema refuses, by the name of the field. Pure. */
import type { z } from 'zod';

export type FieldProblems = Readonly<Record<string, string>>;

export type Checked<Output> =
  | { readonly data: Output; readonly problems: FieldProblems }
  | { readonly data: null; readonly problems: FieldProblems };

/** The first sentence of each field; an empty number field counts as not a number. */
export function checked<Output>(schema: z.ZodType<Output>, input: unknown): Checked<Output> {
  const result = schema.safeParse(input);
  if (result.success) return { data: result.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues)
    problems[String(path.at(-1) ?? '')] ??= message;
  return { data: null, problems };
}
