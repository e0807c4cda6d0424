/** Completions of the scenario editor: keys and values of the schema, and names of the document. */
import { parseDocument } from 'yaml';
import type { EditorCompletion } from '#renderer/ui/code-editor-advice.ts';
import { type JsonSchema, schemasAt } from '#shared/scenario/json-schema.ts';
import { yamlLimit } from '#shared/scenario/yaml-limits.ts';
import { yamlPlaceAt } from './yaml-place.ts';

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

function documentOf(text: string): Item {
  if (yamlLimit(text).problem !== null) return {};
  try {
    const options = { strict: false, uniqueKeys: false, logLevel: 'silent' } as const;
    const value: unknown = parseDocument(text, options).toJS();
    return isItem(value) ? value : {};
  } catch {
    return {};
  }
}

function namesIn(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item) =>
    isItem(item) && typeof item.name === 'string' ? [item.name] : [],
  );
}

/** The lists of `given` whose names are valid for a key. */
const lists: Readonly<Record<string, readonly string[]>> = {
  source: ['sources'],
  sources: ['sources'],
  destination: ['destinations'],
  mock: ['mocks'],
  server: ['servers'],
  lookUp: ['servers'],
  audience: ['audiences', 'traits'],
  trait: ['traits'],
  membership: ['audiences'],
  certification: ['mocks', 'servers'],
};

function names(path: readonly (string | number)[], text: string): readonly string[] {
  const keys = path.filter((part) => typeof part === 'string');
  const key = keys.at(-1) ?? '';
  // Names in `given` are new, so there is nothing to complete.
  if (keys[0] === 'given' && key === 'name') return [];
  const { given, when } = documentOf(text);
  if (key === 'since' || key === 'step') {
    const steps: readonly unknown[] = Array.isArray(when) ? when : [];
    return steps.flatMap((step) => (isItem(step) && typeof step.id === 'string' ? [step.id] : []));
  }
  const kinds = lists[key === 'name' ? (keys.at(-2) ?? '') : key] ?? [];
  return kinds.flatMap((kind) => namesIn(isItem(given) ? given[kind] : undefined));
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The fixed values of a schema; empty if any value is allowed. */
const literals = ({ enum: values = [], const: value, type }: JsonSchema): readonly string[] => [
  ...values.filter(isText),
  ...(isText(value) ? [value] : []),
  ...(type === 'boolean' ? ['true', 'false'] : []),
];

const quoted = (name: string): string =>
  /^[\p{L}\d][\p{L}\d _.-]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;

export function completeScenario(
  text: string,
  _position: number,
  wordStart: number,
): readonly EditorCompletion[] {
  const { path, expects } = yamlPlaceAt(text, wordStart);
  if (expects === 'value') {
    const nameCompletions = names(path, text).map((name) => ({
      label: name,
      insert: quoted(name),
    }));
    const values = schemasAt(path).flatMap(literals);
    return [...nameCompletions, ...[...new Set(values)].map((label) => ({ label }))];
  }
  const fields = new Map<string, string | undefined>();
  for (const { properties = {} } of schemasAt(path))
    for (const [name, { description }] of Object.entries(properties))
      if (!fields.has(name)) fields.set(name, description);
  return [...fields].map(([label, info]) => ({ label, info, insert: `${label}: ` }));
}
