/** Receivers in Python. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';
import { type Framework, type LanguageTemplate, plainHash } from './snippet.ts';
import {
  type ComputedScheme,
  entryAffixes,
  hasType,
  indented,
  keyFormOf,
  type Lines,
  requestParts,
  type Syntax,
  verification,
  withAffixes,
  withoutTexts,
} from './template.ts';

const quoted = (text: string): string => JSON.stringify(text);

/** Literals of bytes have no \\u escapes. */
const bytesOf = (text: string): string =>
  /^[ -~\n\r\t]*$/.test(text) ? `b${quoted(text)}` : `${quoted(text)}.encode()`;

const age = (seconds: string): Lines => [
  'try:',
  `    age = time.time() - ${seconds}`,
  'except ValueError:',
  '    return False',
];

/** NaN is neither too old nor too new. */
const numericAge = (seconds: string): Lines => [
  ...age(seconds),
  'if age != age:',
  '    return False',
];

const decoded = (form: ComputedScheme['keyForm'], text: string): string =>
  form === 'hex' ? `bytes.fromhex(${text})` : `base64.b64decode(${text})`;

const isTextKey = (scheme: ComputedScheme): boolean =>
  scheme.kind === 'hmac' && scheme.keyForm === 'text';

function verify(scheme: ComputedScheme, content: string): Lines {
  const { separator, encoding } = scheme;
  const list = separator === null ? '[value]' : `value.split(${quoted(separator)})`;
  if (scheme.kind === 'hmac') {
    const mac = `hmac.new(${isTextKey(scheme) ? 'SECRET.encode()' : 'KEY'}, ${content}, hashlib.${scheme.hash})`;
    const digest =
      encoding === 'hex' ? `${mac}.hexdigest().encode()` : `base64.b64encode(${mac}.digest())`;
    const isSame = (entry: string): string => `hmac.compare_digest(expected, ${entry}.encode())`;
    return [
      `expected = ${withAffixes(scheme, bytesOf, digest)}`,
      '# As bytes: compare_digest rejects non-ASCII strings.',
      separator === null
        ? `return ${isSame('value')}`
        : `return any(${isSame('entry')} for entry in ${list})`,
    ];
  }
  const [before, after] = entryAffixes(scheme);
  const start = before === '' ? 'entry' : `entry.removeprefix(${quoted(before)})`;
  const text = after === '' ? start : `${start}.removesuffix(${quoted(after)})`;
  const algorithm = scheme.kind === 'ed25519' ? '' : ', ec.ECDSA(hashes.SHA256())';
  // It raises an error unless the signature is valid.
  return [
    `for entry in ${list}:`,
    '    try:',
    `        KEY.verify(${decoded(encoding, text)}, ${content}${algorithm})`,
    '        return True',
    '    except (InvalidSignature, ValueError):',
    '        continue',
    'return False',
  ];
}

const syntax: Syntax = {
  quoted,
  header: (name) => `headers.get(${quoted(name)}, "")`,
  assign: (name, value) => `${name} = ${value}`,
  returnFalseIf: (condition) => [`if ${condition}:`, '    return False'],
  or: 'or',
  match: (pattern, header, groups) => [
    `match = re.fullmatch(r${quoted(pattern).replaceAll('\\\\', '\\')}, ${header})`,
    'if match is None:',
    '    return False',
    groups.length === 1
      ? 'value = match.group(1)'
      : `${groups.map((name) => name ?? '_').join(', ')} = match.groups()`,
  ],
  age: {
    seconds: numericAge('float(timestamp)'),
    milliseconds: numericAge('float(timestamp) / 1000'),
    iso: age('datetime.fromisoformat(timestamp).timestamp()'),
  },
  ageName: 'age',
  duration: (ms) => String(ms / 1_000),
  form: [
    'fields = parse_qs(raw_body.decode(), keep_blank_values=True)',
    'form = "".join(name + value for name in sorted(fields) for value in sorted(set(fields[name])))',
  ],
  url: [],
  bodyHash: (parameter) => [
    'body_hash = hashlib.sha256(raw_body).hexdigest()',
    `if parse_qs(urlsplit(url).query).get(${quoted(parameter)}) != [body_hash]:`,
    '    return False',
  ],
  content: (parts) =>
    parts
      .map(({ kind, text }) =>
        kind === 'literal' ? bytesOf(text) : text === 'body' ? 'raw_body' : `${text}.encode()`,
      )
      .join(' + '),
  contentName: 'content',
  verify,
};

