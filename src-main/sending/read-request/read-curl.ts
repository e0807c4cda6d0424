/** Reads a cURL command as the request that curl would send. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatCount } from '#shared/kit/format.ts';
import { completedUrl } from '#shared/kit/webhook-url.ts';
import { pipedBytes, shellCommands } from './shell-words.ts';
import { shownPart, textProblem } from './text-problem.ts';

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
}

const value = (short?: string) => ({ type: 'string' as const, ...(short && { short }) });
const flag = (short?: string) => ({ type: 'boolean' as const, ...(short && { short }) });

/** Options that decide about the request. */
const requestOptions = {
  ...{ url: value(), request: value('X'), header: value('H'), get: flag('G'), head: flag('I') },
  ...{ data: value('d'), 'data-ascii': value(), 'data-raw': value(), 'data-binary': value() },
  ...{ 'data-urlencode': value(), json: value() },
  ...{ user: value('u'), 'oauth2-bearer': value() },
  ...{ 'user-agent': value('A'), referer: value('e'), cookie: value('b') },
};

/** Options that change only what curl prints, waits for, accepts or repeats. */
const ignoredOptions = {
  ...{ silent: flag('s'), 'show-error': flag('S'), verbose: flag('v'), include: flag('i') },
  ...{ fail: flag('f'), 'fail-with-body': flag(), 'no-buffer': flag('N'), output: value('o') },
  ...{ 'progress-bar': flag('#'), 'no-progress-meter': flag(), 'write-out': value('w') },
  ...{ location: flag('L'), compressed: flag(), insecure: flag('k') },
  ...{ globoff: flag('g'), 'path-as-is': flag(), 'http1.1': flag(), http2: flag() },
  ...{ 'max-time': value('m'), 'connect-timeout': value(), retry: value(), 'retry-delay': value() },
};

const options: ParseArgsOptionsConfig = { ...requestOptions, ...ignoredOptions };

/** `parseArgs` moves the remaining words with each word it reads: quadratic time (D62). */
const maxWords = 2_000;
/** `parseArgs` makes a word of each. Curl has about as many letters, so more would repeat some. */
const maxFlagsPerWord = 50;

const lettersWithValue = Object.values(options)
  .flatMap(({ type, short }) => (type === 'string' ? (short ?? []) : []))
  .join('');

/** Flags as in -sSL. What follows the letter of an option with a value is its value. */
const tooManyFlags = new RegExp(`^-(?!-)[^${lettersWithValue}]{${maxFlagsPerWord + 1}}`);

type OptionName = keyof typeof requestOptions;

interface Option {
  readonly name: OptionName;
  readonly value: string;
}

/** Throws an AppError at an option that can't be read. */
function optionsOf(words: readonly string[]): readonly Option[] {
  if (words.length > maxWords)
    throw textProblem(
      `The command has more than ${formatCount(maxWords)} words.`,
      'Put its data into one option.',
    );
  if (words.some((word) => tooManyFlags.test(word)))
    throw textProblem(
      `The command has a word of more than ${maxFlagsPerWord} options.`,
      'Write each once.',
    );
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  return tokens.flatMap((token): Option[] => {
    if (token.kind === 'positional') return [{ name: 'url', value: token.value }];
    if (token.kind === 'option-terminator' || Object.hasOwn(ignoredOptions, token.name)) return [];
    if (!Object.hasOwn(requestOptions, token.name))
      throw textProblem(
        `The option ${shownPart(token.rawName)} can't be read.`,
        'Remove it, or paste a HAR instead.',
      );
    const name = token.name as OptionName;
    if (token.value === undefined && requestOptions[name].type === 'string')
      throw textProblem(`The option ${token.rawName} has no value.`, 'Paste the whole command.');
    return [{ name, value: token.value ?? '' }];
  });
}

function contentOf(name: string, text: string, piped: string | null): string {
  if (name === 'data-raw' || !text.startsWith('@')) return text;
  if (text !== '@-' || piped === null)
    throw textProblem(
      `The command reads its body from "${shownPart(text.slice(1))}".`,
      `Put the content of the file in place of it.`,
    );
  // As curl does, since such a file is a text.
  return name === 'data' || name === 'data-ascii' ? piped.replaceAll(/[\r\n\0]/g, '') : piped;
}

/** By byte, as in a form: curl writes a space as a plus sign. */
const formBytes = Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === ' ') return '+';
  return /[\w.~-]/.test(character)
    ? character
    : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
});

const urlEncoded = (bytes: string): string =>
  Array.from(Buffer.from(bytes, 'latin1'), (code) => formBytes[code]).join('');

function urlEncodedPart(text: string, piped: string | null): string {
  const at = text.search(/[=@]/);
  if (at === -1) return urlEncoded(text);
  const prefix = at === 0 ? '' : `${text.slice(0, at)}=`;
  const content =
    text[at] === '=' ? text.slice(at + 1) : contentOf('data-binary', text.slice(at), piped);
  return prefix + urlEncoded(content);
}

