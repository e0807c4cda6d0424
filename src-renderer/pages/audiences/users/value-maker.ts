/** What made-up values are made of, as it is typed. Pure. */
import { ValueMaker } from '#shared/schemas/trait.ts';
import type { ChangeDraft } from './change-draft.ts';
import { checked, type FieldProblems } from './field-problems.ts';
import { typedJson } from './typed-json.ts';

interface TypedMaker {
  readonly value: ValueMaker | null;
  readonly problems: FieldProblems;
}

type Choices =
  | { readonly choices: readonly unknown[] }
  | { readonly choices: null; readonly problem: string };

/** One JSON value on each line that is not empty. */
function choicesOf(text: string): Choices {
  const choices: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const typed = typedJson(line);
    if ('problem' in typed) return { choices: null, problem: `Line ${index + 1} ${typed.problem}` };
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
