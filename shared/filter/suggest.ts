/** Suggests fields and values at a position of a filter. */
import { type FieldSpec, fieldOf, fields } from './fields.ts';
import { lex, type Token } from './lex.ts';
import { valueText } from './print.ts';

/** A path such as `body.properties.total`, with a value found there. */
export interface BodyPathExample {
  readonly path: string;
  readonly example: string;
}

/** Names from existing data, suggested as values. */
export interface KnownValues {
  readonly events: readonly string[];
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  readonly urls: readonly string[];
  readonly bodyPaths?: readonly BodyPathExample[];
  /** Only in scenario filters, like `mocks`. */
  readonly steps?: readonly string[];
  readonly mocks?: readonly string[];
}

export interface Suggestion {
  /** The complete text with the suggestion. */
  readonly text: string;
  /** The inserted text, such as `state:` or `state:waiting`. */
  readonly label: string;
  /** Short description; empty if the label is sufficient. */
  readonly meaning: string;
  /** Whether the term is complete. Otherwise, it needs a value. */
  readonly isComplete: boolean;
  /** Cursor position after insertion. */
  readonly cursor: number;
}

/** More would be hard to scan. */
const maxSuggestions = 12;

const exampleValues: Readonly<Record<string, readonly string[]>> = {
  status: ['200', '400', '404', '429', '500', '503'],
  attempts: ['1', '3', '10'],
  age: ['1m', '10m', '1h', '1d'],
  duration: ['100ms', '1s', '5s'],
  attempt: ['1', '2', '3'],
};

function valuesOf(field: FieldSpec, knownValues: KnownValues): readonly string[] {
  switch (field.name) {
    case 'event':
      return knownValues.events;
    case 'source':
      return knownValues.sources;
    case 'destination':
      return knownValues.destinations;
    case 'url':
      return knownValues.urls;
    case 'step':
      return knownValues.steps ?? [];
    case 'mock':
      return knownValues.mocks ?? [];
    default:
      return field.choices ?? exampleValues[field.name] ?? [];
  }
}

const contains = (text: string, typed: string): boolean =>
  text.toLowerCase().includes(typed.toLowerCase());

/** Values with this prefix come first, otherwise in the original order. */
function ranked(values: readonly string[], typed: string): readonly string[] {
  const hasPrefix = (value: string): boolean => value.toLowerCase().startsWith(typed.toLowerCase());
  const matching = [...new Set(values)].filter((value) => value !== '' && contains(value, typed));
  return [...matching.filter(hasPrefix), ...matching.filter((value) => !hasPrefix(value))];
}

/** A suggestion replaces `text` from `start` to `cursor`. */
interface Insertion {
  readonly start: number;
  readonly text: string;
  readonly cursor: number;
}

function insert(
  { start, text, cursor }: Insertion,
  label: string,
  meaning: string,
  isComplete: boolean,
) {
  const before = text.slice(0, start) + label;
  return { text: before + text.slice(cursor), label, meaning, isComplete, cursor: before.length };
}

function valueSuggestions(
  token: Extract<Token, { kind: 'term' }>,
  insertion: Insertion,
  knownValues: KnownValues,
  table: readonly FieldSpec[],
): readonly Suggestion[] {
  const field = fieldOf(token.head.text, table);
  if (field === undefined) return [];
  const opening = insertion.text.slice(token.start, token.operator.end);
  return ranked(valuesOf(field, knownValues), token.value?.text ?? '').map((value) =>
    insert(insertion, `${opening}${valueText(value)}`, '', true),
  );
}

const keywords = [
  { label: 'not ', meaning: 'excludes the next term' },
  { label: 'or ', meaning: 'matches either term' },
];

/** Any part of a path may be typed: `body.total` finds `body.properties.total`. */
function bodyPathSuggestions(
  typed: string,
  insertion: Insertion,
  { bodyPaths = [] }: KnownValues,
): readonly Suggestion[] {
  const examples = new Map(bodyPaths.map(({ path, example }) => [path, example]));
  const part = typed.slice('body.'.length);
  const paths = [...examples.keys()];
  const found = new Set([...ranked(paths, typed), ...ranked(paths, part)]);
  return [...found].map((path) => insert(insertion, `${path}=`, examples.get(path) ?? '', false));
}

function termSuggestions(
  typed: string,
  insertion: Insertion,
  isFirst: boolean,
  table: readonly FieldSpec[],
  knownValues: KnownValues,
): readonly Suggestion[] {
  if (/^body\./i.test(typed) && fieldOf('body', table) !== undefined)
    return bodyPathSuggestions(typed, insertion, knownValues);
  const fieldSuggestions = table
    .filter(({ name }) => name.startsWith(typed.toLowerCase()))
    .map(({ opening, meaning }) => insert(insertion, opening, meaning, false));
  // A value without a field is usually a state or a type.
  const values = table.flatMap(({ name, choices = [], meaning }) =>
    typed === ''
      ? []
      : choices
          .filter((choice) => choice.startsWith(typed.toLowerCase()))
          .map((choice) => insert(insertion, `${name}:${choice}`, meaning, true)),
  );
  const words = keywords
    .filter(({ label }) => label.startsWith(typed.toLowerCase()) && !(isFirst && label === 'or '))
    .map(({ label, meaning }) => insert(insertion, label, meaning, false));
  return [...fieldSuggestions, ...values, ...words];
}

/** The incomplete token at the end of the text; null if a new one would start. */
function unfinishedToken(before: string): Token | null {
  const { tokens, problem } = lex(before);
  // Treats an open quote as if it were closed here.
  if (problem !== null && problem.end === before.length) {
    const closed = lex(`${before}"`);
    return closed.problem === null ? (closed.tokens.at(-1) ?? null) : null;
  }
  const last = tokens.at(-1);
  return last !== undefined && last.end === before.length ? last : null;
}

/** Whether inserted text would join the text after the cursor. */
function isBeforeText(text: string, cursor: number): boolean {
  const { tokens, problem } = lex(text);
  return [...tokens, ...(problem === null ? [] : [problem])].some(
    (part) =>
      !('kind' in part && part.kind === 'close') && part.start <= cursor && cursor < part.end,
  );
}

/** Suggestions at the cursor, most likely first. None at the start of a word or inside it. */
export function suggest(
  text: string,
  cursor: number,
  knownValues: KnownValues,
  table: readonly FieldSpec[] = fields,
): readonly Suggestion[] {
  if (isBeforeText(text, cursor)) return [];
  const before = text.slice(0, cursor);
  const token = unfinishedToken(before);
  const start = token === null || token.kind === 'open' ? cursor : token.start;
  const insertion: Insertion = { start, text, cursor };
  const suggestions =
    token?.kind === 'term'
      ? valueSuggestions(token, insertion, knownValues, table)
      : token?.kind === 'close'
        ? []
        : termSuggestions(
            token?.kind === 'word' ? token.text : '',
            insertion,
            before.trim() === '',
            table,
            knownValues,
          );
  return suggestions
    .filter((suggestion) => suggestion.text !== text || !suggestion.isComplete)
    .slice(0, maxSuggestions + (token === null ? table.length : 0));
}
