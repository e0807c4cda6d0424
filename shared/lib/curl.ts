/**
 * Formats a request as a command for a POSIX shell or fish. It is safe to paste regardless of the
 * request's content. The body must arrive byte for byte because it is signed, so the command
 * contains nothing that a shell, terminal or curl would interpret.
 */

import { sentUrl } from './webhook-url.ts';

type HeaderLine = readonly [name: string, value: string];

export interface CurlRequest {
  /** POST by default. */
  readonly method?: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  /** Text if the bytes are UTF-8, otherwise bytes. */
  readonly body: string | Uint8Array;
}

/** Headers that curl sets correctly by itself. */
const setByCurl = new Set(['host', 'content-length', 'connection']);

/** Headers that curl adds by default. */
const addedByCurl = ['User-Agent', 'Accept', 'Content-Type'];

/** Above this size, curl sends `Expect: 100-continue` first (EXPECT_100_THRESHOLD). */
const expectThresholdBytes = 1_048_576;

/**
 * Maximum bytes of an argument, below the Linux limit of 128 KiB (MAX_ARG_STRLEN). A longer body is
 * piped from a shell builtin.
 */
const maxArgumentBytes = 100_000;

/**
 * Maximum bytes of a line. Shells without a line editor read from the terminal, which truncates lines
 * after 4,095 bytes, including the closing quote (N_TTY_BUF_SIZE).
 */
const maxLineBytes = 3_900;
/** A code point takes at most 4 bytes in UTF-8, as an escaped quote or as an octal escape. */
const maxLineCharacters = Math.floor(maxLineBytes / 4);

const utf8 = new TextEncoder();

/** In fish, a backslash also escapes inside single quotes. Outside quotes, all shells agree. */
const inQuotes = (text: string): string =>
  `'${text.replaceAll(/['\\]/g, (character) => `'\\${character}'`)}'`;

/**
 * Quotes a word for any shell. `text` must not contain control characters, which a terminal would
 * interpret.
 */
export function quoted(text: string): string {
  const word = inQuotes(text);
  if (utf8.encode(word).length <= maxLineBytes) return word;
  const parts = text.match(new RegExp(`.{1,${maxLineCharacters}}`, 'gsu')) ?? [];
  return parts.map(inQuotes).join('\\\n');
}

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

const octals = (text: string): string => Array.from(utf8.encode(text), octal).join('');

/**
 * Control and format characters, including line feeds, may be interpreted or hidden by a terminal.
 */
const isPrintable = (text: string): boolean => !/\p{C}/u.test(text);

const latin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/**
 * A quoted printf format that prints exactly these bytes (POSIX: \ddd is octal, %% a percent sign).
 * It contains no quote, backslash or exclamation mark that a shell could expand.
 */
function printfFormat(content: string | Uint8Array): string {
  const escaped =
    typeof content === 'string'
      ? content.replaceAll(/[\p{C}'!\\]/gu, octals)
      : latin1(content).replaceAll(/[^ -~]|['!\\]/gu, (character) =>
          octal(character.charCodeAt(0)),
        );
  // A leading hyphen would be parsed as an option. The backslashes are part of the octal escapes.
  const format = escaped.replaceAll('%', '%%').replace(/^-/, '\\055');
  if (utf8.encode(format).length <= maxLineBytes) return `'${format}'`;
  const parts = format.match(new RegExp(`.{1,${maxLineCharacters}}`, 'gu')) ?? [];
  return parts.map((part) => `'${part}'`).join('\\\n');
}

/** Headers are sent as Latin-1, but other than ASCII would be typed as UTF-8. */
function headerArgument([name, value]: HeaderLine): string {
  // With nothing after the colon, curl would omit the header.
  const line = value.trim() === '' ? `${name};` : `${name}: ${value}`;
  return /^[ -~]*$/.test(line)
    ? `-H ${quoted(line)}`
    : `-H "$(printf ${printfFormat(Uint8Array.from(line, (character) => character.charCodeAt(0)))})"`;
}

function bodyArgument(body: CurlRequest['body']): { readonly pipe: string; readonly data: string } {
  if (typeof body !== 'string' || !isPrintable(body))
    return { pipe: `printf ${printfFormat(body)} | \\\n  `, data: '--data-binary @-' };
  return body.length * 3 <= maxArgumentBytes
    ? { pipe: '', data: `--data-raw ${quoted(body)}` }
    : { pipe: `printf %s ${quoted(body)} | \\\n  `, data: '--data-binary @-' };
}

/**
 * Returns a command that works in sh, bash, zsh and fish, and in scripts. Keeps the order and
 * spelling of headers, including X-Signature.
 */
export function curlCommand({ method = 'POST', url, headers, body }: CurlRequest): string {
  const lines = headers.filter(([name]) => !setByCurl.has(name.toLowerCase()));
  const names = new Set(lines.map(([name]) => name.toLowerCase()));
  const isLong = body.length * 3 > expectThresholdBytes;
  const suppressedHeaders = [...addedByCurl, ...(isLong ? ['Expect'] : [])].filter(
    (name) => !names.has(name.toLowerCase()),
  );
  const hasData = body.length > 0 || method === 'POST';
  const { pipe, data } = hasData ? bodyArgument(body) : { pipe: '', data: null };
  // With -X HEAD, curl would wait for a body.
  const verb = method === 'HEAD' ? '-I' : `-X ${method}`;
  const requestUrl = sentUrl(url);
  // curl expands brackets and braces in URLs by default.
  const globOff = /[[\]{}]/.test(requestUrl) ? '-g ' : '';
  // It removes segments of dots, too.
  const asIs = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(requestUrl) ? '--path-as-is ' : '';
  return [
    `${pipe}curl ${verb} ${globOff}${asIs}${quoted(requestUrl)}`,
    ...lines.map(headerArgument),
    ...suppressedHeaders.map((name) => `-H '${name}:'`),
    ...(data === null ? [] : [data]),
  ].join(' \\\n  ');
}
