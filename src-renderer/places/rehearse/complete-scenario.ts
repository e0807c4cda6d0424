/** Completions of the scenario editor: keys and values of the schema, and names of the document. */
import { parseDocument } from 'yaml';
import type { EditorCompletion } from '#renderer/ui/code-editor-setup.ts';
import { type JsonSchema, schemasAt } from '#shared/scenarios/json-schema.ts';
import { yamlLimit } from '#shared/scenarios/yaml-limits.ts';

// The path at the caret in a YAML text that may be incomplete, and whether a key or value is
// expected.

interface YamlPlace {
  /** Keys and indexes of the value around the caret; indexes are 0. */
  readonly path: readonly (string | number)[];
  readonly expects: 'key' | 'value';
}

interface Block {
  readonly column: number;
  readonly part: string | number;
}

interface Flow {
  readonly isList: boolean;
  key: string | null;
}

const keyAt = /^('(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^\s#,[\]{}:'"][^#,[\]{}:]*):(?=\s|$)/;

const unquoted = (text: string): string => text.trim().replace(/^(['"])(.*)\1$/s, '$2');

/** Reads text within brackets; returns the part after the last comma or bracket. */
function readFlow(text: string, flow: Flow[]): string {
  let rest = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "'" || sign === '"') {
      const end = text.indexOf(sign, at + 1);
      rest += text.slice(at, end < 0 ? text.length : end + 1);
      at = end < 0 ? text.length : end;
    } else if (sign === '{' || sign === '[') {
      flow.push({ isList: sign === '[', key: null });
      rest = '';
    } else if (sign === '}' || sign === ']') {
      flow.pop();
      rest = '';
    } else if (sign === ',') {
      const inner = flow.at(-1);
      if (inner !== undefined) inner.key = null;
      rest = '';
    } else if (sign === '#' && /(^|\s)$/.test(text.slice(0, at))) break;
    else if (sign === ':' && /^(\s|$)/.test(text.slice(at + 1))) {
      const inner = flow.at(-1);
      if (inner !== undefined && !inner.isList) inner.key = unquoted(rest);
      rest = '';
    } else rest += sign;
  }
  return rest;
}

/** `position` is the start of the word at the caret. */
export function yamlPlaceAt(text: string, position: number): YamlPlace {
  const blocks: Block[] = [];
  const flow: Flow[] = [];
  const lines = text.slice(0, position).split('\n');
  let expects: YamlPlace['expects'] = 'key';
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    let column = line.length - line.trimStart().length;
    let rest = line.trimStart();
    if (flow.length > 0) {
      readFlow(rest, flow);
      continue;
    }
    if (rest === '' && !isLast) continue;
    if (rest.startsWith('#')) continue;
    const closeBlocks = (isItem: boolean): void => {
      for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
        // The items of a list may be as far left as its key.
        const isList = typeof last.part === 'number';
        if (last.column < column || (last.column === column && isItem && !isList)) break;
        blocks.pop();
      }
    };
    expects = 'key';
    while (/^-(\s|$)/.test(rest)) {
      closeBlocks(true);
      blocks.push({ column, part: 0 });
      const after = rest.slice(1).trimStart();
      column += rest.length - after.length;
      rest = after;
    }
    const [keyText, key = ''] = keyAt.exec(rest) ?? [];
    if (keyText === undefined) {
      if (rest === '') closeBlocks(false);
    } else {
      closeBlocks(false);
      blocks.push({ column, part: unquoted(key) });
      rest = rest.slice(keyText.length).trimStart();
      expects = 'value';
    }
    if (/^[[{]/.test(rest)) readFlow(rest, flow);
  }
  const inner = flow.at(-1);
  const inFlow = flow.flatMap(({ isList, key }): (string | number)[] =>
    isList ? [0] : key === null ? [] : [key],
  );
  if (inner !== undefined) expects = inner.isList || inner.key !== null ? 'value' : 'key';
  return { path: [...blocks.map(({ part }) => part), ...inFlow], expects };
}

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
  probe: ['servers'],
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
