/** Parses a filter, or returns the position of the first problem. */
import { parseDuration } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { FieldSpec } from './fields.ts';
import { allOf, anyOf, type Combined, type Term } from './filter.ts';
import { lex, type Problem, type Span, type TermToken, type Token, type WordToken } from './lex.ts';
import { type Subject, type SubjectTerm, subjectFields } from './subject.ts';
import { parseTerm, parseWord } from './term.ts';
import {
  choiceOf,
  contentTermOf,
  durationOf,
  fieldOfTerm,
  InvalidTerm,
  isOrder,
  numberOf,
  requiredValue,
  searchedTextOf,
  signOf,
  textOperator,
} from './term-parts.ts';
import { parseTime } from './time-text.ts';

// Parses a term of a filter in a scenario.

const names = ['step', 'message', 'mock'];
const numbers = ['status', 'attempts', 'attempt'];
const moments = ['created', 'attempted', 'started', 'received'];

/** A time, or a duration after the start of the run: `+2h`. */
function momentOf(token: TermToken, field: FieldSpec) {
  const value = requiredValue(token, field);
  const ms = value.text.startsWith('+') ? parseDuration(value.text.slice(1)) : null;
  if (ms !== null) return { from: 'start' as const, ms };
  const at = parseTime(value.text);
  if (at !== null) return { from: 'epoch' as const, ms: at };
  throw new InvalidTerm(
    value,
    `"${value.text}" is not a valid time. Use a time since the start, such as +2h, or a date and time with a time zone.`,
  );
}

function parseSubjectTerm(token: TermToken, subject: Subject, text: string): SubjectTerm {
  const field = fieldOfTerm(token, subjectFields[subject]);
  const sign = signOf(token, field);
  const written = text.slice(token.start, token.end);
  const operator = textOperator(sign);
  const order = isOrder(sign) ? sign : null;
  const { name } = field;

  const content = contentTermOf(token, field, sign);
  if (content !== null) return { written, ...content };
  if (field.choices !== undefined)
    return { kind: 'name', written, field: name, name: choiceOf(token, field, field.choices) };
  if (names.includes(name))
    return { kind: 'name', written, field: name, name: requiredValue(token, field).text };
  if (order !== null && moments.includes(name))
    return { kind: 'moment', written, field: name, operator: order, ...momentOf(token, field) };
  if (name === 'duration' || numbers.includes(name)) {
    const number = name === 'duration' ? durationOf(token, field) : numberOf(token, field);
    return { kind: 'number', written, field: name, operator: order ?? '=', number };
  }
  return { kind: 'text', written, field: name, operator, text: requiredValue(token, field).text };
}

const parseSubjectWord = (token: WordToken, text: string): SubjectTerm => ({
  kind: 'anywhere',
  written: text.slice(token.start, token.end),
  text: searchedTextOf(token),
});

export type Parsed<AnyTerm = Term> =
  | { readonly ok: true; readonly filter: Combined<AnyTerm> }
  | { readonly ok: false; readonly problem: Problem };

/** How the tokens of one language become terms. */
interface Terms<AnyTerm> {
  readonly ofTerm: (token: TermToken) => AnyTerm;
  readonly ofWord: (token: WordToken) => AnyTerm;
}

/** SQLite limits the depth of expressions. */
const maxTerms = 100;
const maxDepth = 20;
export const maxFilterLength = 2_000;

const keywordOf = (token: Token | undefined): string | null =>
  token?.kind === 'word' && !token.isQuoted && /^(and|or|not)$/i.test(token.text)
    ? token.text.toLowerCase()
    : null;

