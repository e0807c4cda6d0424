/** Parses a filter, or returns the position of the first problem. */
import { formatCount } from '#shared/kit/format.ts';
import { fields } from './fields.ts';
import { type AnyTerm, allOf, anyOf, type Combined, type Term } from './filter.ts';
import { lex, type Problem, type Span, type TermToken, type Token, type WordToken } from './lex.ts';
import { type Subject, type SubjectTerm, subjectFields } from './subject.ts';
import { InvalidTerm, readTerm } from './term.ts';

export type Parsed<OneTerm = Term> =
  | { readonly ok: true; readonly filter: Combined<OneTerm> }
  | { readonly ok: false; readonly problem: Problem };

/** How the tokens of one language become terms. */
type ReadTerm<OneTerm> = (token: TermToken | WordToken) => OneTerm;

/** SQLite limits the depth of expressions. */
const maxTerms = 100;
const maxDepth = 20;
export const maxFilterLength = 2_000;
/** With the numbers of up to 10,000 selected deliveries. */
const maxLengthWithRows = 100_000;

/** Numbers of deliveries don't count: they have a limit of their own. */
export const isTooLong = (text: string): boolean =>
  text.length > maxLengthWithRows ||
  (text.length > maxFilterLength && text.replace(/id[:=][\d,-]+/gi, '').length > maxFilterLength);

const keywordOf = (token: Token | undefined): string | null =>
  token?.kind === 'word' && !token.isQuoted && /^(and|or|not)$/i.test(token.text)
    ? token.text.toLowerCase()
    : null;

/** Precedence: `or` is lowest, then adjacent terms, and `not` is highest. Parentheses group. */
function createParser<OneTerm extends AnyTerm>(
  text: string,
  tokens: readonly Token[],
  read: ReadTerm<OneTerm>,
) {
  let next = 0;
  let terms = 0;

  /** The next token. At the end of the text, the last token and everything after it. */
  const currentSpan = (): Span =>
    tokens[next] ?? { start: tokens.at(-1)?.start ?? 0, end: text.length };

  function readOr(depth: number): Combined<OneTerm> {
    const parts = [readAnd(depth)];
    while (keywordOf(tokens[next]) === 'or') {
      next += 1;
      parts.push(readAnd(depth));
    }
    return anyOf(parts);
  }

  function readAnd(depth: number): Combined<OneTerm> {
    const parts = [readNot(depth)];
    for (;;) {
      const token = tokens[next];
      const keyword = keywordOf(token);
      if (token === undefined || token.kind === 'close' || keyword === 'or') return allOf(parts);
      if (keyword === 'and') next += 1;
      parts.push(readNot(depth));
    }
  }

  function readNot(depth: number): Combined<OneTerm> {
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
    return read(token);
  }

  function readGroup(open: Span, depth: number): Combined<OneTerm> {
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
    read(): Combined<OneTerm> {
      if (tokens.length === 0) return allOf([]);
      const filter = readOr(0);
      const nextToken = tokens[next];
      if (nextToken !== undefined)
        throw new InvalidTerm(nextToken, 'This closing parenthesis has no match. Remove it.');
      return filter;
    },
  };
}

function parse<OneTerm extends AnyTerm>(text: string, read: ReadTerm<OneTerm>): Parsed<OneTerm> {
  if (isTooLong(text))
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
    const filter = createParser(text, tokens, read).read();
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
  // The table has no other fields and choices.
  parse(text, (token) => readTerm(token, fields) as Term);

/** Parses a filter in a scenario, by the fields of its subject. */
export const parseSubjectFilter = (text: string, subject: Subject): Parsed<SubjectTerm> =>
  parse(text, (token) => ({
    ...readTerm(token, subjectFields[subject]),
    written: text.slice(token.start, token.end),
  }));
