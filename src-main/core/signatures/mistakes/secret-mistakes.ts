/** Mistakes that change the secret before it is used as the HMAC key. */
import type { Mistake } from './mistake.ts';

type ChangedSecret = string | Buffer;

/**
 * A mistake that changes the secret before it is used as the key: several results if languages
 * differ, undefined if the mistake doesn't apply.
 */
export interface SecretMistake extends Mistake {
  readonly change: (secret: string) => ChangedSecret | ChangedSecret[] | undefined;
}

const secret = (
  code: string,
  message: string,
  fix: Mistake['fix'],
  change: SecretMistake['change'],
  language?: Mistake['language'],
): SecretMistake => ({ code, message, fix, change, ...(language && { language }) });

const used = 'The receiver used';

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
  secret('secret_empty', `${used} an empty secret.`, 'loaded_secret', () => ''),
  secret(
    'secret_undefined',
    `${used} the string "undefined" as the secret.`,
    'loaded_secret',
    () => 'undefined',
    'node',
  ),
  secret('secret_null', `${used} the string "null" as the secret.`, 'loaded_secret', () => 'null'),
  secret(
    'secret_none',
    `${used} the string "None" as the secret.`,
    'loaded_secret',
    () => 'None',
    'python',
  ),
  secret(
    'secret_variable_name',
    `${used} the variable name, WEBHOOK_SECRET, as the secret.`,
    'loaded_secret',
    () => 'WEBHOOK_SECRET',
  ),
  secret(
    'secret_trimmed',
    `${used} the secret with leading and trailing whitespace removed.`,
    'exact_secret',
    (text) => text.trim(),
  ),
  secret(
    'secret_newline',
    `${used} the secret followed by a line break (LF), as in a file.`,
    'exact_secret',
    (text) => `${text}\n`,
  ),
  secret(
    'secret_newline_crlf',
    `${used} the secret followed by a line break (CR LF).`,
    'exact_secret',
    (text) => `${text}\r\n`,
  ),
  secret(
    'secret_space',
    `${used} the secret followed by a space.`,
    'exact_secret',
    (text) => `${text} `,
  ),
  secret(
    'secret_leading_space',
    `${used} the secret preceded by a space.`,
    'exact_secret',
    (text) => ` ${text}`,
  ),
  secret(
    'secret_white_space',
    `${used} the secret with a carriage return, a tab or an invisible character before or after it.`,
    'exact_secret',
    (text) => invisible.flatMap((character) => [`${text}${character}`, `${character}${text}`]),
  ),
  secret(
    'secret_copied_prefix',
    `${used} the secret with a prefix that does not belong to it, such as "v1," or a second "whsec_".`,
    'exact_secret',
    (text) => copiedPrefixes.map((prefix) => prefix + text),
  ),
  secret(
    'secret_quoted',
    `${used} the secret with double quotes around it.`,
    'exact_secret',
    (text) => `"${text}"`,
  ),
  secret(
    'secret_single_quoted',
    `${used} the secret with single quotes around it.`,
    'exact_secret',
    (text) => `'${text}'`,
  ),
  secret(
    'secret_unquoted',
    `${used} the secret without the quotes around it.`,
    'exact_secret',
    (text) => /^(["'])(.*)\1$/s.exec(text)?.[2],
  ),
  secret(
    'secret_cut_at_hash',
    `${used} the secret up to its "#": the rest was read as a comment.`,
    'exact_secret',
    (text) => /^(.*?)\s*#/s.exec(text)?.[1],
  ),
  secret(
    'secret_cut_at_equals',
    `${used} the secret up to its "=".`,
    'exact_secret',
    (text) => /^(.*?)=/s.exec(text)?.[1],
  ),
  secret(
    'secret_dollar_expanded',
    `${used} the secret after a shell had expanded "$" and a name to nothing.`,
    'exact_secret',
    (text) => text.replace(/\$(?:\w+|\{\w*\})/g, ''),
  ),
  secret('secret_upper_case', `${used} the secret in uppercase.`, 'exact_secret', (text) =>
    text.toUpperCase(),
  ),
  secret('secret_lower_case', `${used} the secret in lowercase.`, 'exact_secret', (text) =>
    text.toLowerCase(),
  ),
  secret(
    'secret_base64_decoded',
    `${used} the secret decoded from base64.`,
    'secret_bytes',
    base64Decodings,
  ),
  secret(
    'secret_prefix_stripped_decoded',
    `${used} the secret without its prefix "whsec_", decoded from base64, as Standard Webhooks does.`,
    'secret_bytes',
    (text) => {
      const rest = withoutPrefix(text);
      return rest === undefined ? undefined : base64Decodings(rest);
    },
  ),
  secret(
    'secret_prefix_stripped',
    `${used} the secret without its prefix "whsec_".`,
    'exact_secret',
    withoutPrefix,
  ),
  secret(
    'secret_hex_decoded',
    `${used} the secret decoded from hexadecimal.`,
    'secret_bytes',
    (text) => Buffer.from(text, 'hex'),
  ),
  secret('secret_base64_encoded', `${used} the secret encoded as base64.`, 'secret_bytes', (text) =>
    Buffer.from(text).toString('base64'),
  ),
  secret(
    'secret_base64url_encoded',
    `${used} the secret encoded as base64url.`,
    'secret_bytes',
    (text) => Buffer.from(text).toString('base64url'),
  ),
  secret(
    'secret_hex_encoded',
    `${used} the secret encoded as hexadecimal.`,
    'secret_bytes',
    (text) => Buffer.from(text).toString('hex'),
  ),
  secret('secret_url_decoded', `${used} the secret URL-decoded.`, 'secret_bytes', (text) =>
    percentDecoded(text),
  ),
  secret(
    'secret_form_decoded',
    `${used} the secret URL-decoded, with every "+" turned into a space.`,
    'secret_bytes',
    (text) => percentDecoded(text.replaceAll('+', ' ')),
  ),
  secret('secret_url_encoded', `${used} the secret URL-encoded.`, 'secret_bytes', (text) =>
    encodeURIComponent(text.toWellFormed()),
  ),
  secret(
    'secret_latin1',
    `${used} the secret as Latin-1 (ISO 8859-1) instead of UTF-8.`,
    'secret_bytes',
    (text) => Buffer.from(text, 'latin1'),
  ),
  secret(
    'secret_utf16',
    `${used} the secret as UTF-16 instead of UTF-8.`,
    'secret_bytes',
    (text) => Buffer.from(text, 'utf16le'),
    'csharp',
  ),
  secret(
    'secret_python_bytes',
    `${used} the secret printed as b'…'.`,
    'secret_bytes',
    (text) => `b'${text}'`,
    'python',
  ),
];

export const previousSecretMistake = (previous: string): SecretMistake =>
  secret('secret_previous', `${used} the previous secret.`, 'right_secret', () => previous);

/** `owner`: for example `the destination "Staging"`. */
export const otherSecretMistake = (owner: string, other: string): SecretMistake =>
  secret(
    'secret_of_other_destination',
    `${used} the secret of ${owner}.`,
    'right_secret',
    () => other,
  );
