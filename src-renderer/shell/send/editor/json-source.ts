/** Parses JSON into nodes with positions, or reports the first error. Browsers' own messages differ. */

export interface JsonMember {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly node: JsonNode;
}

export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  readonly from: number;
  readonly to: number;
  /** Of an object, in order. */
  readonly members: readonly JsonMember[];
  readonly value: unknown;
}

export interface JsonProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** Deeper nesting would exhaust the stack. */
const maxDepth = 200;

class NotJson extends Error {
  readonly problem: JsonProblem;

  constructor(from: number, to: number, message: string) {
    super(message);
    this.problem = { from, to, message };
  }
}

export type JsonReading =
  | { readonly root: JsonNode; readonly problem: null }
  | { readonly root: null; readonly problem: JsonProblem };

export function readJson(text: string): JsonReading {
  try {
    return { root: parsed(text), problem: null };
  } catch (error) {
    if (error instanceof NotJson) return { root: null, problem: error.problem };
    throw error;
  }
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const stringPattern = /"(?:[^"\\\n\r]|\\.)*"/y;
const wordPattern = /[A-Za-z_$][\w$]*/y;
const literals = { true: true, false: false, null: null } as const;

function isLiteral(word: string): word is keyof typeof literals {
  return Object.hasOwn(literals, word);
}

function parsed(text: string): JsonNode {
  let at = 0;

  const fail = (message: string, from = at, to = from + 1): never => {
    throw new NotJson(from, Math.min(Math.max(to, from), text.length), message);
  };
  const skipSpace = (): void => {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  };
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };

  const string = (): JsonNode => {
    const from = at;
    const literal = match(stringPattern);
    if (literal === null) {
      const lineEnd = text.slice(from).search(/[\r\n]/);
      return fail('Missing closing ".', from, lineEnd < 0 ? text.length : from + lineEnd);
    }
    at += literal.length;
    try {
      const value: unknown = JSON.parse(literal);
      return { kind: 'string', from, to: at, members: [], value };
    } catch {
      return fail('Invalid escape. Write \\\\ for a backslash.', from, at);
    }
  };

  const word = (): JsonNode => {
    const from = at;
    const wordText = match(wordPattern) ?? '';
    if (isLiteral(wordText)) {
      at += wordText.length;
      const kind = wordText === 'null' ? 'null' : 'boolean';
      return { kind, from, to: at, members: [], value: literals[wordText] };
    }
    if (text.charAt(at) === "'") return fail('Use double quotes.');
    if (wordText === '') return fail(`Expected a value instead of ${text.charAt(at)}.`);
    return fail(
      `${wordText} isn't JSON. Put strings in double quotes.`,
      from,
      from + wordText.length,
    );
  };

  const number = (): JsonNode => {
    const from = at;
    const numberText = match(numberPattern);
    if (numberText === null) return fail('Add digits after the minus sign.');
    at += numberText.length;
    if (/[\d.eE+]/.test(text.charAt(at)))
      return fail('Remove leading zeros, or add digits after the point.', from);
    return { kind: 'number', from, to: at, members: [], value: Number(numberText) };
  };

  const object = (depth: number): JsonNode => {
    const from = at;
    const members: JsonMember[] = [];
    at += 1;
    for (skipSpace(); text.charAt(at) !== '}'; skipSpace()) {
      if (members.length > 0) comma('}', 'member');
      if (at >= text.length) return fail('Missing closing }.', from);
      if (text.charAt(at) !== '"') return fail('Expected a name in double quotes.');
      const key = string();
      skipSpace();
      if (text.charAt(at) !== ':')
        return fail(`Missing colon after ${text.slice(key.from, key.to)}.`, key.from, key.to);
      at += 1;
      members.push({ key: String(key.value), from: key.from, to: key.to, node: value(depth) });
    }
    at += 1;
    const fields = Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
    return { kind: 'object', from, to: at, members, value: fields };
  };

  const array = (depth: number): JsonNode => {
    const from = at;
    const items: unknown[] = [];
    at += 1;
    for (skipSpace(); text.charAt(at) !== ']'; skipSpace()) {
      if (items.length > 0) comma(']', 'item');
      if (at >= text.length) return fail('Missing closing ].', from);
      items.push(value(depth).value);
    }
    at += 1;
    return { kind: 'array', from, to: at, members: [], value: items };
  };

  const comma = (end: string, noun: string): void => {
    if (at >= text.length) return;
    if (text.charAt(at) !== ',') fail(`Missing comma before this ${noun}.`);
    const comma = at;
    at += 1;
    skipSpace();
    if (text.charAt(at) === end) fail(`Remove the comma before ${end}.`, comma);
  };

  const value = (depth: number): JsonNode => {
    skipSpace();
    if (at >= text.length) return fail('Missing value.', Math.max(0, at - 1), at);
    if (depth > maxDepth) return fail(`Nested more than ${maxDepth} levels deep.`);
    const first = text.charAt(at);
    if (first === '{') return object(depth + 1);
    if (first === '[') return array(depth + 1);
    if (first === '"') return string();
    return /[-\d]/.test(first) ? number() : word();
  };

  const root = value(0);
  skipSpace();
  if (at < text.length) fail('Remove the text after the message.', at, text.length);
  return root;
}

/** "line 4, column 12" */
export function positionText(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
