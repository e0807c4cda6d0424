/** Input of the forms that change users; kept when the page is left. */

import type { z } from 'zod';
import { createDraftStore } from '#renderer/kit/forms/draft.ts';
import { ValueMaker } from '#shared/audiences/trait.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { ChangeMode } from './member-actions.ts';

export type ChangeMethod = 'type' | 'file' | 'generate' | 'churn';
export type ValueKind = 'number' | 'choice' | 'boolean';

export interface ChangeDraft {
  readonly method: ChangeMethod;
  readonly mode: ChangeMode;
  /** User IDs, or lines of user IDs and values. */
  readonly lines: string;
  readonly userId: string;
  /** JSON text. */
  readonly value: string;
  readonly count: number | null;
  readonly pattern: string;
  readonly seed: number | null;
  readonly percent: number | null;
  readonly newPattern: string;
  readonly valueKind: ValueKind;
  readonly min: number | null;
  readonly max: number | null;
  /** One JSON value per line. */
  readonly choices: string;
}

const defaultDraft: ChangeDraft = {
  method: 'type',
  mode: 'add',
  lines: '',
  userId: '',
  value: '',
  count: 1_000,
  pattern: 'user_{n}',
  seed: 1,
  percent: 5,
  newPattern: 'user_{random}',
  valueKind: 'number',
  min: 0,
  max: 100,
  choices: '"free"\n"pro"\n"team"',
};

const drafts = createDraftStore<ChangeDraft>('members');

export interface ChangeDraftState {
  readonly draft: ChangeDraft;
  readonly change: (patch: Partial<ChangeDraft>) => void;
}

export function useChangeDraft(id: string): ChangeDraftState {
  const draft = drafts.useDrafts(({ byId }) => byId[id]) ?? defaultDraft;
  return {
    draft,
    change: (patch) => drafts.keep(id, { ...(drafts.get(id) ?? defaultDraft), ...patch }),
  };
}

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
