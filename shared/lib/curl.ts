/**
 * A request as a command for any POSIX shell, typed or pasted. It must arrive byte for byte, since the
 * signature is of the bytes: so nothing is in it that a shell, a terminal or curl would take for
 * something else.
 */

type HeaderLine = readonly [name: string, value: string];

export interface CurlRequest {
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  /** Its text where the bytes are UTF-8, else the bytes. */
  readonly body: string | Uint8Array;
}

/** What curl sets by itself, and sets right. */
const setByCurl = new Set(['host', 'content-length', 'connection']);

/**
 * Most bytes of one argument: Linux takes 128 KiB (MAX_ARG_STRLEN), and a command shall not be about
 * that. A longer body goes through a pipe, from a command that is part of the shell.
 */
const longestArgument = 100_000;

/** Single quotes keep everything but themselves. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

/** A terminal acts on these instead of passing them on: all but the line feed, and DEL. */
const isControl = (code: number): boolean => (code < 0x20 && code !== 0x0a) || code === 0x7f;

const hasControls = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (isControl(text.charCodeAt(at))) return true;
  return false;
};

/** The format for printf that writes exactly these bytes (POSIX: \ddd is octal, %% a per cent sign). */
function printfFormat(body: string | Uint8Array): string {
  const units =
    typeof body === 'string'
      ? Array.from(body)
      : Array.from(body, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : octal(byte)));
  return (
    units
      .map((unit) => {
        if (unit.length > 1) return unit;
        if (unit === '\\') return '\\\\';
        if (unit === '%') return '%%';
        return isControl(unit.charCodeAt(0)) ? octal(unit.charCodeAt(0)) : unit;
      })
      .join('')
      // It would be taken for an option.
      .replace(/^-/, '\\055')
  );
}

/** A header goes as Latin-1; what is not ASCII would be typed as UTF-8. */
function headerArgument([name, value]: HeaderLine): string {
  // With a colon and nothing behind it, curl would leave the header out.
  if (value === '') return `-H ${quoted(`${name};`)}`;
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  const isPlain = bytes.every((byte) => byte < 0x80 && !isControl(byte));
  return isPlain
    ? `-H ${quoted(`${name}: ${value}`)}`
    : // Between double quotes an exclamation mark is a word of the history to bash.
      `-H "$(printf ${quoted(`${name}: ${printfFormat(bytes)}`.replaceAll('!', '\\041'))})"`;
}

function bodyArgument(body: CurlRequest['body']): { readonly pipe: string; readonly data: string } {
  const isPlain = typeof body === 'string' && !hasControls(body);
  if (isPlain && body.length * 3 <= longestArgument)
    return { pipe: '', data: `--data-raw ${quoted(body)}` };
  const pipe = isPlain ? `printf %s ${quoted(body)} | ` : `printf ${quoted(printfFormat(body))} | `;
  return { pipe, data: '--data-binary @-' };
}

/**
 * The command. It works pasted into sh, bash and zsh, and as a script; with the headers in their
 * order and spelling, X-Signature included.
 */
export function curlCommand({ url, headers, body }: CurlRequest): string {
  const lines = headers.filter(([name]) => !setByCurl.has(name.toLowerCase()));
  const names = new Set(lines.map(([name]) => name.toLowerCase()));
  const { pipe, data } = bodyArgument(body);
  // Brackets and braces in a URL are a pattern to curl, unless it is told otherwise.
  const globOff = /[[\]{}]/.test(url) ? '-g ' : '';
  return [
    `${pipe}curl -X POST ${globOff}${quoted(url)}`,
    ...lines.map(headerArgument),
    // curl would name the body a form.
    ...(names.has('content-type') ? [] : [`-H 'Content-Type:'`]),
    data,
  ].join(' \\\n  ');
}
