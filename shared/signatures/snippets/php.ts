/** Receivers in PHP; Ed25519 needs sodium, P-256 openssl. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';
import { environmentName, type LanguageTemplate } from './snippet.ts';
import {
  type ComputedScheme,
  entryAffixes,
  hasType,
  indented,
  keyFormOf,
  type Lines,
  type Syntax,
  verification,
  withAffixes,
} from './template.ts';

const lineEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (control: string): string =>
  lineEscapes[control] ?? `\\u{${control.charCodeAt(0).toString(16)}}`;

/** Control characters need double quotes, where `$` starts a variable. */
const quoted = (text: string): string =>
  /\p{Cc}/u.test(text)
    ? `"${text.replaceAll(/[\\"$]/g, '\\$&').replaceAll(/\p{Cc}/gu, escaped)}"`
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const returnFalseIf = (condition: string): Lines => [
  `if (${condition}) {`,
  '    return false;',
  '}',
];

const isTextKey = (scheme: ComputedScheme): boolean =>
  scheme.kind === 'hmac' && scheme.keyForm === 'text';

function verify(scheme: ComputedScheme, content: string): Lines {
  const { separator, encoding } = scheme;
  const [before, after] = entryAffixes(scheme);
  const entry = separator === null ? '$value' : '$entry';
  const anyOf = (lines: Lines, condition: string): Lines =>
    separator === null
      ? [...lines, `return ${condition};`]
      : [
          `foreach (explode(${quoted(separator)}, $value) as $entry) {`,
          ...[...lines, `if (${condition}) {`, '    return true;', '}'].map(
            (line) => `    ${line}`,
          ),
          '}',
          'return false;',
        ];
  if (scheme.kind === 'hmac') {
    const key = isTextKey(scheme) ? '$secret' : '$key';
    const digest =
      encoding === 'hex'
        ? `hash_hmac('${scheme.hash}', ${content}, ${key})`
        : `base64_encode(hash_hmac('${scheme.hash}', ${content}, ${key}, true))`;
    return [
      `$expected = ${withAffixes(scheme, quoted, digest, ' . ')};`,
      ...anyOf([], `hash_equals($expected, ${entry})`),
    ];
  }
  const trimmed =
    before + after === ''
      ? entry
      : `substr(${entry}, ${before.length}${after && `, -${after.length}`})`;
  const decode = [
    encoding === 'hex'
      ? `$signature = (string) @hex2bin(${trimmed});`
      : `$signature = base64_decode(${trimmed});`,
  ];
  return scheme.kind === 'ed25519'
    ? anyOf(
        decode,
        `strlen($signature) === SODIUM_CRYPTO_SIGN_BYTES && sodium_crypto_sign_verify_detached($signature, ${content}, $key)`,
      )
    : anyOf(decode, `openssl_verify(${content}, $signature, $key, OPENSSL_ALGO_SHA256) === 1`);
}

const numericAge = (seconds: string): Lines => [
  ...returnFalseIf('!is_numeric($timestamp)'),
  `$age = microtime(true) - ${seconds};`,
];

const values: Readonly<Record<string, string>> = {
  method: "$_SERVER['REQUEST_METHOD']",
  body: '$rawBody',
};

const syntax: Syntax = {
  quoted,
  header: (name) => `$_SERVER[${quoted(environmentName(name))}] ?? ''`,
  assign: (name, value) => `$${name} = ${value};`,
  returnFalseIf,
  or: '||',
  match: (pattern, header, groups) => [
    `$header = ${header};`,
    ...returnFalseIf(
      `!preg_match(${quoted(`/^${pattern.replaceAll('/', '\\/')}$/D`)}, $header, $match)`,
    ),
    `[, ${groups.map((name) => name && `$${name}`).join(', ')}] = $match;`,
  ],
  age: {
    seconds: numericAge('(float) $timestamp'),
    milliseconds: numericAge('(float) $timestamp / 1000'),
    iso: [
      '$sent = strtotime($timestamp);',
      ...returnFalseIf('$sent === false'),
      '$age = microtime(true) - $sent;',
    ],
  },
  ageName: '$age',
  duration: (ms) => String(ms / 1_000),
  form: [
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
  ],
  url: [
    '// As set at the provider, such as https://example.com: a proxy may change it.',
    "$origin = getenv('WEBHOOK_ORIGIN') ?: 'http://' . $_SERVER['HTTP_HOST'];",
    "$url = $origin . $_SERVER['REQUEST_URI'];",
  ],
  bodyHash: (parameter) => [
    "$bodyHash = hash('sha256', $rawBody);",
    // PHP writes dots in the names of parameters as underscores.
    ...returnFalseIf(`($_GET[${quoted(parameter.replaceAll('.', '_'))}] ?? '') !== $bodyHash`),
  ],
  content: (parts) =>
    parts
      .map(({ kind, text }) => (kind === 'literal' ? quoted(text) : (values[text] ?? `$${text}`)))
      .join(' . '),
  contentName: '$content',
  verify,
};

