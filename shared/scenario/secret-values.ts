/** Keeps the values of secret variables out of everything that a run shows or stores. */
import { secretForms } from '../lib/secret-forms.ts';
import type { Scenario } from './scenario.ts';

/** Returns a copy in which `(NAME)` replaces the values of secret variables. */
export type RedactSecrets = <Value>(value: Value) => Value;

/** Codes and files, which values of variables never get into. A short value would damage them. */
const fieldsWithoutValues: ReadonlySet<string> = new Set([
  ...['kind', 'code', 'verdict', 'type', 'state', 'outcome', 'phase', 'entry', 'fault', 'cause'],
  ...['signature', 'unchecked', 'hint', 'notApplicable'],
  ...['format', 'version', 'file', 'case', 'digest', 'startedAt'],
]);

export function redactSecretsOf({
  variables,
  secretVariables,
}: Pick<Scenario, 'variables' | 'secretVariables'>): RedactSecrets {
  const marks = new Map(
    Object.keys(secretVariables).flatMap((name) =>
      secretForms(String(variables[name] ?? '')).map((form) => [form, `(${name})`] as const),
    ),
  );
  marks.delete('');
  if (marks.size === 0) return (value) => value;
  const forms = [...marks.keys()].sort((a, b) => b.length - a.length);

  /** Replacements are never searched again. */
  function inText(text: string, from = 0): string {
    const index = forms.findIndex((form, at) => at >= from && text.includes(form));
    const form = forms[index];
    if (form === undefined) return text;
    const pieces = text.split(form).map((piece) => inText(piece, index + 1));
    return pieces.join(marks.get(form));
  }

  function redact(value: unknown, field: string): unknown {
    if (typeof value === 'string') return fieldsWithoutValues.has(field) ? value : inText(value);
    if (Array.isArray(value)) return value.map((item) => redact(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, redact(item, name)]),
    );
  }
  return <Value>(value: Value) => redact(value, '') as Value;
}
