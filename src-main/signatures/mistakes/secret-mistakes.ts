/** Mistakes that change the secret before it is used as the HMAC key. */
import { did, type Mistake } from './mistake.ts';

type ChangedSecret = string | Buffer;

/**
 * A mistake that changes the secret before it is used as the key: several results if languages
 * differ, undefined if the mistake doesn't apply.
 */
export interface SecretMistake extends Mistake {
  readonly change: (secret: string) => ChangedSecret | ChangedSecret[] | undefined;
}

/** `what` was used as the secret. */
const used =
  (fix: Mistake['fix']) =>
  (
    code: string,
    what: string,
    change: SecretMistake['change'],
    language?: Mistake['language'],
  ): SecretMistake => ({
    ...{ code, message: did(`used ${what}`), fix, change },
    ...(language && { language }),
  });

const loaded = used('loaded_secret');
const edited = used('exact_secret');
const decoded = used('secret_bytes');
const other = used('right_secret');

/** Node accepts both alphabets. Python, PHP and Ruby skip invalid characters. Go stops there. */
export function base64Decodings(text: string): Buffer[] {
  const lenient = Buffer.from(text.replace(/[^A-Za-z\d+/=]/g, ''), 'base64');
  const valid = /^[A-Za-z\d+/]*/.exec(text)?.[0] ?? '';
  const strict = Buffer.from(valid.slice(0, valid.length - (valid.length % 4)), 'base64');
  return [Buffer.from(text, 'base64'), lenient, strict];
}

const withoutPrefix = (text: string): string | undefined => /^whsec_(.+)$/s.exec(text)?.[1];

/** Besides the space and line ends, which have codes of their own, and not at the start. */
const invisible = [
  '\r',
  '\t',
  '\v',
  '\f',
  '\u00a0',
  '\u200b',
  '\u2028',
  '\ufeff',
  '\0',
  '\n',
] as const;

export const copiedPrefixes = ['v1,', 'whsec_', 'v1=', 'sha256=', 'Bearer ', 'secret='] as const;

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const secretMistakes: readonly SecretMistake[] = [
  // Decoding a secret that isn't base64 or hexadecimal can also produce nothing. An empty secret is
  // likelier.
  loaded('secret_empty', 'an empty secret.', () => ''),
  loaded('secret_undefined', 'the string "undefined" as the secret.', () => 'undefined', 'node'),
  loaded('secret_null', 'the string "null" as the secret.', () => 'null'),
  loaded('secret_none', 'the string "None" as the secret.', () => 'None', 'python'),
  loaded(
    'secret_variable_name',
    'the variable name, WEBHOOK_SECRET, as the secret.',
    () => 'WEBHOOK_SECRET',
  ),
  edited('secret_trimmed', 'the secret with leading and trailing whitespace removed.', (text) =>
    text.trim(),
  ),
  edited(
    'secret_newline',
    'the secret followed by a line break (LF), as in a file.',
    (text) => `${text}\n`,
  ),
  edited(
    'secret_newline_crlf',
    'the secret followed by a line break (CR LF).',
    (text) => `${text}\r\n`,
  ),
  edited('secret_space', 'the secret followed by a space.', (text) => `${text} `),
  edited('secret_leading_space', 'the secret preceded by a space.', (text) => ` ${text}`),
  edited(
    'secret_white_space',
    'the secret with a carriage return, a tab or an invisible character before or after it.',
    (text) => invisible.flatMap((character) => [`${text}${character}`, `${character}${text}`]),
  ),
  edited(
    'secret_copied_prefix',
    'the secret with a prefix that does not belong to it, such as "v1," or a second "whsec_".',
    (text) => copiedPrefixes.map((prefix) => prefix + text),
  ),
  edited('secret_quoted', 'the secret with double quotes around it.', (text) => `"${text}"`),
  edited('secret_single_quoted', 'the secret with single quotes around it.', (text) => `'${text}'`),
  edited(
    'secret_unquoted',
    'the secret without the quotes around it.',
    (text) => /^(["'])(.*)\1$/s.exec(text)?.[2],
  ),
  edited(
    'secret_cut_at_hash',
    'the secret up to its "#": the rest was read as a comment.',
    (text) => /^(.*?)\s*#/s.exec(text)?.[1],
  ),
  edited('secret_cut_at_equals', 'the secret up to its "=".', (text) => /^(.*?)=/s.exec(text)?.[1]),
  edited(
    'secret_dollar_expanded',
    'the secret after a shell had expanded "$" and a name to nothing.',
    (text) => text.replace(/\$(?:\w+|\{\w*\})/g, ''),
  ),
  edited('secret_upper_case', 'the secret in uppercase.', (text) => text.toUpperCase()),
  edited('secret_lower_case', 'the secret in lowercase.', (text) => text.toLowerCase()),
  decoded('secret_base64_decoded', 'the secret decoded from base64.', base64Decodings),
  decoded(
    'secret_prefix_stripped_decoded',
    'the secret without its prefix "whsec_", decoded from base64, as Standard Webhooks does.',
    (text) => {
      const rest = withoutPrefix(text);
      return rest === undefined ? undefined : base64Decodings(rest);
    },
  ),
  edited('secret_prefix_stripped', 'the secret without its prefix "whsec_".', withoutPrefix),
  decoded('secret_hex_decoded', 'the secret decoded from hexadecimal.', (text) =>
    Buffer.from(text, 'hex'),
  ),
  decoded('secret_base64_encoded', 'the secret encoded as base64.', (text) =>
    Buffer.from(text).toString('base64'),
  ),
  decoded('secret_base64url_encoded', 'the secret encoded as base64url.', (text) =>
    Buffer.from(text).toString('base64url'),
  ),
  decoded('secret_hex_encoded', 'the secret encoded as hexadecimal.', (text) =>
    Buffer.from(text).toString('hex'),
  ),
  decoded('secret_url_decoded', 'the secret URL-decoded.', (text) => percentDecoded(text)),
  decoded(
    'secret_form_decoded',
    'the secret URL-decoded, with every "+" turned into a space.',
    (text) => percentDecoded(text.replaceAll('+', ' ')),
  ),
  decoded('secret_url_encoded', 'the secret URL-encoded.', (text) =>
    encodeURIComponent(text.toWellFormed()),
  ),
  decoded('secret_latin1', 'the secret as Latin-1 (ISO 8859-1) instead of UTF-8.', (text) =>
    Buffer.from(text, 'latin1'),
  ),
  decoded(
    'secret_utf16',
    'the secret as UTF-16 instead of UTF-8.',
    (text) => Buffer.from(text, 'utf16le'),
    'csharp',
  ),
  decoded('secret_python_bytes', `the secret printed as b'…'.`, (text) => `b'${text}'`, 'python'),
];

export const previousSecretMistake = (previous: string): SecretMistake =>
  other('secret_previous', 'the previous secret.', () => previous);

/** `owner`: for example `the destination "Staging"`. */
export const otherSecretMistake = (owner: string, secret: string): SecretMistake =>
  other('secret_of_other_destination', `the secret of ${owner}.`, () => secret);