/** The body; null without an option that has data. */
function dataOf(options: readonly Option[], piped: string | null): string | null {
  let data: string | null = null;
  for (const { name, value } of options) {
    if (name !== 'json' && !name.startsWith('data')) continue;
    const part =
      name === 'data-urlencode' ? urlEncodedPart(value, piped) : contentOf(name, value, piped);
    if (data === null) data = part;
    else data += name === 'json' ? part : `&${part}`;
  }
  return data;
}

const basic = (user: string): string => `Basic ${Buffer.from(user, 'latin1').toString('base64')}`;

/** The headers that options other than `-H` set, which `-H` replaces. */
const headerOfOption: Partial<Record<OptionName, (value: string) => HeaderLines>> = {
  user: (user) => [['Authorization', basic(user.includes(':') ? user : `${user}:`)]],
  'oauth2-bearer': (token) => [['Authorization', `Bearer ${token}`]],
  'user-agent': (agent) => [['User-Agent', agent]],
  referer: (url) => [['Referer', url]],
  cookie(text) {
    if (text.includes('=')) return [['Cookie', text]];
    throw textProblem(
      `The command reads its cookies from "${shownPart(text)}".`,
      'Write them as name=value.',
    );
  },
};

/** An empty value removes the header of an option; a semicolon sends an empty one. */
function headerLine(text: string): readonly [name: string, value: string | null] {
  const colon = text.indexOf(':');
  if (colon > 0) {
    const value = text.slice(colon + 1).replace(/^[ \t]+/, '');
    return [text.slice(0, colon), value === '' ? null : value];
  }
  if (text.endsWith(';')) return [text.slice(0, -1), ''];
  throw textProblem(`The header "${shownPart(text)}" has no colon.`, 'Write it as "Name: value".');
}

function headersOf(options: readonly Option[], hasBody: boolean): HeaderLines {
  const lines = options
    .filter(({ name }) => name === 'header')
    .map(({ value }) => headerLine(value));
  const named = new Set(lines.map(([name]) => name.toLowerCase()));
  const isJson = options.some(({ name }) => name === 'json');
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const added: HeaderLines = options.flatMap(
    ({ name, value }) => headerOfOption[name]?.(value) ?? [],
  );
  if (isJson) added.push(['Accept', 'application/json']);
  if (hasBody) added.push(['Content-Type', type]);
  const last = new Map(added.map(([name, value]) => [name, value]));
  return [
    ...[...last].filter(([name]) => !named.has(name.toLowerCase())),
    ...lines.flatMap(([name, value]): HeaderLines => (value === null ? [] : [[name, value]])),
  ];
}

/** Curl takes http for a URL without a scheme. */
function urlOf(options: readonly Option[], query: string | null): string {
  const [first, ...others] = options.filter(({ name }) => name === 'url');
  if (first === undefined || others.length > 0)
    throw textProblem(
      first === undefined ? 'The command has no URL.' : 'The command has several URLs.',
      'Paste a command with one URL.',
    );
  const [text = ''] = Buffer.from(first.value, 'latin1').toString().split('#', 1);
  const completed = completedUrl(text);
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(completed) ? completed : `http://${completed}`;
  return query === null ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** Whether the text is a command rather than a HAR. */
export const isCommand = (text: string): boolean => /^\s*(?:curl|printf)\s/.test(text);

/** A caret quotes in the Windows command prompt, and continues lines. */
function isForWindows(text: string): boolean {
  const [line = ''] = text.trim().split('\n', 1);
  return /^curl +\^"/.test(line) || line.trimEnd().endsWith(' ^');
}

export function readCurl(text: string): RawRequest {
  if (isForWindows(text))
    throw textProblem(
      'The command is for the Windows command prompt.',
      'In the browser, choose "Copy as cURL (bash)" instead.',
    );
  const commands = shellCommands(text);
  const [name, ...words] = commands.at(-1) ?? [];
  const [before = []] = commands;
  const piped = commands.length === 2 ? pipedBytes(before) : null;
  if (name !== 'curl' || commands.length > 2 || (commands.length === 2 && piped === null))
    throw textProblem('The text runs a program other than curl.', 'Paste only the curl command.');
  const options = optionsOf(words);
  const has = (wanted: OptionName): boolean => options.some(({ name }) => name === wanted);
  const data = dataOf(options, piped);
  const body = has('get') ? null : data;
  const method = options.findLast(({ name }) => name === 'request')?.value;
  const defaultMethod = has('head') ? 'HEAD' : body === null ? 'GET' : 'POST';
  return {
    method: method ?? defaultMethod,
    url: urlOf(options, has('get') ? data : null),
    headers: headersOf(options, body !== null),
    body: Buffer.from(body ?? '', 'latin1'),
  };
}
