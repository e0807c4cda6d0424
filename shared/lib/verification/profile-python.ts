/** Writes a Python receiver that verifies by a profile. */
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

const quoted = (text: string): string => JSON.stringify(text);

/** Literals of bytes have no \u escapes. */
const bytesOf = (text: string): string =>
  /^[ -~\n\r\t]*$/.test(text) ? `b${quoted(text)}` : `${quoted(text)}.encode()`;

function keyLines(scheme: ComputedScheme, variable: string): readonly string[] {
  const text =
    scheme.keyPrefix === '' ? 'SECRET' : `SECRET.removeprefix(${quoted(scheme.keyPrefix)})`;
  const form = keyFormOf(scheme);
  const bytes =
    form === 'text'
      ? 'SECRET.encode()'
      : form === 'hex'
        ? `bytes.fromhex(${text})`
        : `base64.b64decode(${text})`;
  if (scheme.kind === 'hmac')
    return [
      `KEY = ${bytes}`,
      ...(form === 'text'
        ? []
        : ['if not KEY:', `    raise RuntimeError("${variable} has no key.")`]),
    ];
  return [
    '# The public key.',
    scheme.kind === 'ed25519'
      ? `KEY = Ed25519PublicKey.from_public_bytes(${bytes})`
      : `KEY = load_der_public_key(${bytes})`,
  ];
}

const times: Readonly<Record<ProviderProfile['timestamp'], string>> = {
  seconds: 'float(timestamp)',
  milliseconds: 'float(timestamp) / 1000',
  iso: 'datetime.fromisoformat(timestamp).timestamp()',
};

function ageLines({
  timestamp,
  tolerance: { pastMs, futureMs },
}: ProviderProfile): readonly string[] {
  if (pastMs === null && futureMs === null) return [];
  const limits = [
    ...(pastMs === null ? [] : [`age <= ${pastMs / 1_000}`]),
    ...(futureMs === null ? [] : [`age >= -${futureMs / 1_000}`]),
  ];
  return [
    'try:',
    `    age = time.time() - ${times[timestamp]}`,
    'except ValueError:',
    '    return False',
    `if not (${limits.join(' and ')}):`,
    '    return False',
  ];
}

/** What is verified with a public key raises an error unless it is valid. */
const verifying = (call: string): readonly string[] => [
  'for signature in signatures:',
  '    try:',
  `        ${call}`,
  '        return True',
  '    except (InvalidSignature, ValueError):',
  '        continue',
  'return False',
];

function verification(scheme: ComputedScheme): readonly string[] {
  const [before, after] = entryAffixes(scheme);
  const start = before === '' ? 'signature' : `signature.removeprefix(${quoted(before)})`;
  const text = after === '' ? start : `${start}.removesuffix(${quoted(after)})`;
  const decoded =
    scheme.encoding === 'hex' ? `bytes.fromhex(${text})` : `base64.b64decode(${text})`;
  if (scheme.kind === 'ed25519') return verifying(`KEY.verify(${decoded}, content)`);
  if (scheme.kind === 'ecdsa_p256')
    return verifying(`KEY.verify(${decoded}, content, ec.ECDSA(hashes.SHA256()))`);
  const mac = `hmac.new(KEY, content, hashlib.${scheme.hash})`;
  const digest =
    scheme.encoding === 'hex' ? `${mac}.hexdigest().encode()` : `base64.b64encode(${mac}.digest())`;
  const parts = [
    ...(before === '' ? [] : [bytesOf(before)]),
    digest,
    ...(after === '' ? [] : [bytesOf(after)]),
  ];
  return [
    `expected = ${parts.join(' + ')}`,
    '# As bytes: compare_digest rejects non-ASCII strings.',
    'return any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)',
  ];
}

