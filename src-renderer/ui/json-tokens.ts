/** Splits one line of JSON into coloured runs, without judging whether it is valid. */

export type JsonTokenKind = 'key' | 'string' | 'number' | 'literal' | 'plain';

export interface JsonToken {
  kind: JsonTokenKind;
  text: string;
  /** Where it begins in the line. */
  start: number;
}

const pattern =
  /("(?:[^"\\]|\\.)*"?)(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

export const jsonTokenColours: Record<JsonTokenKind, string> = {
  key: 'text-accent',
  string: 'text-ok',
  number: 'text-wait',
  literal: 'text-ref',
  plain: 'text-fg',
};

export function jsonTokens(line: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > end) {
      tokens.push({ kind: 'plain', text: line.slice(end, match.index), start: end });
    }
    tokens.push({ kind: kindOf(match), text: match[0], start: match.index });
    end = match.index + match[0].length;
  }
  if (end < line.length) tokens.push({ kind: 'plain', text: line.slice(end), start: end });
  return tokens;
}

function kindOf(match: RegExpMatchArray): JsonTokenKind {
  if (match[1] !== undefined) return match[2] === undefined ? 'string' : 'key';
  return match[3] === undefined ? 'literal' : 'number';
}
