/** Writes a PHP receiver that verifies by a profile. */
import type { ProviderProfile } from '../../schemas/profile.ts';
import {
  type ComputedScheme,
  contentParts,
  entryAffixes,
  headerWith,
  isTimed,
  keyFormOf,
  timestampInValue,
  valueGroups,
  valuePattern,
} from './profile-parts.ts';

const lineEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (control: string): string =>
  lineEscapes[control] ?? `\\u{${control.charCodeAt(0).toString(16)}}`;

/** Control characters need double quotes, where `$` starts a variable. */
const quoted = (text: string): string =>
  /\p{Cc}/u.test(text)
    ? `"${text.replaceAll(/[\\"$]/g, '\\$&').replaceAll(/\p{Cc}/gu, escaped)}"`
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const header = (name: string | null): string =>
  `$_SERVER[${quoted(`HTTP_${(name ?? '').toUpperCase().replaceAll('-', '_')}`)}] ?? ''`;

const returnFalse = (condition: string): readonly string[] => [
  `if (${condition}) {`,
  '    return false;',
  '}',
];

const literal = (text: string): string => text.replaceAll(/[^\w]/g, '\\$&');

/** Of a wrong form, the bytes are empty: a warning in the output would send 200. */
function keyBytes(scheme: ComputedScheme): string {
  const text =
    scheme.keyPrefix === ''
      ? '$secret'
      : `preg_replace(${quoted(`/^${literal(scheme.keyPrefix)}/`)}, '', $secret)`;
  return keyFormOf(scheme) === 'hex' ? `(string) @hex2bin(${text})` : `base64_decode(${text})`;
}

const times: Readonly<Record<ProviderProfile['timestamp'], readonly string[]>> = {
  seconds: [
    ...returnFalse('!is_numeric($timestamp)'),
    '$age = microtime(true) - (float) $timestamp;',
  ],
  milliseconds: [
    ...returnFalse('!is_numeric($timestamp)'),
    '$age = microtime(true) - (float) $timestamp / 1000;',
  ],
  iso: [
    '$sent = strtotime($timestamp);',
    ...returnFalse('$sent === false'),
    '$age = microtime(true) - $sent;',
  ],
};

function ageLines({
  timestamp,
  tolerance: { pastMs, futureMs },
}: ProviderProfile): readonly string[] {
  if (pastMs === null && futureMs === null) return [];
  const limits = [
    ...(pastMs === null ? [] : [`$age > ${pastMs / 1_000}`]),
    ...(futureMs === null ? [] : [`$age < -${futureMs / 1_000}`]),
  ];
  return [...times[timestamp], ...returnFalse(limits.join(' || '))];
}

const formLines = [
  '// parse_str would rename fields.',
  '$fields = [];',
  "foreach (explode('&', $rawBody) as $field) {",
  "    [$name, $text] = array_map('urldecode', explode('=', $field, 2)) + ['', ''];",
  '    $fields[$name][] = $text;',
  '}',
  'ksort($fields, SORT_STRING);',
  "$form = '';",
  'foreach ($fields as $name => $texts) {',
  '    sort($texts, SORT_STRING);',
  '    foreach (array_unique($texts) as $text) {',
  '        $form .= $name . $text;',
  '    }',
  '}',
];

const urlLines = [
  '// As set at the provider, such as https://example.com: a proxy may change it.',
  "$origin = getenv('WEBHOOK_ORIGIN') ?: 'http://' . $_SERVER['HTTP_HOST'];",
  "$url = $origin . $_SERVER['REQUEST_URI'];",
];

const isTextKey = (scheme: ComputedScheme): boolean =>
  scheme.kind === 'hmac' && scheme.keyForm === 'text';

function verification(scheme: ComputedScheme): readonly string[] {
  const [before, after] = entryAffixes(scheme);
  const entry = scheme.separator === null ? '$value' : '$entry';
  const anyOf = (lines: readonly string[], condition: string): readonly string[] =>
    scheme.separator === null
      ? [...lines, `return ${condition};`]
      : [
          `foreach (explode(${quoted(scheme.separator)}, $value) as $entry) {`,
          ...[...lines, `if (${condition}) {`, '    return true;', '}'].map(
            (line) => `    ${line}`,
          ),
          '}',
          'return false;',
        ];
  if (scheme.kind === 'hmac') {
    const key = isTextKey(scheme) ? '$secret' : '$key';
    const digest =
      scheme.encoding === 'hex'
        ? `hash_hmac('${scheme.hash}', $content, ${key})`
        : `base64_encode(hash_hmac('${scheme.hash}', $content, ${key}, true))`;
    const parts = [
      ...(before === '' ? [] : [quoted(before)]),
      digest,
      ...(after === '' ? [] : [quoted(after)]),
    ];
    return [`$expected = ${parts.join(' . ')};`, ...anyOf([], `hash_equals($expected, ${entry})`)];
  }
  const trimmed =
    before === '' && after === ''
      ? entry
      : `substr(${entry}, ${before.length}${after === '' ? '' : `, -${after.length}`})`;
  const decode = [
    scheme.encoding === 'hex'
      ? `$signature = (string) @hex2bin(${trimmed});`
      : `$signature = base64_decode(${trimmed});`,
  ];
  return scheme.kind === 'ed25519'
    ? anyOf(
        decode,
        'strlen($signature) === SODIUM_CRYPTO_SIGN_BYTES && sodium_crypto_sign_verify_detached($signature, $content, $key)',
      )
    : anyOf(decode, 'openssl_verify($content, $signature, $key, OPENSSL_ALGO_SHA256) === 1');
}

