/** Splits a filter text into tokens with positions. */

/** A range in the text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Problem extends Span {
  /** The problem and how to fix it. */
  readonly message: string;
}

/** A value as written. `isQuoted` distinguishes `"500"` from `500`. */
export interface ValueToken extends Span {
  readonly text: string;
  readonly isQuoted: boolean;
}

export type Token =
  | (Span & { readonly kind: 'open' })
  | (Span & { readonly kind: 'close' })
  | (ValueToken & { readonly kind: 'word' })
  | (Span & {
      readonly kind: 'term';
      /** Text before the operator, such as `status` or `header[x-env]`. */
      readonly head: ValueToken;
      readonly operator: Span & { readonly sign: string };
      /** Null if nothing follows the operator. */
      readonly value: ValueToken | null;
    });

export type TermToken = Extract<Token, { kind: 'term' }>;
export type WordToken = Extract<Token, { kind: 'word' }>;

export interface Lexed {
  /** Tokens before the problem. */
  readonly tokens: readonly Token[];
  readonly problem: Problem | null;
}

const space = /\s/;
/** Characters that end a word or an unquoted value. */
const ending = /[\s()"]/;
const signs = ['<=', '>=', '!=', ':', '=', '<', '>'] as const;
const signCharacter = /[:=<>!]/;

class InvalidToken extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Reads quoted text, where `\"` is a quote and `\\` a backslash. */
function quotedAt(text: string, start: number): ValueToken {
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (character === '"') return { start, end: at + 1, text: value, isQuoted: true };
    if (character === '\\' && (next === '"' || next === '\\')) {
      value += next;
      at += 1;
    } else value += character;
  }
  throw new InvalidToken({
    start,
    end: text.length,
    message: 'Missing closing quote. Add a " after the text.',
  });
}

function valueAt(text: string, start: number): ValueToken | null {
  if (text.charAt(start) === '"') return quotedAt(text, start);
  let end = start;
  while (end < text.length && !ending.test(text.charAt(end))) end += 1;
  return end === start ? null : { start, end, text: text.slice(start, end), isQuoted: false };
}

/**
 * Reads up to the operator. Includes brackets and quotes, as in `header[x-env]` or `body."a b"`.
 */
function headAt(text: string, start: number): ValueToken {
  let end = start;
  while (end < text.length) {
    const character = text.charAt(end);
    if (character === '"' && text.charAt(end - 1) === '.') end = quotedAt(text, end).end;
    else if (character === '[') end = bracketEnd(text, end);
    else if (ending.test(character) || signCharacter.test(character)) break;
    else end += 1;
  }
  return { start, end, text: text.slice(start, end), isQuoted: false };
}

function bracketEnd(text: string, start: number): number {
  const end = start + text.slice(start).search(/[\]\s]|$/);
  if (text.charAt(end) !== ']')
    throw new InvalidToken({
      start,
      end,
      message: 'Missing closing bracket. Add a ] after the name, or put the text in quotes.',
    });
  return end + 1;
}

function signAt(text: string, start: number): (Span & { readonly sign: string }) | null {
  const sign = signs.find((sign) => text.startsWith(sign, start));
  return sign === undefined ? null : { start, end: start + sign.length, sign };
}

function termOrWordAt(text: string, start: number): Token {
  const head = headAt(text, start);
  const operator = signAt(text, head.end);
  if (operator === null && text.charAt(head.end) === '"')
    throw new InvalidToken({
      start: head.end,
      end: head.end + 1,
      message: 'A quote starts inside a word. Add a space before it, or quote the whole word.',
    });
  if (operator === null && text.charAt(head.end) === '!')
    throw new InvalidToken({
      start: head.end,
      end: head.end + 1,
      message: '! is not an operator. Put the text in quotes.',
    });
  if (operator === null) return { kind: 'word', ...head };
  if (signCharacter.test(text.charAt(operator.end)))
    throw new InvalidToken({
      start: operator.end,
      end: operator.end + 1,
      message: 'Extra operator. Remove it, or put the value in quotes.',
    });
  const value = valueAt(text, operator.end);
  return { kind: 'term', start, end: value?.end ?? operator.end, head, operator, value };
}

function tokenAt(text: string, start: number): Token {
  const character = text.charAt(start);
  if (character === '(') return { kind: 'open', start, end: start + 1 };
  if (character === ')') return { kind: 'close', start, end: start + 1 };
  if (character === '"') return { kind: 'word', ...quotedAt(text, start) };
  return termOrWordAt(text, start);
}

/** Returns the tokens up to the first problem. */
export function lex(text: string): Lexed {
  const tokens: Token[] = [];
  let at = 0;
  try {
    while (at < text.length) {
      if (space.test(text.charAt(at))) at += 1;
      else {
        const token = tokenAt(text, at);
        tokens.push(token);
        at = token.end;
      }
    }
    return { tokens, problem: null };
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    return { tokens, problem: error.problem };
  }
}
