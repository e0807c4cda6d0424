/** Suggests fields and values at a position of a filter. */
import { fieldOf, fields } from './fields.ts';
import { lex, type Token } from './lex.ts';
import { valueText } from './print.ts';

/** A path such as `body.properties.total`, with a value found there. */
export interface BodyPathExample {
  readonly path: string;
  readonly example: string;
}

export interface KnownValues {
  /** Names from existing data, by field. */
  readonly values: Readonly<
    Record<'event' | 'source' | 'destination' | 'url' | 'endpoint', readonly string[]>
  >;
  readonly bodyPaths: readonly BodyPathExample[];
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

const exampleValues = {
  status: ['200', '400', '404', '429', '500', '503'],
  attempts: ['1', '3', '10'],
  age: ['1m', '10m', '1h', '1d'],
};

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
  known: KnownValues,
): readonly Suggestion[] {
  const field = fieldOf(token.head.text);
  if (field === undefined) return [];
  const examples: Readonly<Record<string, readonly string[]>> = {
    ...exampleValues,
    ...known.values,
  };
  const values = [...field.choices, ...(examples[field.name] ?? [])];
  const opening = insertion.text.slice(token.start, token.operator.end);
  return ranked(values, token.value?.text ?? '').map((value) =>
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
  { bodyPaths }: KnownValues,
): readonly Suggestion[] {
  const examples = new Map(bodyPaths.map(({ path, example }) => [path, example]));
  const part = typed.slice('body.'.length);
  const paths = [...examples.keys()];
  const found = new Set([...ranked(paths, typed), ...ranked(paths, part)]);
  return [...found].map((path) => insert(insertion, `${path}=`, examples.get(path) ?? '', false));
}

/** The start of a term, up to its operator: `state:`, `header[`. */
const openingOf = (example: string): string => /^\w+(?:[[.]|[:=<>]+)/.exec(example)?.[0] ?? '';

function termSuggestions(
  typed: string,
  insertion: Insertion,
  isFirst: boolean,
  known: KnownValues,
): readonly Suggestion[] {
  if (/^body\./i.test(typed)) return bodyPathSuggestions(typed, insertion, known);
  const isStarted = (text: string): boolean => text.startsWith(typed.toLowerCase());
  const terms = fields
    .filter(({ name }) => isStarted(name))
    .map(({ example, meaning }) => insert(insertion, openingOf(example), meaning, false));
  // A value without a field is usually a state or a type.
  const values = fields.flatMap(({ name, choices, meaning }) =>
    choices
      .filter((choice) => typed !== '' && isStarted(choice))
      .map((choice) => insert(insertion, `${name}:${choice}`, meaning, true)),
  );
  const words = keywords
    .filter(({ label }) => isStarted(label) && !(isFirst && label === 'or '))
    .map(({ label, meaning }) => insert(insertion, label, meaning, false));
  return [...terms, ...values, ...words];
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
export function suggest(text: string, cursor: number, known: KnownValues): readonly Suggestion[] {
  if (isBeforeText(text, cursor)) return [];
  const before = text.slice(0, cursor);
  const token = unfinishedToken(before);
  const start = token === null || token.kind === 'open' ? cursor : token.start;
  const insertion: Insertion = { start, text, cursor };
  const suggestions =
    token?.kind === 'term'
      ? valueSuggestions(token, insertion, known)
      : token?.kind === 'close'
        ? []
        : termSuggestions(
            token?.kind === 'word' ? token.text : '',
            insertion,
            before.trim() === '',
            known,
          );
  return suggestions
    .filter((suggestion) => suggestion.text !== text || !suggestion.isComplete)
    .slice(0, maxSuggestions + (token === null ? fields.length : 0));
}
