/** Receivers in Go, with the standard library alone. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';
import type { LanguageTemplate } from './snippet.ts';
import {
  type ComputedScheme,
  entryAffixes,
  hasType,
  indented,
  keyFormOf,
  type Lines,
  type Syntax,
  valuePattern,
  verification,
  withAffixes,
  withoutTexts,
} from './template.ts';

/** Go rejects byte order marks in code. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\ufeff', '\\ufeff');

/** Packages by the name that code uses. */
const packages: Readonly<Record<string, string>> = {
  base64: 'encoding/base64',
  ecdsa: 'crypto/ecdsa',
  ed25519: 'crypto/ed25519',
  hex: 'encoding/hex',
  hmac: 'crypto/hmac',
  http: 'net/http',
  io: 'io',
  json: 'encoding/json',
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

const returnFalseIf = (condition: string): Lines => [`if ${condition} {`, '\treturn false', '}'];

const numericAge = (unit: string, time: string): Lines => [
  `${unit}, err := strconv.ParseInt(timestamp, 10, 64)`,
  ...returnFalseIf('err != nil'),
  `age := time.Since(${time})`,
];

function verify(scheme: ComputedScheme, content: string): Lines {
  const { separator, encoding } = scheme;
  const [before, after] = entryAffixes(scheme);
  const entry = separator === null ? 'value' : 'entry';
  const anyOf = (lines: Lines, condition: string): Lines =>
    separator === null
      ? [...lines, `return ${condition}`]
      : [
          `for _, entry := range strings.Split(value, ${quoted(separator)}) {`,
          ...[...lines, `if ${condition} {`, '\treturn true', '}'].map((line) => `\t${line}`),
          '}',
          'return false',
        ];
  if (scheme.kind === 'hmac') {
    const encode = encoding === 'hex' ? 'hex' : 'base64.StdEncoding';
    const digest = `${encode}.EncodeToString(mac.Sum(nil))`;
    return [
      `mac := hmac.New(${scheme.hash}.New, key)`,
      `mac.Write(${content})`,
      `expected := []byte(${withAffixes(scheme, quoted, digest)})`,
      ...anyOf([], `hmac.Equal([]byte(${entry}), expected)`),
    ];
  }
  const start = before === '' ? entry : `strings.TrimPrefix(${entry}, ${quoted(before)})`;
  const text = after === '' ? start : `strings.TrimSuffix(${start}, ${quoted(after)})`;
  const decode = [`signature, err := ${decoded(encoding, text)}`];
  return scheme.kind === 'ed25519'
    ? anyOf(decode, `err == nil && ed25519.Verify(key, ${content}, signature)`)
    : [
        `hash := sha256.Sum256(${content})`,
        ...anyOf(decode, 'err == nil && ecdsa.VerifyASN1(key, hash[:], signature)'),
      ];
}

const values: Readonly<Record<string, string>> = {
  body: 'string(rawBody)',
  form: 'form.String()',
  method: 'r.Method',
  url: 'origin + r.RequestURI',
};

const syntax: Syntax = {
  quoted,
  header: (name) => `r.Header.Get(${quoted(name)})`,
  assign: (name, value) => `${name} := ${value}`,
  returnFalseIf,
  or: '||',
  match: (_, header, groups) => [
    `match := headerPattern.FindStringSubmatch(${header})`,
    ...returnFalseIf('match == nil'),
    ...groups.flatMap((name, index) => (name === null ? [] : [`${name} := match[${index + 1}]`])),
  ],
  age: {
    seconds: numericAge('seconds', 'time.Unix(seconds, 0)'),
    milliseconds: numericAge('milliseconds', 'time.UnixMilli(milliseconds)'),
    iso: [
      'sent, err := time.Parse(time.RFC3339, timestamp)',
      ...returnFalseIf('err != nil'),
      'age := time.Since(sent)',
    ],
  },
  ageName: 'age',
  duration: (ms) => (ms % 1_000 === 0 ? `${ms / 1_000}*time.Second` : `${ms}*time.Millisecond`),
  form: [
    'fields, err := url.ParseQuery(string(rawBody))',
    ...returnFalseIf('err != nil'),
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
  ],
  url: [
    '// As set at the provider, such as https://example.com: a proxy may change it.',
    'origin := os.Getenv("WEBHOOK_ORIGIN")',
    'if origin == "" {',
    '\torigin = "http://" + r.Host',
    '}',
  ],
  bodyHash: (parameter) => [
    'bodyHash := sha256.Sum256(rawBody)',
    ...returnFalseIf(`r.URL.Query().Get(${quoted(parameter)}) != hex.EncodeToString(bodyHash[:])`),
  ],
  content(parts) {
    const texts = parts.map(({ kind, text }) =>
      kind === 'literal' ? quoted(text) : (values[text] ?? text),
    );
    const whole = texts.join(' + ');
    return whole === values.body ? 'rawBody' : `[]byte(${whole})`;
  },
  contentName: 'content',
  verify,
};

function keyLines(scheme: ComputedScheme, variable: string): Lines {
  const form = keyFormOf(scheme);
  if (form === 'text') return ['key := []byte(secret)'];
  const text =
    scheme.keyPrefix === '' ? 'secret' : `strings.TrimPrefix(secret, ${quoted(scheme.keyPrefix)})`;
  const bytes = decoded(form, text);
  const unless = (condition: string, what: string): Lines => [
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

const keyTypes = {
  hmac: '[]byte',
  ed25519: 'ed25519.PublicKey',
  ecdsa_p256: '*ecdsa.PublicKey',
} as const;

const read: Lines = [
  '// The raw bytes: unmarshal them after the check.',
  'rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))',
  'if err != nil {',
  '\thttp.Error(w, "cannot read the body", http.StatusBadRequest)',
  '\treturn',
  '}',
];

const event: Lines = [
  'var event struct {',
  '\tType string `json:"type"`',
  '}',
  'if err := json.Unmarshal(rawBody, &event); err != nil {',
  '\tw.WriteHeader(http.StatusBadRequest)',
  '\treturn',
  '}',
  'log.Println(event.Type)',
];

function receiver(profile: ProviderProfile, variable: string): string {
  const { signature: scheme } = profile;
  const computed = scheme.kind === 'none' || scheme.kind === 'token' ? null : scheme;
  const pattern = computed && valuePattern(computed);
  const lines =
    computed === null
      ? [
          `return hmac.Equal([]byte(${syntax.header('header' in scheme ? scheme.header : '')}), []byte(secret))`,
        ]
      : verification(profile, computed, syntax);
  const parameters =
    computed === null
      ? 'secret string, r *http.Request'
      : `key ${keyTypes[computed.kind]}, r *http.Request, rawBody []byte`;
  const code = `${pattern === null ? '' : `var headerPattern = regexp.MustCompile(${quoted(`^${pattern}$`)})\n\n`}func isSigned(${parameters}) bool {
${indented(lines, '\t')}}

func main() {
	secret := os.Getenv("${variable}")
	if secret == "" {
		log.Fatal("${variable} is not set.")
	}
${computed === null ? '' : indented(keyLines(computed, variable), '\t')}	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	http.HandleFunc("/webhook", func(w http.ResponseWriter, r *http.Request) {
${computed === null ? '' : indented(read, '\t\t')}		if !isSigned(${computed === null ? 'secret, r' : 'key, r, rawBody'}) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
${computed !== null && hasType(profile) ? indented(event, '\t\t') : ''}		w.WriteHeader(${acceptedStatus(profile)})
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

export const go = {
  id: 'go',
  name: 'Go',
  fixes: ({ hash, header }) => ({
    raw_body:
      "Hash the bytes from io.ReadAll(r.Body), then json.Unmarshal the same bytes. Don't marshal again or read the body twice.",
    exact_secret: `Pass the secret unchanged: hmac.New(${hash}.New, []byte(os.Getenv("WEBHOOK_SECRET"))). Print it once with %q to see whitespace and quotes.`,
    secret_bytes: 'The key is the text itself: []byte(secret), not base64 or hex.DecodeString.',
    loaded_secret:
      'os.Getenv returns "" for an unset variable. Use os.LookupEnv, and exit if it is missing.',
    right_secret:
      "Set WEBHOOK_SECRET to this destination's current secret, then restart the program.",
    hash: `mac := hmac.New(${hash}.New, []byte(secret))`,
    keyed_hash: `Use hmac.New(${hash}.New, []byte(secret)) and mac.Write(body), not ${hash}.Sum.`,
    hex: `hex.EncodeToString(mac.Sum(nil)) matches ${header}.`,
    whole_header: `Compare the bare value: hmac.Equal([]byte(digest), []byte(r.Header.Get("${header}"))).`,
  }),
  frameworks: [{ id: 'go', title: 'Go net/http', file: 'main.go', install: null, code: receiver }],
} as const satisfies LanguageTemplate;
