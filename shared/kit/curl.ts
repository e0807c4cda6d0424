/**
 * Formats a request as a command for a POSIX shell or fish. It is safe to paste regardless of the
 * request's content. The body must arrive byte for byte because it is signed, so the command
 * contains nothing that a shell, terminal or curl would interpret.
 */

import { isPrintable, printfFormat, quoted } from './shell.ts';
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
