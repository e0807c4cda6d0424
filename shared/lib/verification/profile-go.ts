/** Writes a Go receiver that verifies by a profile. */
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
  withoutTexts,
} from './profile-parts.ts';

/** Go rejects byte order marks in code. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\ufeff', '\\ufeff');

const header = (name: string | null): string => `r.Header.Get(${quoted(name ?? '')})`;

/** Packages by the name that code uses. */
const packages: Readonly<Record<string, string>> = {
  base64: 'encoding/base64',
  ecdsa: 'crypto/ecdsa',
  ed25519: 'crypto/ed25519',
  hex: 'encoding/hex',
  hmac: 'crypto/hmac',
  http: 'net/http',
  io: 'io',
  log: 'log',
  os: 'os',
  regexp: 'regexp',
  sha1: 'crypto/sha1',
  sha256: 'crypto/sha256',
  sha512: 'crypto/sha512',
  sort: 'sort',
  strconv: 'strconv',
  strings: 'strings',
  time: 'time',
  url: 'net/url',
  x509: 'crypto/x509',
};

const decoded = (form: 'hex' | 'base64', text: string): string =>
  form === 'hex' ? `hex.DecodeString(${text})` : `base64.StdEncoding.DecodeString(${text})`;

const returnFalse = (condition: string): readonly string[] => [
  `if ${condition} {`,
  '\treturn false',
  '}',
];

function keyLines(scheme: ComputedScheme, variable: string): readonly string[] {
  const form = keyFormOf(scheme);
  if (form === 'text') return ['key := []byte(secret)'];
  const text =
    scheme.keyPrefix === '' ? 'secret' : `strings.TrimPrefix(secret, ${quoted(scheme.keyPrefix)})`;
  const bytes = decoded(form, text);
  const unless = (condition: string, what: string) => [
    `if ${condition} {`,
    `\tlog.Fatal("${variable} is not ${what}.")`,
    '}',
  ];
  switch (scheme.kind) {
    case 'hmac':
      return [
        `key, err := ${bytes}`,
        ...unless('err != nil || len(key) == 0', form === 'hex' ? 'hexadecimal' : 'Base64'),
      ];
    case 'ed25519':
      return [
        `key, err := ${bytes}`,
        ...unless('err != nil || len(key) != ed25519.PublicKeySize', 'a public key'),
      ];
    case 'ecdsa_p256':
      return [
        `der, _ := ${bytes}`,
        'parsed, _ := x509.ParsePKIXPublicKey(der)',
        'key, ok := parsed.(*ecdsa.PublicKey)',
        ...unless('!ok', 'a public key'),
      ];
  }
}

const times: Readonly<Record<ProviderProfile['timestamp'], readonly [string, string]>> = {
  seconds: ['seconds, err := strconv.ParseInt(timestamp, 10, 64)', 'time.Unix(seconds, 0)'],
  milliseconds: [
    'milliseconds, err := strconv.ParseInt(timestamp, 10, 64)',
    'time.UnixMilli(milliseconds)',
  ],
  iso: ['sent, err := time.Parse(time.RFC3339, timestamp)', 'sent'],
};

const duration = (ms: number): string =>
  ms % 1_000 === 0 ? `${ms / 1_000}*time.Second` : `${ms}*time.Millisecond`;

function ageLines({
  timestamp,
  tolerance: { pastMs, futureMs },
}: ProviderProfile): readonly string[] {
  if (pastMs === null && futureMs === null) return [];
  const limits = [
    ...(pastMs === null ? [] : [`age > ${duration(pastMs)}`]),
    ...(futureMs === null ? [] : [`age < -${duration(futureMs)}`]),
  ];
  const [parse, time] = times[timestamp];
  return [
    parse,
    ...returnFalse('err != nil'),
    `age := time.Since(${time})`,
    ...returnFalse(limits.join(' || ')),
  ];
}

const formLines = [
  'fields, err := url.ParseQuery(string(rawBody))',
  ...returnFalse('err != nil'),
  'names := make([]string, 0, len(fields))',
  'for name := range fields {',
  '\tnames = append(names, name)',
  '}',
  'sort.Strings(names)',
  'var form strings.Builder',
  'for _, name := range names {',
  '\tsort.Strings(fields[name])',
  '\tfor i, field := range fields[name] {',
  '\t\tif i == 0 || field != fields[name][i-1] {',
  '\t\t\tform.WriteString(name + field)',
  '\t\t}',
  '\t}',
  '}',
];

const urlLines = [
  '// As set at the provider, such as https://example.com: a proxy may change it.',
  'origin := os.Getenv("WEBHOOK_ORIGIN")',
  'if origin == "" {',
  '\torigin = "http://" + r.Host',
  '}',
];