/** Precedence: `or` is lowest, then adjacent terms, and `not` is highest. Parentheses group. */
function createParser<AnyTerm extends { readonly kind: string }>(
  text: string,
  tokens: readonly Token[],
  { ofTerm, ofWord }: Terms<AnyTerm>,
) {
  let next = 0;
  let terms = 0;

  /** The next token. At the end of the text, the last token and everything after it. */
  const currentSpan = (): Span =>
    tokens[next] ?? { start: tokens.at(-1)?.start ?? 0, end: text.length };

  function readOr(depth: number): Combined<AnyTerm> {
    const parts = [readAnd(depth)];
    while (keywordOf(tokens[next]) === 'or') {
      next += 1;
      parts.push(readAnd(depth));
    }
    return anyOf(parts);
  }

  function readAnd(depth: number): Combined<AnyTerm> {
    const parts = [readNot(depth)];
    for (;;) {
      const token = tokens[next];
      const keyword = keywordOf(token);
      if (token === undefined || token.kind === 'close' || keyword === 'or') return allOf(parts);
      if (keyword === 'and') next += 1;
      parts.push(readNot(depth));
    }
  }

  function readNot(depth: number): Combined<AnyTerm> {
    if (depth > maxDepth)
      throw new InvalidTerm(currentSpan(), 'The filter is nested too deeply. Simplify it.');
    const token = tokens[next];
    const keyword = keywordOf(token);
    if (keyword === 'not') {
      next += 1;
      return { kind: 'not', part: readNot(depth + 1) };
    }
    if (token === undefined)
      throw new InvalidTerm(currentSpan(), 'Missing term after this. Add one, or remove this.');
    if (keyword !== null)
      throw new InvalidTerm(
        token,
        `Missing term before "${keyword}". Add one, or put the word in quotes.`,
      );
    if (token.kind === 'close')
      throw new InvalidTerm(token, 'This closing parenthesis has no match. Remove it.');
    next += 1;
    if (token.kind === 'open') return readGroup(token, depth);
    terms += 1;
    if (terms > maxTerms)
      throw new InvalidTerm(token, `A filter can have at most ${maxTerms} terms. Remove some.`);
    return token.kind === 'term' ? ofTerm(token) : ofWord(token);
  }

  function readGroup(open: Span, depth: number): Combined<AnyTerm> {
    if (tokens[next]?.kind === 'close')
      throw new InvalidTerm(
        { start: open.start, end: currentSpan().end },
        'The parentheses are empty. Add a term, or remove them.',
      );
    if (tokens[next] === undefined)
      throw new InvalidTerm(
        currentSpan(),
        'Missing term after this parenthesis. Add one, or remove it.',
      );
    const inner = readOr(depth + 1);
    if (tokens[next]?.kind !== 'close')
      throw new InvalidTerm(
        { start: open.start, end: text.length },
        'Missing closing parenthesis. Add a ) after the terms.',
      );
    next += 1;
    return inner;
  }

  return {
    read(): Combined<AnyTerm> {
      if (tokens.length === 0) return allOf([]);
      const filter = readOr(0);
      const nextToken = tokens[next];
      if (nextToken !== undefined)
        throw new InvalidTerm(nextToken, 'This closing parenthesis has no match. Remove it.');
      return filter;
    },
  };
}

function parse<AnyTerm extends { readonly kind: string }>(
  text: string,
  terms: Terms<AnyTerm>,
): Parsed<AnyTerm> {
  if (text.length > maxFilterLength)
    return {
      ok: false,
      problem: {
        start: maxFilterLength,
        end: text.length,
        message: `The filter is too long: at most ${formatCount(maxFilterLength)} characters.`,
      },
    };
  const { tokens, problem } = lex(text);
  try {
    const filter = createParser(text, tokens, terms).read();
    return problem === null ? { ok: true, filter } : { ok: false, problem };
  } catch (error) {
    if (!(error instanceof InvalidTerm)) throw error;
    // Reports the first problem in the text.
    const first = problem !== null && problem.start <= error.problem.start ? problem : null;
    return { ok: false, problem: first ?? error.problem };
  }
}

/** Parses a filter of deliveries. An empty text matches everything. */
export const parseFilter = (text: string): Parsed =>
  parse(text, { ofTerm: parseTerm, ofWord: parseWord });

/** Parses a filter in a scenario, by the fields of its subject. */
export const parseSubjectFilter = (text: string, subject: Subject): Parsed<SubjectTerm> =>
  parse(text, {
    ofTerm: (token) => parseSubjectTerm(token, subject, text),
    ofWord: (token) => parseSubjectWord(token, text),
  });