function computedBody(profile: ProviderProfile, scheme: ComputedScheme): readonly string[] {
  const pattern = valuePattern(scheme);
  const inValue = timestampInValue(scheme);
  const parts = contentParts(scheme).map(({ kind, text }) =>
    kind === 'literal' ? bytesOf(text) : text === 'body' ? 'raw_body' : `${text}.encode()`,
  );
  const list = scheme.separator === null ? '[value]' : `value.split(${quoted(scheme.separator)})`;
  return [
    `header = headers.get(${quoted(scheme.header)}, "")`,
    ...(pattern === null
      ? ['value = header']
      : [
          `match = re.fullmatch(r${quoted(pattern).replaceAll('\\\\', '\\')}, header)`,
          'if match is None:',
          '    return False',
          inValue ? `${valueGroups(scheme).join(', ')} = match.groups()` : 'value = match.group(1)',
        ]),
    ...(isTimed(profile, scheme) && !inValue
      ? [`timestamp = headers.get(${quoted(headerWith(profile, '{timestamp}') ?? '')}, "")`]
      : []),
    ...ageLines(profile),
    ...(scheme.content.includes('{id}')
      ? [`id = headers.get(${quoted(headerWith(profile, '{id}') ?? '')}, "")`]
      : []),
    ...(scheme.content.includes('{form}')
      ? [
          'fields = parse_qs(raw_body.decode(), keep_blank_values=True)',
          'form = "".join(name + value for name in sorted(fields) for value in sorted(set(fields[name])))',
        ]
      : []),
    ...(profile.bodyHashParameter === null
      ? []
      : [
          'body_hash = hashlib.sha256(raw_body).hexdigest()',
          `if parse_qs(urlsplit(url).query).get(${quoted(profile.bodyHashParameter)}) != [body_hash]:`,
          '    return False',
        ]),
    `content = ${parts.join(' + ')}`,
    `signatures = ${list}`,
    ...verification(scheme),
  ];
}

/** A complete receiver, with the standard library alone unless keys are asymmetric. Null if unsigned. */
export function pythonReceiver(profile: ProviderProfile, variable: string): string | null {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return null;
  const isToken = scheme.kind === 'token';
  const body = isToken
    ? [
        `header = headers.get(${quoted(scheme.header)}, "")`,
        'return hmac.compare_digest(header.encode(), SECRET.encode())',
      ]
    : computedBody(profile, scheme);
  const keys = isToken ? [] : keyLines(scheme, variable);
  const text = withoutTexts([...keys, ...body].join('\n'));
  const modules = ['base64', 'hashlib', 'hmac', 're', 'time']
    .filter((name) => text.includes(`${name}.`))
    .concat('os')
    .sort();
  const parsers = ['parse_qs', 'urlsplit'].filter((name) => text.includes(`${name}(`));
  const extra = [
    ...(text.includes('datetime.') ? ['from datetime import datetime'] : []),
    'from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer',
    ...(parsers.length === 0 ? [] : [`from urllib.parse import ${parsers.join(', ')}`]),
  ];
  const packages =
    scheme.kind === 'ed25519'
      ? [
          '',
          'from cryptography.exceptions import InvalidSignature',
          'from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey',
        ]
      : scheme.kind === 'ecdsa_p256'
        ? [
            '',
            'from cryptography.exceptions import InvalidSignature',
            'from cryptography.hazmat.primitives import hashes',
            'from cryptography.hazmat.primitives.asymmetric import ec',
            'from cryptography.hazmat.primitives.serialization import load_der_public_key',
          ]
        : [];
  const signsUrl = !isToken && scheme.content.includes('{url}');
  const url = signsUrl
    ? `        # As set at the provider, such as https://example.com: a proxy may change it.
        origin = os.environ.get("WEBHOOK_ORIGIN", f"http://{self.headers['Host']}")
`
    : '';
  return `${modules.map((name) => `import ${name}`).join('\n')}
${[...extra, ...packages].join('\n')}

SECRET = os.environ["${variable}"]
if not SECRET:
    raise RuntimeError("${variable} is empty.")
${keys.map((line) => `${line}\n`).join('')}

def is_signed(method: str, url: str, headers, raw_body: bytes) -> bool:
${body.map((line) => `    ${line}`).join('\n')}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The raw bytes: parse them after the check.
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
${url}        is_valid = is_signed("POST", ${signsUrl ? 'origin + self.path' : 'self.path'}, self.headers, raw_body)
        self.send_response(200 if is_valid else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()


port = int(os.environ.get("PORT", "3000"))
ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
`;
}
