/** Undoes escapes of JSON, programs, HTML and URLs, and knows where the text was before. */

/** Patterns of an escape of one character: in programs and JSON, in HTML, and in URLs. */
const kinds = [
  String.raw`\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|[bfnrt]|[^a-z\d])`,
  String.raw`&(?:#\d{1,9}|#x[\da-f]{1,8}|[a-z]{2,6});`,
  String.raw`%(?:[0-7][\da-f]|[c-f][\da-f](?:%[89ab][\da-f]){1,3})`,
];

const eachKind = kinds.map((kind) => new RegExp(kind, 'gi'));
const anyKind = new RegExp(kinds.join('|'), 'gi');

/** JSON in JSON in JSON, with HTML or a URL in it. */
const maxLevels = 4;

const controls: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};

/** Names in HTML of the printable ASCII characters that have one. */
const entities: Readonly<Record<string, string>> = {
  ...{ excl: '!', quot: '"', num: '#', dollar: '$', percnt: '%', amp: '&', apos: "'" },
  ...{ lpar: '(', rpar: ')', ast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':' },
  ...{ semi: ';', lt: '<', equals: '=', gt: '>', quest: '?', commat: '@', lsqb: '[', lbrack: '[' },
  ...{ bsol: '\\', rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', grave: '`', lcub: '{' },
  ...{ lbrace: '{', vert: '|', verbar: '|', rcub: '}', rbrace: '}' },
};

/** Undefined beyond Unicode. */
const characterOf = (code: number): string | undefined =>
  code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;

function fromPercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what only looks like an escape. */
function unescaped(sequence: string): string | undefined {
  if (sequence.startsWith('%')) return fromPercent(sequence);
  const text = sequence.startsWith('&') ? sequence.slice(1, -1).toLowerCase() : sequence.slice(1);
  const [, hex] = /^#?[ux]\{?([\da-f]+)\}?$/i.exec(text) ?? [];
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
  if (sequence.startsWith('&'))
    return text.startsWith('#') ? characterOf(Number(text.slice(1))) : entities[text];
  return controls[text] ?? text;
}

export interface TextLevel {
  readonly text: string;
  /** The position in the original text of one between two characters. */
  readonly original: (position: number) => number;
}

/** Null if a text has no escapes. */
function nextLevel({ text, original }: TextLevel, escapes: RegExp): TextLevel | null {
  let undone = '';
  let end = 0;
  /** Ends of escapes: in the new text, and in this one. */
  const ends = [0];
  const previousEnds = [0];
  for (const { 0: sequence, index } of text.matchAll(escapes)) {
    const character = unescaped(sequence);
    if (character === undefined) continue;
    undone += text.slice(end, index) + character;
    end = index + sequence.length;
    ends.push(undone.length);
    previousEnds.push(end);
  }
  if (end === 0) return null;
  return {
    text: undone + text.slice(end),
    original(position) {
      let [low, high] = [0, ends.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((ends[middle] ?? 0) <= position) low = middle;
        else high = middle;
      }
      return original((previousEnds[low] ?? 0) + position - (ends[low] ?? 0));
    },
  };
}

/**
 * The text, and what it is once its escapes are undone, then those that this results in, and so on. Each kind is also
 * undone alone: what is escaped in one way may look escaped in another, such as a backslash in HTML.
 */
export function textLevels(text: string): readonly TextLevel[] {
  const whole: TextLevel = { text, original: (position) => position };
  const levels = [whole];
  for (let depth = 0; depth < maxLevels; depth += 1) {
    const next = nextLevel(levels[depth] ?? whole, anyKind);
    if (next === null) break;
    levels.push(next);
  }
  if (levels.length === 1) return levels;
  const alone = eachKind.map((kind) => nextLevel(whole, kind)).filter((level) => level !== null);
  return [...levels, ...alone.filter((level) => level.text !== levels[1]?.text)];
}
