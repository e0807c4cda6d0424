/** Undoes escapes of JSON, programs, HTML, URLs and e-mails, and knows where the text was before. */
import { decodeHTMLStrict } from 'entities/decode';

/**
 * Patterns of an escape of one character: in programs and JSON, in HTML, and in URLs. The longest name in HTML has 31
 * characters.
 */
const kinds = [
  String.raw`\\(?:U[\da-fA-F]{8}|u[\da-fA-F]{4}|[ux]\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{2}|3[0-7]{2}(?:\\2[0-7]{2}){1,3}|[0-3]?[0-7]{1,2}|[bfnrt]|[^a-zA-Z\d])`,
  String.raw`&(?:#\d{1,9};?|#[xX][\da-fA-F]{1,8};?|[a-zA-Z][a-zA-Z\d]{1,30};)`,
  String.raw`%(?:[0-7][\da-fA-F]|[c-fC-F][\da-fA-F](?:%[89abAB][\da-fA-F]){1,3})`,
];

const eachKind = kinds.map((kind) => new RegExp(kind, 'g'));
const anyKind = new RegExp(kinds.join('|'), 'g');

/**
 * Of e-mails, including line breaks that are not part of the text (RFC 2045 6.7). Queries of URLs often look like this, so
 * it is not undone together with the others.
 */
const quotedPrintable = /=(?:[0-7][\da-f]|[c-f][\da-f](?:=(?:\r?\n)?[89ab][\da-f]){1,3}|\r?\n)/gi;

/** Within Base64, which many programs write in lines of 64 or 76 characters. */
const lineBreak = /(?<=[\w+/=-])[ \t]*[\r\n\v\u2028]\s*(?=[\w+/=-])/g;

/** JSON in JSON in JSON, with HTML or a URL in it. */
const maxLevels = 4;

const controls: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
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

/** Bytes in octal, of UTF-8 or else one character. */
function fromOctal(sequence: string): string | undefined {
  const bytes = sequence
    .split('\\')
    .slice(1)
    .map((digits) => Number.parseInt(digits, 8));
  if (bytes.length === 1) return characterOf(bytes[0] ?? 0);
  return fromPercent(bytes.map((byte) => `%${byte.toString(16)}`).join(''));
}

/** Of a name or a code. */
function fromHtml(sequence: string): string | undefined {
  const [, code] = /^&#(.*?);?$/.exec(sequence) ?? [];
  if (code !== undefined) return characterOf(Number(code.replace(/^x/i, '0x')));
  const character = decodeHTMLStrict(sequence);
  return character === sequence ? undefined : character;
}

/** Undefined for what only looks like an escape. */
function unescaped(sequence: string): string | undefined {
  if (sequence.startsWith('%')) return fromPercent(sequence);
  if (sequence.startsWith('='))
    return fromPercent(sequence.replaceAll(/=\r?\n/g, '').replaceAll('=', '%'));
  if (/^\\\d/.test(sequence)) return fromOctal(sequence);
  if (/^\s/.test(sequence)) return '';
  if (sequence.startsWith('&')) return fromHtml(sequence);
  const text = sequence.slice(1);
  const [, hex] = /^[uUx]\{?([\da-fA-F]+)\}?$/.exec(text) ?? [];
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
  return controls[text] ?? text;
}

export interface TextLevel {
  readonly text: string;
  /** Where a part of this text was in the original one. */
  readonly original: (
    start: number,
    end: number,
  ) => { readonly start: number; readonly end: number };
}

/** Index of the last number below `limit`, in ascending order; 0 if there is none. */
function lastBelow(limit: number, numbers: readonly number[]): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle;
    else high = middle;
  }
  return low;
}

/** Null if a text has no escapes. */
function nextLevel({ text, original }: TextLevel, escapes: RegExp): TextLevel | null {
  let undone = '';
  let end = 0;
  /** Starts of pieces, unchanged ones and escapes in turn: in the new text, and in this one. */
  const starts = [0];
  const previousStarts = [0];
  for (const { 0: sequence, index } of text.matchAll(escapes)) {
    const character = unescaped(sequence);
    if (character === undefined) continue;
    undone += text.slice(end, index);
    starts.push(undone.length);
    previousStarts.push(index);
    undone += character;
    end = index + sequence.length;
    starts.push(undone.length);
    previousStarts.push(end);
  }
  if (end === 0) return null;
  const previous = (position: number, piece: number): number =>
    (previousStarts[piece] ?? 0) + position - (starts[piece] ?? 0);
  /** What is removed there is not part of the text before it. */
  function previousEnd(position: number): number {
    const piece = lastBelow(position, starts);
    return piece % 2 === 1 ? (previousStarts[piece + 1] ?? 0) : previous(position, piece);
  }
  return {
    text: undone + text.slice(end),
    original: (start, end) =>
      original(previous(start, lastBelow(start + 1, starts)), previousEnd(end)),
  };
}

function levelsFrom(first: TextLevel): readonly TextLevel[] {
  const levels = [first];
  for (let depth = 0; depth < maxLevels; depth += 1) {
    const next = nextLevel(levels[depth] ?? first, anyKind);
    if (next === null) break;
    levels.push(next);
  }
  return levels;
}

const wholeOf = (text: string): TextLevel => ({ text, original: (start, end) => ({ start, end }) });

function withEachAlone(levels: readonly TextLevel[], whole: TextLevel): readonly TextLevel[] {
  if (levels.length === 1) return levels;
  const alone = eachKind.map((kind) => nextLevel(whole, kind)).filter((level) => level !== null);
  return [...levels, ...alone.filter((level) => level.text !== levels[1]?.text)];
}

/**
 * The text, and what it is once its escapes are undone, then those that this results in, and so on. Each kind is also
 * undone alone: what is escaped in one way may look escaped in another, such as a backslash in HTML.
 */
export function escapedLevels(text: string): readonly TextLevel[] {
  const whole = wholeOf(text);
  return withEachAlone(levelsFrom(whole), whole);
}

/** Also what the text is if it is from an e-mail, as it is or in JSON, and without line breaks. */
export function textLevels(text: string): readonly TextLevel[] {
  const whole = wholeOf(text);
  const levels = levelsFrom(whole);
  const printed = levels
    .slice(0, 2)
    .map((level) => nextLevel(level, quotedPrintable))
    .filter((level) => level !== null)
    .flatMap(levelsFrom);
  const joined = nextLevel(levels.at(-1) ?? whole, lineBreak);
  return [...withEachAlone(levels, whole), ...printed, ...(joined === null ? [] : [joined])];
}
