/**
 * Splits a pipeline into words as bash does, without running anything. Only `printf`, with which our
 * own commands write what a terminal would interpret, is evaluated. In the words, each character is a
 * byte: bodies must stay as they are, and need not be UTF-8.
 *
 * Each token is matched once, and a token that isn't closed ends the reading, so the time is linear.
 */
import { formatCount } from '#shared/kit/format.ts';
import { shownPart, textProblem } from './text-problem.ts';

const toBytes = (text: string): string => Buffer.from(text).toString('latin1');

const byte = (digits: string, base: number): string =>
  String.fromCharCode(Number.parseInt(digits, base) & 0xff);

const namedEscapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};

/** Browsers write all characters beyond ASCII so, and those beyond U+FFFF as two. */
const fromUnits = (run: string): string => toBytes(JSON.parse(`"${run}"`));

function fromCodePoint(digits: string): string {
  const code = Number.parseInt(digits, 16);
  return toBytes(code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));
}

const numericEscape =
  /([0-7]{1,3})|x([\da-fA-F]{1,2})|(u[\da-fA-F]{4}(?:\\u[\da-fA-F]{4})*)|u([\da-fA-F]{1,3})|U([\da-fA-F]{1,8})/y;

interface Escape {
  readonly text: string;
  /** Where the text goes on. */
  readonly end: number;
}

/** The escape at a backslash; null if it stands for itself. */
function escapeAt(text: string, at: number): Escape | null {
  const named = namedEscapes[text[at + 1] ?? ''];
  // Half of a megabyte may be backslashes, so most are decoded without a regular expression.
  if (named !== undefined) return { text: named, end: at + 2 };
  numericEscape.lastIndex = at + 1;
  const match = numericEscape.exec(text);
  if (match === null) return null;
  const end = numericEscape.lastIndex;
  const [whole, octal, hex, units, shortUnit, codePoint] = match;
  if (octal !== undefined) return { text: byte(octal, 8), end };
  if (hex !== undefined) return { text: byte(hex, 16), end };
  if (units !== undefined) return { text: fromUnits(`\\${whole}`), end };
  return { text: fromCodePoint(shortUnit ?? codePoint ?? ''), end };
}

/** Of `\cA`. */
const controlAt = (text: string, at: number): Escape => ({
  text: String.fromCharCode(text.charCodeAt(at + 2) & 0x1f),
  end: at + 3,
});

/** The content of `$'…'`, which ends at a NUL. */
function ansiC(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let next = text.indexOf('\\'); next !== -1; next = text.indexOf('\\', at)) {
    parts.push(text.slice(at, next));
    const isControl = text[next + 1] === 'c' && next + 2 < text.length;
    const found = isControl ? controlAt(text, next) : escapeAt(text, next);
    parts.push(found?.text ?? text.slice(next, next + 2));
    at = found?.end ?? next + 2;
  }
  const decoded = parts.join('') + text.slice(at);
  const end = decoded.indexOf('\0');
  return end === -1 ? decoded : decoded.slice(0, end);
}

const unreadable = (part: string) =>
  textProblem(
    `The command formats its body with "${shownPart(part)}", which can't be read.`,
    'Replace it with the formatted text.',
  );

/** A format as text, with null for each value. */
function formatPieces(format: string): readonly (string | null)[] {
  const pieces: (string | null)[] = [];
  let texts: string[] = [];
  let at = 0;
  const special = /[\\%]/g;
  for (let match = special.exec(format); match !== null; match = special.exec(format)) {
    const { index } = match;
    const part = format.slice(index, index + 2);
    texts.push(format.slice(at, index));
    const found = part[0] === '\\' ? escapeAt(format, index) : null;
    at = found?.end ?? index + 2;
    if (part === '%s') {
      pieces.push(texts.join(''), null);
      texts = [];
    } else if (part === '%%') texts.push('%');
    else if (part[0] === '%' || part === '\\c' || part === '\\%') throw unreadable(part);
    else texts.push(found?.text ?? part);
    special.lastIndex = at;
  }
  return [...pieces, texts.join('') + format.slice(at)];
}

/** Longer than what may be sent: few words can print very much. */
const maxPrintedLength = 2_000_000;

/** What `printf` prints. It uses the format again while there are values. */
function printed(words: readonly string[]): string {
  const hasOptions = words[0] !== '--';
  const [format = '', ...values] = hasOptions ? words : words.slice(1);
  if (hasOptions && /^-./.test(format)) throw unreadable(format);
  const pieces = formatPieces(format);
  const perPass = (pieces.length - 1) / 2;
  const passes = perPass === 0 ? 1 : Math.max(1, Math.ceil(values.length / perPass));
  const length = (parts: readonly (string | null)[]): number =>
    parts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
  if (length(pieces) * passes + length(values) > maxPrintedLength)
    throw textProblem(
      `The command prints more than ${formatCount(maxPrintedLength)} bytes.`,
      'Use a shorter body.',
    );
  const parts: string[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    let used = pass * perPass;
    for (const piece of pieces) {
      parts.push(piece ?? values[used] ?? '');
      if (piece === null) used += 1;
    }
  }
  return parts.join('');
}