function keyLines(scheme: ComputedScheme, variable: string): readonly string[] {
  if (isTextKey(scheme)) return [];
  const bytes = keyBytes(scheme);
  switch (scheme.kind) {
    case 'hmac':
      return [
        `$key = ${bytes};`,
        "if ($key === '') {",
        `    error_log('${variable} has no key.');`,
        '    return false;',
        '}',
      ];
    case 'ed25519':
      return [
        '// The public key.',
        `$key = ${bytes};`,
        ...returnFalse('strlen($key) !== SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES'),
      ];
    case 'ecdsa_p256':
      return [
        '// The public key.',
        `$pem = chunk_split(base64_encode(${bytes}), 64, "\\n");`,
        '$key = "-----BEGIN PUBLIC KEY-----\\n{$pem}-----END PUBLIC KEY-----\\n";',
      ];
  }
}

const values: Readonly<Record<string, string>> = {
  method: "$_SERVER['REQUEST_METHOD']",
  body: '$rawBody',
};

function computedBody(
  profile: ProviderProfile,
  scheme: ComputedScheme,
  variable: string,
): readonly string[] {
  const pattern = valuePattern(scheme);
  const inValue = timestampInValue(scheme);
  const content = contentParts(scheme).map(({ kind, text }) =>
    kind === 'literal' ? quoted(text) : (values[text] ?? `$${text}`),
  );
  return [
    ...(pattern === null
      ? [`$value = ${header(scheme.header)};`]
      : [
          `$header = ${header(scheme.header)};`,
          ...returnFalse(
            `!preg_match(${quoted(`/^${pattern.replaceAll('/', '\\/')}$/D`)}, $header, $match)`,
          ),
          `[, ${valueGroups(scheme)
            .map((name) => `$${name}`)
            .join(', ')}] = $match;`,
        ]),
    ...(isTimed(profile, scheme) && !inValue
      ? [`$timestamp = ${header(headerWith(profile, '{timestamp}'))};`]
      : []),
    ...ageLines(profile),
    ...(scheme.content.includes('{id}') ? [`$id = ${header(headerWith(profile, '{id}'))};`] : []),
    ...(scheme.content.includes('{form}') ? formLines : []),
    ...(scheme.content.includes('{url}') ? urlLines : []),
    ...(profile.bodyHashParameter === null
      ? []
      : [
          "$bodyHash = hash('sha256', $rawBody);",
          // PHP writes dots in the names of parameters as underscores.
          ...returnFalse(
            `($_GET[${quoted(profile.bodyHashParameter.replaceAll('.', '_'))}] ?? '') !== $bodyHash`,
          ),
        ]),
    `$content = ${content.join(' . ')};`,
    ...keyLines(scheme, variable),
    ...verification(scheme),
  ];
}

/** A complete receiver; Ed25519 needs sodium, P-256 openssl. Null for profiles that don't sign. */
export function phpReceiver(profile: ProviderProfile, variable: string): string | null {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return null;
  const isToken = scheme.kind === 'token';
  const body = isToken
    ? [`return hash_equals($secret, ${header(scheme.header)});`]
    : computedBody(profile, scheme, variable);
  return `<?php

declare(strict_types=1);

$secret = getenv('${variable}');
if ($secret === false || $secret === '') {
    http_response_code(500);
    error_log('${variable} is not set.');
    exit;
}

function isSigned(string $secret${isToken ? '' : ', string $rawBody'}): bool
{
${body.map((line) => `    ${line}\n`).join('')}}

${isToken ? '' : "// The raw bytes, not json_encode of the decoded body.\n$rawBody = file_get_contents('php://input');\n"}http_response_code(isSigned($secret${isToken ? '' : ', $rawBody'}) ? 200 : 401);
`;
}
