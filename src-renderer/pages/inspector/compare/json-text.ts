/** JSON as it is spelled: parsed, with every number, text and name as it stands in the text. Pure. */

interface Member {
  /** The name with its quotes and escapes. */
  readonly spelled: string;
  readonly value: JsonNode;
}

export type JsonNode =
  | {
      readonly kind: 'object';
      readonly text: string;
      /** In their order. Of members with one name the last counts, as with JSON.parse. */
      readonly members: ReadonlyMap<string, Member>;
      /** Members that one of the same name after them replaces, as they are spelled. */
      readonly replaced: readonly string[];
    }
  | { readonly kind: 'array'; readonly text: string; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly text: string; readonly value: string }
  | { readonly kind: 'number' | 'literal'; readonly text: string };

export interface JsonText {
  readonly root: Extract<JsonNode, { kind: 'object' | 'array' }>;
  /** The white space around each sign and value, most of it empty. */
  readonly gaps: readonly string[];
}

/** Messages are nested 500 levels at most; deeper answers are bytes, so that none exhausts the stack. */
const deepest = 1_000;

class TooDeep extends Error {}

/** Null where it is no JSON, or neither an object nor a list, or nested too deep. */
export function readJson(text: string): JsonText | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
    return read(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooDeep) return null;
    throw error;
  }
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

const [comma, closingBracket, closingBrace] = [44, 93, 125];

const endsValue = (code: number): boolean =>
  code === comma || code === closingBrace || code === closingBracket || isSpace(code);

/** Where the string ends that begins at the quote at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  for (;;) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
}

const unquoted = (spelled: string): string =>
  spelled.includes('\\') ? (JSON.parse(spelled) as string) : spelled.slice(1, -1);

/** Of a text that is known to be JSON, so that nothing unexpected can come. */
function read(text: string): JsonText {
  const gaps: string[] = [];
  let at = 0;

  const gap = (): void => {
    const start = at;
    while (isSpace(text.charCodeAt(at))) at += 1;
    gaps.push(at === start ? '' : text.slice(start, at));
  };
  const sign = (): void => {
    at += 1;
    gap();
  };
  const spelledString = (): string => {
    const start = at;
    at = endOfString(text, at);
    return text.slice(start, at);
  };

  const object = (depth: number): JsonNode => {
    const start = at;
    const members = new Map<string, Member>();
    const replaced: string[] = [];
    sign();
    while (text[at] !== '}') {
      const spelled = spelledString();
      const name = unquoted(spelled);
      gap();
      sign();
      const before = members.get(name);
      if (before !== undefined) replaced.push(`${before.spelled}:${before.value.text}`);
      members.set(name, { spelled, value: value(depth) });
      gap();
      if (text[at] === ',') sign();
    }
    at += 1;
    return { kind: 'object', text: text.slice(start, at), members, replaced };
  };
  const array = (depth: number): JsonNode => {
    const start = at;
    const items: JsonNode[] = [];
    sign();
    while (text[at] !== ']') {
      items.push(value(depth));
      gap();
      if (text[at] === ',') sign();
    }
    at += 1;
    return { kind: 'array', text: text.slice(start, at), items };
  };
  const value = (depth: number): JsonNode => {
    if (depth > deepest) throw new TooDeep();
    const first = text[at];
    if (first === '{') return object(depth + 1);
    if (first === '[') return array(depth + 1);
    if (first === '"') {
      const spelled = spelledString();
      return { kind: 'string', text: spelled, value: unquoted(spelled) };
    }
    const start = at;
    while (!endsValue(text.charCodeAt(at))) at += 1;
    const isLiteral = first === 't' || first === 'f' || first === 'n';
    return { kind: isLiteral ? 'literal' : 'number', text: text.slice(start, at) };
  };

  gap();
  const root = value(0);
  gap();
  return { root: root as JsonText['root'], gaps };
}