function keyLines(scheme: ComputedScheme, variable: string): Lines {
  if (isTextKey(scheme)) return [];
  const text =
    scheme.keyPrefix === '' ? 'SECRET' : `SECRET.removeprefix(${quoted(scheme.keyPrefix)})`;
  const form = keyFormOf(scheme);
  const bytes = decoded(form, text);
  if (scheme.kind === 'hmac')
    return [`KEY = ${bytes}`, 'if not KEY:', `    raise RuntimeError("${variable} has no key.")`];
  return [
    '# The public key.',
    scheme.kind === 'ed25519'
      ? `KEY = Ed25519PublicKey.from_public_bytes(${bytes})`
      : `KEY = load_der_public_key(${bytes})`,
  ];
}

const packages: Readonly<Record<'hmac' | 'ed25519' | 'ecdsa_p256', Lines>> = {
  hmac: [],
  ed25519: [
    'from cryptography.exceptions import InvalidSignature',
    'from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey',
  ],
  ecdsa_p256: [
    'from cryptography.exceptions import InvalidSignature',
    'from cryptography.hazmat.primitives import hashes',
    'from cryptography.hazmat.primitives.asymmetric import ec',
    'from cryptography.hazmat.primitives.serialization import load_der_public_key',
  ],
};

interface Check {
  /** Imports of the standard library; the framework's follow. */
  readonly imports: string;
  readonly packages: Lines;
  /** Declares `is_signed`, and what it uses. */
  readonly setup: string;
  /** The call of `is_signed` with these headers. */
  readonly call: (headers: string) => string;
}

/** `uses`: modules of the framework, such as `json`. */
function check(
  profile: ProviderProfile,
  variable: string,
  uses: Lines,
  modulesFrom: Lines = [],
): Check {
  const { signature: scheme } = profile;
  const computed = scheme.kind === 'none' || scheme.kind === 'token' ? null : scheme;
  const { method, url } = requestParts(profile);
  const header = 'header' in scheme ? scheme.header : '';
  const lines =
    computed === null
      ? [
          `header = ${syntax.header(header)}`,
          'return hmac.compare_digest(header.encode(), SECRET.encode())',
        ]
      : verification(profile, computed, syntax);
  const keys = computed === null ? [] : keyLines(computed, variable);
  const text = withoutTexts([...keys, ...lines].join('\n'));
  const modules = ['base64', 'hashlib', 'hmac', 're', 'time'].filter((name) =>
    text.includes(`${name}.`),
  );
  const parsers = ['parse_qs', 'urlsplit'].filter((name) => text.includes(`${name}(`));
  const imports = [
    ...[...modules, ...uses, 'os'].sort().map((name) => `import ${name}`),
    ...(text.includes('datetime.') ? ['from datetime import datetime'] : []),
    ...modulesFrom,
    ...(parsers.length === 0 ? [] : [`from urllib.parse import ${parsers.join(', ')}`]),
  ];
  const parameters = [...(method ? ['method: str'] : []), ...(url ? ['url: str'] : [])];
  const given = [...(method ? ['"POST"'] : []), ...(url ? ['url'] : [])];
  const setup = [
    `SECRET = os.environ["${variable}"]`,
    'if not SECRET:',
    `    raise RuntimeError("${variable} is empty.")`,
    ...keys,
    '',
    '',
    `def is_signed(${[...parameters, 'headers', 'raw_body: bytes'].join(', ')}) -> bool:`,
    ...lines.map((line) => `    ${line}`),
  ];
  return {
    imports: imports.join('\n'),
    packages: computed === null ? [] : packages[computed.kind],
    setup: setup.join('\n'),
    call: (headers) => `is_signed(${[...given, headers, 'raw_body'].join(', ')})`,
  };
}

const jsonOf = (profile: ProviderProfile): Lines => (hasType(profile) ? ['json'] : []);

const eventLines = (profile: ProviderProfile): Lines =>
  hasType(profile) ? ['event = json.loads(raw_body)', 'print(event["type"])'] : [];