const literal = (text: string): string => text.replaceAll(/[^\w]/g, '\\$&');

/** Of a wrong form, the bytes are empty: a warning in the output would send 200. */
function keyBytes(scheme: ComputedScheme): string {
  const text =
    scheme.keyPrefix === ''
      ? '$secret'
      : `preg_replace(${quoted(`/^${literal(scheme.keyPrefix)}/`)}, '', $secret)`;
  return keyFormOf(scheme) === 'hex' ? `(string) @hex2bin(${text})` : `base64_decode(${text})`;
}

function keyLines(scheme: ComputedScheme, variable: string): Lines {
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
        ...returnFalseIf('strlen($key) !== SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES'),
      ];
    case 'ecdsa_p256':
      return [
        '// The public key.',
        `$pem = chunk_split(base64_encode(${bytes}), 64, "\\n");`,
        '$key = "-----BEGIN PUBLIC KEY-----\\n{$pem}-----END PUBLIC KEY-----\\n";',
      ];
  }
}

function receiver(profile: ProviderProfile, variable: string): string {
  const { signature: scheme } = profile;
  const computed = scheme.kind === 'none' || scheme.kind === 'token' ? null : scheme;
  const header = 'header' in scheme ? scheme.header : '';
  const body =
    computed === null
      ? [`return hash_equals($secret, ${syntax.header(header)});`]
      : [...keyLines(computed, variable), ...verification(profile, computed, syntax)];
  const isParsed = computed !== null && hasType(profile);
  const lines = [
    ...(computed === null
      ? []
      : [
          '// The raw bytes, not json_encode of the decoded body.',
          "$rawBody = file_get_contents('php://input');",
        ]),
    `if (!isSigned($secret${computed === null ? '' : ', $rawBody'})) {`,
    '    http_response_code(401);',
    '    exit;',
    '}',
    '',
    ...(isParsed
      ? [
          '$event = json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR);',
          "error_log($event['type']);",
        ]
      : []),
    `http_response_code(${acceptedStatus(profile)});`,
  ];
  return `<?php

declare(strict_types=1);

$secret = getenv('${variable}');
if ($secret === false || $secret === '') {
    http_response_code(500);
    error_log('${variable} is not set.');
    exit;
}

function isSigned(string $secret${computed === null ? '' : ', string $rawBody'}): bool
{
${indented(body, '    ')}}

${indented(lines, '')}`;
}

export const php = {
  id: 'php',
  name: 'PHP',
  fixes: ({ hash, header }) => ({
    raw_body: `Hash file_get_contents('php://input'), not json_encode of the decoded body: hash_hmac('${hash}', $rawBody, $secret).`,
    exact_secret: `Pass the secret unchanged: hash_hmac('${hash}', $rawBody, getenv('WEBHOOK_SECRET')). Print it once with var_dump to see whitespace and quotes.`,
    secret_bytes:
      'The key is the text itself: pass $secret, not base64_decode($secret) or hex2bin($secret).',
    loaded_secret:
      "getenv('WEBHOOK_SECRET') is false if it is missing, and false becomes an empty string. Check it before hashing.",
    right_secret:
      "Set this destination's current secret in the configuration, then reload PHP-FPM (and clear any configuration cache).",
    hash: `hash_hmac('${hash}', $rawBody, $secret)`,
    keyed_hash: `Use hash_hmac('${hash}', $rawBody, $secret), the data before the key, not ${hash}() or hash().`,
    hex: `hash_hmac without its fourth argument matches ${header}.`,
    whole_header: `Compare the bare value: hash_equals($digest, $_SERVER['${environmentName(header)}'] ?? '').`,
  }),
  frameworks: [{ id: 'php', title: 'PHP', file: 'webhook.php', install: null, code: receiver }],
} as const satisfies LanguageTemplate;