/** A substitution loses the line feeds at its end. */
function withoutLastLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

interface Token {
  /** Sticky. */
  readonly pattern: RegExp;
  /** `text` extends the word, `quote` opens or closes double quotes. */
  readonly kind: 'text' | 'space' | 'quote' | 'pipe' | 'continuation';
  readonly decode?: (matched: string) => string;
}

const everywhere: readonly Token[] = [
  { kind: 'continuation', pattern: /\\\r?\n/y },
  { kind: 'quote', pattern: /"/y },
  {
    kind: 'text',
    pattern: /\$\([ \t]*printf[ \t]+((?:'[^']*'|\\\n)+)[ \t]*\)/y,
    // A substitution drops NULs.
    decode: (quoted) =>
      withoutLastLines(printed([quoted.replaceAll(/'|\\\n(?=')/g, '')]).replaceAll('\0', '')),
  },
  // A variable can't be read. Other dollar signs stand for themselves.
  { kind: 'text', pattern: /\$(?![\w{('"@*#?!$-])/y },
];

const outsideQuotes: readonly Token[] = [
  { kind: 'text', pattern: /[^ \t\r\n'"\\$`|&;<>()]+/y },
  { kind: 'space', pattern: /[ \t]+|\r(?=\n|$)/y },
  { kind: 'text', pattern: /'([^']*)'/y },
  { kind: 'text', pattern: /\$'([^'\\]*(?:\\[\s\S][^'\\]*)*)'/y, decode: ansiC },
  ...everywhere,
  { kind: 'text', pattern: /\\([\s\S])/y },
  { kind: 'pipe', pattern: /\|(?!\|)[ \t\r\n]*/y },
];

const insideQuotes: readonly Token[] = [
  { kind: 'text', pattern: /[^"\\$`]+/y },
  ...everywhere,
  { kind: 'text', pattern: /\\(["\\$`])/y },
  { kind: 'text', pattern: /\\|\$(?=["'])/y },
];

function syntaxProblem(bytes: string, at: number) {
  const character = bytes[at];
  const shown = shownPart(Buffer.from(bytes.slice(at, at + 40), 'latin1').toString());
  if (character === "'" || (character === '$' && bytes[at + 1] === "'"))
    return textProblem('A quote of the command is not closed.', 'Paste the whole command.');
  if (character === '\n')
    return textProblem(
      'The command has several lines that are not connected.',
      'Paste one command. All of its lines but the last end with a backslash.',
    );
  if (character === '$' || character === '`')
    return textProblem(
      `The command uses a variable or the output of a program: ${shown}`,
      'Replace it with its value.',
    );
  return textProblem(
    `The shell would interpret "${shownPart(character ?? '')}" in: ${shown}`,
    'Paste only the curl command, and quote its URL.',
  );
}

/** As many quotation marks as a body of 500 KB may have. Each escaped one is a token of its own (D62). */
const maxTokens = 100_000;

/** The words of each command of a pipeline. */
export function shellCommands(text: string): readonly (readonly string[])[] {
  const bytes = toBytes(text.trim());
  const commands: string[][] = [[]];
  let word: string | null = null;
  let isQuoted = false;
  let at = 0;
  let tokens = 0;

  function endWord(): void {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  }

  /** The token at this position, which is behind it afterwards. */
  function take(): { readonly token: Token; readonly text: string } {
    for (const token of isQuoted ? insideQuotes : outsideQuotes) {
      token.pattern.lastIndex = at;
      const match = token.pattern.exec(bytes);
      if (match === null) continue;
      at = token.pattern.lastIndex;
      const content = match[1] ?? match[0];
      return { token, text: token.decode?.(content) ?? content };
    }
    throw syntaxProblem(bytes, at);
  }

  while (at < bytes.length) {
    tokens += 1;
    if (tokens > maxTokens)
      throw textProblem(
        `The command has more than ${formatCount(maxTokens)} quoted or escaped parts.`,
        'Quote its body as a whole, in single quotes.',
      );
    const { token, text } = take();
    if (token.kind === 'text') word = (word ?? '') + text;
    else if (token.kind === 'quote') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (token.kind !== 'continuation') {
      endWord();
      if (token.kind === 'pipe') commands.push([]);
    }
  }
  if (isQuoted)
    throw textProblem('A quote of the command is not closed.', 'Paste the whole command.');
  endWord();
  return commands;
}

/** What a command other than curl writes to the pipe; null if it isn't `printf`. */
export const pipedBytes = ([name, ...words]: readonly string[]): string | null =>
  name === 'printf' ? printed(words) : null;
