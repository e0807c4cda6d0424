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

/** The content of `$'…'`. Half of a megabyte may be backslashes, so most escapes are decoded without a regular expression. */
function ansiC(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let next = text.indexOf('\\'); next !== -1; next = text.indexOf('\\', at)) {
    parts.push(text.slice(at, next));
    const name = text[next + 1] ?? '';
    const named = namedEscapes[name];
    at = next + 2;
    if (named !== undefined) {
      parts.push(named);
      continue;
    }
    numericEscape.lastIndex = next + 1;
    const match = numericEscape.exec(text);
    if (match === null) {
      parts.push(`\\${name}`);
      continue;
    }
    at = numericEscape.lastIndex;
    const [whole, octal, hex, units, shortUnit, codePoint] = match;
    if (octal !== undefined) parts.push(byte(octal, 8));
    else if (hex !== undefined) parts.push(byte(hex, 16));
    else if (units !== undefined) parts.push(fromUnits(`\\${whole}`));
    else parts.push(fromCodePoint(shortUnit ?? codePoint ?? ''));
  }
  return parts.join('') + text.slice(at);
}

/** Our own commands write binary bodies so. */
const fromOctals = (run: string): string =>
  run
    .split('\\')
    .slice(1)
    .map((digits) => byte(digits, 8))
    .join('');

/** What `printf` prints. */
function printed([format = '', ...values]: readonly string[]): string {
  let used = 0;
  return format.replaceAll(
    /((?:\\[0-7]{1,3})+)|\\([\s\S])|%([\s\S]?)/g,
    (part, octals, name, conversion) => {
      if (octals !== undefined) return fromOctals(octals);
      if (name !== undefined) return namedEscapes[name] ?? part;
      if (conversion === '%') return '%';
      if (conversion !== 's')
        throw textProblem(
          `The command formats its body with "${shownPart(part)}", which can't be read.`,
          'Replace it with the formatted text.',
        );
      used += 1;
      return values[used - 1] ?? '';
    },
  );
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
    decode: (quoted) => withoutLastLines(printed([quoted.replaceAll(/'|\\\n(?=')/g, '')])),
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