function verification(scheme: ComputedScheme): readonly string[] {
  const [before, after] = entryAffixes(scheme);
  const each = (lines: readonly string[]): readonly string[] =>
    scheme.separator === null
      ? lines
      : [
          `for _, entry := range strings.Split(value, ${quoted(scheme.separator)}) {`,
          ...lines.map((line) => `\t${line}`),
          '}',
        ];
  const entry = scheme.separator === null ? 'value' : 'entry';
  const ifTrue = (lines: readonly string[], condition: string): readonly string[] =>
    scheme.separator === null
      ? [...lines, `return ${condition}`]
      : [...each([...lines, `if ${condition} {`, '\treturn true', '}']), 'return false'];
  if (scheme.kind === 'hmac') {
    const encode =
      scheme.encoding === 'hex' ? 'hex.EncodeToString' : 'base64.StdEncoding.EncodeToString';
    const parts = [
      ...(before === '' ? [] : [quoted(before)]),
      `${encode}(mac.Sum(nil))`,
      ...(after === '' ? [] : [quoted(after)]),
    ];
    return [
      `mac := hmac.New(${scheme.hash}.New, key)`,
      'mac.Write(content)',
      `expected := []byte(${parts.join(' + ')})`,
      ...ifTrue([], `hmac.Equal([]byte(${entry}), expected)`),
    ];
  }
  const trimmedStart = before === '' ? entry : `strings.TrimPrefix(${entry}, ${quoted(before)})`;
  const trimmed =
    after === '' ? trimmedStart : `strings.TrimSuffix(${trimmedStart}, ${quoted(after)})`;
  const decode = [`signature, err := ${decoded(scheme.encoding, trimmed)}`];
  return scheme.kind === 'ed25519'
    ? ifTrue(decode, 'err == nil && ed25519.Verify(key, content, signature)')
    : [
        'hash := sha256.Sum256(content)',
        ...ifTrue(decode, 'err == nil && ecdsa.VerifyASN1(key, hash[:], signature)'),
      ];
}

const values: Readonly<Record<string, string>> = {
  form: 'form.String()',
  method: 'r.Method',
  url: 'origin + r.RequestURI',
};

function contentOf(scheme: ComputedScheme): string {
  if (scheme.content === '{body}') return 'rawBody';
  const parts = contentParts(scheme).map(({ kind, text }) =>
    kind === 'literal'
      ? quoted(text)
      : text === 'body'
        ? 'string(rawBody)'
        : (values[text] ?? text),
  );
  return `[]byte(${parts.join(' + ')})`;
}

function computedBody(profile: ProviderProfile, scheme: ComputedScheme): readonly string[] {
  const groups = valueGroups(scheme);
  const timed = isTimed(profile, scheme);
  const assigned = (name: 'timestamp' | 'value') => `match[${groups.indexOf(name) + 1}]`;
  const inValue = timestampInValue(scheme);
  return [
    ...(valuePattern(scheme) === null
      ? [`value := ${header(scheme.header)}`]
      : [
          `match := headerPattern.FindStringSubmatch(${header(scheme.header)})`,
          ...returnFalse('match == nil'),
          `value := ${assigned('value')}`,
        ]),
    ...(timed
      ? [
          `timestamp := ${inValue ? assigned('timestamp') : header(headerWith(profile, '{timestamp}'))}`,
        ]
      : []),
    ...ageLines(profile),
    ...(scheme.content.includes('{id}') ? [`id := ${header(headerWith(profile, '{id}'))}`] : []),
    ...(scheme.content.includes('{form}') ? formLines : []),
    ...(scheme.content.includes('{url}') ? urlLines : []),
    ...(profile.bodyHashParameter === null
      ? []
      : [
          'bodyHash := sha256.Sum256(rawBody)',
          ...returnFalse(
            `r.URL.Query().Get(${quoted(profile.bodyHashParameter)}) != hex.EncodeToString(bodyHash[:])`,
          ),
        ]),
    `content := ${contentOf(scheme)}`,
    ...verification(scheme),
  ];
}

const keyTypes = {
  hmac: '[]byte',
  ed25519: 'ed25519.PublicKey',
  ecdsa_p256: '*ecdsa.PublicKey',
} as const;

const indented = (lines: readonly string[], tabs: number): string =>
  lines.map((line) => `${'\t'.repeat(tabs)}${line}\n`).join('');

/** A complete receiver, with the standard library alone. Null for profiles that don't sign. */
export function goReceiver(profile: ProviderProfile, variable: string): string | null {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return null;
  const isToken = scheme.kind === 'token';
  const pattern = isToken ? null : valuePattern(scheme);
  const check = isToken
    ? `func isSigned(secret string, r *http.Request) bool {
	return hmac.Equal([]byte(${header(scheme.header)}), []byte(secret))
}`
    : `func isSigned(key ${keyTypes[scheme.kind]}, r *http.Request, rawBody []byte) bool {
${indented(computedBody(profile, scheme), 1)}}`;
  const read = [
    '// The raw bytes: unmarshal them after the check.',
    'rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))',
    'if err != nil {',
    '\thttp.Error(w, "cannot read the body", http.StatusBadRequest)',
    '\treturn',
    '}',
  ];
  const code = `${pattern === null ? '' : `var headerPattern = regexp.MustCompile(${quoted(`^${pattern}$`)})\n\n`}${check}

func main() {
	secret := os.Getenv("${variable}")
	if secret == "" {
		log.Fatal("${variable} is not set.")
	}
${isToken ? '' : indented(keyLines(scheme, variable), 1)}	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	http.HandleFunc("/webhook", func(w http.ResponseWriter, r *http.Request) {
${isToken ? '' : indented(read, 2)}		if !isSigned(${isToken ? 'secret, r' : 'key, r, rawBody'}) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
`;
  const imports = Object.entries(packages)
    .filter(([name]) => new RegExp(`\\b${name}\\.[A-Z]`).test(withoutTexts(code)))
    .map(([, path]) => `\t${quoted(path)}\n`)
    .sort()
    .join('');
  return `package main

import (
${imports})

${code}`;
}
