/** What made-up values are made of, as it is typed. Pure. */
import { ValueMaker } from '#shared/schemas/trait.ts';
import type { ChangeDraft } from './change-draft.ts';
import { checked, type FieldProblems } from './field-problems.ts';

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
    try {
      choices.push(JSON.parse(line));
    } catch {
      const problem = `Line ${index + 1} is not valid JSON: a text stands in quotes, such as "pro".`;
      return { choices: null, problem };
    }
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