function httpReceiver(profile: ProviderProfile, variable: string): string {
  const { imports, packages, setup, call } = check(profile, variable, jsonOf(profile), [
    'from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer',
  ]);
  const { signature } = profile;
  const signsUrl = 'content' in signature && signature.content.includes('{url}');
  const origin = [
    '# As set at the provider, such as https://example.com: a proxy may change it.',
    `url = os.environ.get("WEBHOOK_ORIGIN", f"http://{self.headers['Host']}") + self.path`,
  ];
  const lines = [
    '# The raw bytes: parse them after the check.',
    'raw_body = self.rfile.read(int(self.headers.get("Content-Length", "0")))',
    ...(signsUrl ? origin : requestParts(profile).url ? ['url = self.path'] : []),
    `is_valid = ${call('self.headers')}`,
    ...(hasType(profile)
      ? ['if is_valid:', ...eventLines(profile).map((line) => `    ${line}`)]
      : []),
    `self.send_response(${acceptedStatus(profile)} if is_valid else 401)`,
    'self.send_header("Content-Length", "0")',
    'self.end_headers()',
  ];
  return `${imports}
${packages.length === 0 ? '' : `\n${indented(packages, '')}`}
${setup}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
${indented(lines, '        ')}

port = int(os.environ.get("PORT", "3000"))
ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
`;
}

/** A framework for profiles with a plain hash. `write` gets the check, and the lines that read the event. */
const framework = (
  about: Pick<Framework, 'id' | 'title' | 'file' | 'install'>,
  write: (check: Check, event: string) => string,
): Framework => ({
  ...about,
  appliesTo: (profile) => plainHash(profile) !== null,
  code: (profile, variable) =>
    write(check(profile, variable, jsonOf(profile)), indented(eventLines(profile), '    ')),
});

const flask = framework(
  { id: 'flask', title: 'Flask', file: 'receiver.py', install: 'pip install flask' },
  ({ imports, setup, call }, event) => `${imports}

from flask import Flask, request

${setup}


app = Flask(__name__)


@app.post("/webhook")
def webhook():
    # The raw bytes, not request.json.
    raw_body = request.get_data()
    if not ${call('request.headers')}:
        return "", 401
${event}    return "", 200


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "3000")))
`,
);

const fastapi = framework(
  { id: 'fastapi', title: 'FastAPI', file: 'receiver.py', install: 'pip install fastapi uvicorn' },
  ({ imports, setup, call }, event) => `${imports}

import uvicorn
from fastapi import FastAPI, Request, Response

${setup}


app = FastAPI()


@app.post("/webhook")
async def webhook(request: Request) -> Response:
    # The raw bytes, not a model and not request.json().
    raw_body = await request.body()
    if not ${call('request.headers')}:
        return Response(status_code=401)
${event}    return Response(status_code=200)


if __name__ == "__main__":
    uvicorn.run(app, port=int(os.environ.get("PORT", "3000")))
`,
);

const django = framework(
  { id: 'django', title: 'Django', file: 'views.py', install: 'pip install django' },
  ({ imports, setup, call }, event) => `${imports}

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

${setup}


# In urls.py: path("webhook", views.webhook)
@csrf_exempt
@require_POST
def webhook(request: HttpRequest) -> HttpResponse:
    # The raw bytes, not request.POST.
    raw_body = request.body
    if not ${call('request.headers')}:
        return HttpResponse(status=401)
${event}    return HttpResponse(status=200)
`,
);

export const python = {
  id: 'python',
  name: 'Python',
  fixes: ({ hash, header }) => ({
    raw_body: `Hash the raw bytes, not the result of json.loads: request.get_data() in Flask, await request.body() in FastAPI, request.body in Django; then hmac.new(secret.encode(), raw_body, '${hash}').`,
    exact_secret: `Pass the secret unchanged: hmac.new(os.environ['WEBHOOK_SECRET'].encode(), raw_body, '${hash}'). Print its repr() once to see whitespace and quotes.`,
    secret_bytes:
      "The key is the text itself: secret.encode('utf-8'), not base64.b64decode or bytes.fromhex.",
    loaded_secret:
      "Read it with os.environ['WEBHOOK_SECRET'], which fails if it is missing, instead of os.environ.get or an f-string of None.",
    right_secret:
      "Set WEBHOOK_SECRET to this destination's current secret, then restart the workers.",
    hash: `hmac.new(secret.encode(), raw_body, hashlib.${hash}).hexdigest()`,
    keyed_hash: `Use hmac.new(secret.encode(), raw_body, '${hash}'), key first, not hashlib.${hash}(…).`,
    hex: `.hexdigest() matches ${header}.`,
    whole_header: `Compare the bare value: hmac.compare_digest(digest, request.headers.get('${header}', '')).`,
  }),
  frameworks: [
    {
      id: 'python-http',
      title: 'Python http.server',
      file: 'receiver.py',
      install: ({ signature: { kind } }) =>
        kind === 'ed25519' || kind === 'ecdsa_p256' ? 'pip install cryptography' : null,
      code: httpReceiver,
    },
    flask,
    fastapi,
    django,
  ],
} as const satisfies LanguageTemplate;
