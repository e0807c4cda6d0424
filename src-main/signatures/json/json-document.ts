/**
 * Parses JSON and keeps what other languages preserve: key order and the original number tokens.
 * `JSON.parse` moves keys such as "10" to the front and reads 1.0 as 1.
 */

export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonNode])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly token: string }
  | { readonly kind: 'literal'; readonly word: 'true' | 'false' | 'null' };

/** Deeper than any delivered body, and shallow enough for recursion. */
const maxDepth = 256;

const whiteSpace = /[ \t\r\n]*/y;
/** Among control characters, JSON allows only DEL and U+0080 to U+009F. */
const stringToken =
  /"[^"\\[\p{Cc}--[\x7f-\x9f]]]*(?:\\(?:["\\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\[\p{Cc}--[\x7f-\x9f]]]*)*"/vy;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordToken = /true|false|null/y;

/** Returns undefined if the text is not JSON or is nested too deeply. */
export function readJson(text: string): JsonNode | undefined {
  let at = 0;

  function take(token: RegExp): string | undefined {
    token.lastIndex = at;
    const match = token.exec(text)?.[0];
    at += match?.length ?? 0;
    return match;
  }

  function takeMark(mark: string): boolean {
    take(whiteSpace);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  }

  function takeString(): string | undefined {
    take(whiteSpace);
    const token = take(stringToken);
    return token === undefined ? undefined : JSON.parse(token);
  }

  /** Items up to the closing mark. A repeated key keeps its position and takes the last value. */
  function list<Item>(close: string, item: () => Item | undefined): Item[] | undefined {
    const items: Item[] = [];
    if (takeMark(close)) return items;
    do {
      const next = item();
      if (next === undefined) return undefined;
      items.push(next);
    } while (takeMark(','));
    return takeMark(close) ? items : undefined;
  }

  function value(depth: number): JsonNode | undefined {
    if (depth > maxDepth) return undefined;
    if (takeMark('{')) {
      const entries = list('}', () => {
        const key = takeString();
        const inner = key !== undefined && takeMark(':') ? value(depth + 1) : undefined;
        return key === undefined || inner === undefined ? undefined : ([key, inner] as const);
      });
      return entries && { kind: 'object', entries: [...new Map(entries)] };
    }
    if (takeMark('[')) {
      const items = list(']', () => value(depth + 1));
      return items && { kind: 'array', items };
    }
    const string = takeString();
    if (string !== undefined) return { kind: 'string', value: string };
    const word = take(wordToken);
    if (word === 'true' || word === 'false' || word === 'null') return { kind: 'literal', word };
    const token = take(numberToken);
    return token === undefined ? undefined : { kind: 'number', token };
  }

  const document = value(0);
  take(whiteSpace);
  return at === text.length ? document : undefined;
}
