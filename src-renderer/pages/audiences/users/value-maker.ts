import type { z } from 'zod';
import { parseExact } from '#shared/lib/exact-json.ts';
import { ValueMaker } from '#shared/schemas/trait.ts';
import type { ChangeDraft } from './change-draft.ts';

interface TypedMaker {
  readonly value: ValueMaker | null;
  readonly problems: FieldProblems;
}

type Choices =
  | { readonly choices: readonly unknown[] }
  | { readonly choices: null; readonly problem: string };

/** One JSON value per non-empty line. */
function choicesOf(text: string): Choices {
  const choices: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const typed = typedJson(line);
    if ('problem' in typed)
      return { choices: null, problem: `Line ${index + 1}: ${typed.problem}` };
    choices.push(typed.value);
  }
  return { choices };
}

export function valueMakerOf(draft: ChangeDraft): TypedMaker {
  const { valueKind: kind, min, max } = draft;
  if (kind === 'boolean') return { value: { kind }, problems: {} };
  if (kind === 'number') {
    const { data, problems } = checked(ValueMaker, { kind, min, max });
    return { value: data, problems };
  }
  const typed = choicesOf(draft.choices);
  if (typed.choices === null) return { value: null, problems: { choices: typed.problem } };
  const { data, problems } = checked(ValueMaker, { kind, choices: typed.choices });
  return { value: data, problems };
}

type TypedJson = { readonly value: unknown } | { readonly problem: string };

export function typedJson(text: string): TypedJson {
  try {
    return { value: parseExact(text) };
  } catch {
    return { problem: 'Invalid JSON. Quote strings, such as "pro".' };
  }
}

// Schema issues by field.

export type FieldProblems = Readonly<Record<string, string>>;

type Checked<Output> =
  | { readonly data: Output; readonly problems: FieldProblems }
  | { readonly data: null; readonly problems: FieldProblems };

/** The first issue of each field. */
export function checked<Output>(schema: z.ZodType<Output>, input: unknown): Checked<Output> {
  const result = schema.safeParse(input);
  if (result.success) return { data: result.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues)
    problems[String(path.at(-1) ?? '')] ??= message;
  return { data: null, problems };
}
