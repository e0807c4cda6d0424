/** Keeps the values of secret variables out of everything that a run shows or stores. */
import { textLevels } from '#shared/kit/escaped-text.ts';
import { createFormSearch, replaceRanges, secretForms } from '#shared/kit/secret-forms.ts';
import type { Scenario } from './scenario.ts';

/** Returns a copy in which `(NAME)` replaces the values of secret variables, and `(stored secret)` those of the host. */
export type RedactSecrets = <Value>(value: Value) => Value;

/** For scenarios without secrets. */
export const redactNothing: RedactSecrets = (value) => value;

/** Codes and files, which values of variables never get into. A short value would damage them. */
const fieldsWithoutValues: ReadonlySet<string> = new Set([
  ...['kind', 'code', 'verdict', 'type', 'state', 'outcome', 'phase', 'entry', 'fault', 'cause'],
  ...['signature', 'unchecked', 'hint', 'notApplicable'],
  ...['format', 'version', 'file', 'case', 'historyHash', 'startedAt'],
]);

/** Work for the problems of a file, which the host redacts. */
export interface RedactionWork {
  readonly formsOf: (secret: string) => readonly string[];
  /** Whether so many characters may still be searched. */
  readonly maySearch: (characters: number) => boolean;
}

/** Characters of all problems of a file, with their escapes and without: tens of milliseconds. */
export const maxSearchedInProblems = 4_000_000;

/** Cases share the forms of their secrets, and the limit. */
export function createRedactionWork(): RedactionWork {
  const known = new Map<string, readonly string[]>();
  let left = maxSearchedInProblems;
  return {
    formsOf(secret) {
      const forms = known.get(secret) ?? secretForms(secret);
      known.set(secret, forms);
      return forms;
    },
    maySearch(characters) {
      left -= characters;
      return left >= 0;
    },
  };
}

/** Runs have processes of their own, and texts of limited length. */
const unlimited: RedactionWork = { formsOf: secretForms, maySearch: () => true };

/** Characters to compare where a text begins like a secret. */
const maxCompared = 20_000_000;

/** Replaces a text that would take too long to search. */
const notSearched = '(a text too long to search for secrets)';

interface Marks {
  readonly byForm: ReadonlyMap<string, string>;
  readonly search: ReturnType<typeof createFormSearch>;
}

export function redactSecretsOf(
  {
    variables,
    secretVariables,
    storedSecrets = [],
  }: Pick<Scenario, 'variables' | 'secretVariables'> & Partial<Pick<Scenario, 'storedSecrets'>>,
  { formsOf, maySearch }: RedactionWork = unlimited,
): RedactSecrets {
  const names = Object.keys(secretVariables).filter((name) => String(variables[name] ?? '') !== '');
  if (names.length + storedSecrets.length === 0) return redactNothing;
  let made: Marks | null = null;

  /** Made when there is something to redact: most files have no problem. */
  function marks(): Marks {
    if (made !== null) return made;
    const values = [
      ...storedSecrets.map((value) => [value, '(stored secret)'] as const),
      ...names.map((name) => [String(variables[name]), `(${name})`] as const),
    ];
    const byForm = new Map(
      values.flatMap(([value, mark]) => formsOf(value).map((form) => [form, mark] as const)),
    );
    byForm.delete('');
    const search = createFormSearch();
    for (const form of byForm.keys()) search.add(form);
    made = { byForm, search };
    return made;
  }

  function redactedText(text: string, field: string): string {
    if (text === '' || fieldsWithoutValues.has(field)) return text;
    const { byForm, search } = marks();
    const levels = textLevels(text);
    const length = levels.reduce((sum, level) => sum + level.text.length, 0);
    const ranges = maySearch(length) ? search.rangesIn(levels, maxCompared) : null;
    return ranges === null
      ? notSearched
      : replaceRanges(text, ranges, (form) => byForm.get(form) ?? '');
  }

  function redact(value: unknown, field: string): unknown {
    if (typeof value === 'string') return redactedText(value, field);
    if (Array.isArray(value)) return value.map((item) => redact(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, redact(item, name)]),
    );
  }
  return <Value>(value: Value) => redact(value, '') as Value;
}
