/** Receivers in Node.js. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfile } from '#shared/profiles/profiles.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';
import { type Package, providerPackages } from './profile-packages.ts';
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
} from './template.ts';

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const age = (milliseconds: string): Lines => [
  `const age = Date.now() - ${milliseconds};`,
  'if (Number.isNaN(age)) return false;',
];

/** A text is a key as it is. */
const keyName = (scheme: ComputedScheme): string =>
  scheme.kind === 'hmac' && scheme.keyForm === 'text' ? 'secret' : 'key';

function verify(scheme: ComputedScheme, content: string): Lines {
  const { separator } = scheme;
  const any = (condition: (entry: string) => string): string =>
    separator === null
      ? `return ${condition('value')};`
      : `return value.split(${quoted(separator)}).some((entry) => ${condition('entry')});`;
  if (scheme.kind === 'hmac') {
    const digest = `createHmac('${scheme.hash}', ${keyName(scheme)}).update(${content}).digest('${scheme.encoding}')`;
    return [
      `const expected = ${withAffixes(scheme, quoted, digest)};`,
      any((entry) => `isSame(${entry}, expected)`),
    ];
  }
  const [before, after] = entryAffixes(scheme);
  const slice =
    before + after === '' ? '' : `.slice(${before.length}${after && `, -${after.length}`})`;
  const hash = scheme.kind === 'ed25519' ? 'null' : "'sha256'";
  return [
    any(
      (entry) =>
        `verify(${hash}, ${content}, key, Buffer.from(${entry}${slice}, '${scheme.encoding}'))`,
    ),
  ];
}

const syntax: Syntax = {
  quoted,
  header: (name) => `headers[${quoted(name.toLowerCase())}] ?? ''`,
  assign: (name, value) => `const ${name} = ${value};`,
  returnFalseIf: (condition) => [`if (${condition}) return false;`],
  or: '||',
  match: (pattern, header, groups) => [
    // Printed with slashes and line breaks escaped.
    `const match = ${new RegExp(`^${pattern}$`)}.exec(${header});`,
    'if (match === null) return false;',
    `const [, ${groups.map((name) => name ?? '').join(', ')}] = match;`,
  ],
  age: {
    seconds: age('Number(timestamp || NaN) * 1000'),
    milliseconds: age('Number(timestamp || NaN)'),
    iso: age('Date.parse(timestamp)'),
  },
  ageName: 'age',
  duration: String,
  form: [
    'const fields = new Map();',
    "for (const [name, text] of new URLSearchParams(rawBody.toString('utf8'))) {",
    '  if (!fields.has(name)) fields.set(name, new Set());',
    '  fields.get(name).add(text);',
    '}',
    'const form = [...fields.keys()]',
    '  .sort()',
    '  .flatMap((name) => [...fields.get(name)].sort().map((text) => name + text))',
    "  .join('');",
  ],
  url: [],
  bodyHash: (parameter) => [
    "const bodyHash = createHash('sha256').update(rawBody).digest('hex');",
    `if (new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(${quoted(parameter)}) !== bodyHash) return false;`,
  ],
  content(parts) {
    const buffers = parts.map(({ kind, text }) =>
      text === 'body' && kind === 'value'
        ? 'rawBody'
        : `Buffer.from(${kind === 'literal' ? quoted(text) : text})`,
    );
    return buffers.length === 1 ? buffers.join('') : `Buffer.concat([${buffers.join(', ')}])`;
  },
  contentName: 'content',
  verify,
};

function keyLines(scheme: ComputedScheme, variable: string): Lines {
  if (keyName(scheme) === 'secret') return [];
  const text =
    scheme.keyPrefix === ''
      ? 'secret'
      : `(secret.startsWith(${quoted(scheme.keyPrefix)}) ? secret.slice(${scheme.keyPrefix.length}) : secret)`;
  const form = keyFormOf(scheme);
  const bytes = `Buffer.from(${text}, '${form}')`;
  if (scheme.kind === 'hmac')
    return [
      `const key = ${bytes};`,
      `if (key.length === 0) throw new Error('${variable} has no key.');`,
    ];
  const der =
    scheme.kind === 'ed25519'
      ? `Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), ${bytes}])`
      : bytes;
  return [
    '// The public key.',
    `const key = createPublicKey({ key: ${der}, format: 'der', type: 'spki' });`,
  ];
}

const readSecret = (variable: string): Lines => [
  `const secret = process.env.${variable} ?? '';`,
  `if (!secret) throw new Error('${variable} is not set.');`,
];

const cryptoNames = {
  hmac: 'createHmac',
  ed25519: 'createPublicKey',
  ecdsa_p256: 'createPublicKey',
} as const;

interface Check {
  readonly imports: string;
  /** Declares `isSigned`, and what it uses. */
  readonly setup: string;
  /** The call of `isSigned` in a server of Node, or with these headers. */
  readonly call: (headers?: string) => string;
  readonly usesUrl: boolean;
}

function check(profile: ProviderProfile, variable: string, isTyped = false): Check {
  const { signature: scheme, bodyHashParameter } = profile;
  const computed = scheme.kind === 'none' || scheme.kind === 'token' ? null : scheme;
  const { method, url } = requestParts(profile);
  const isCompared = computed === null || computed.kind === 'hmac';
  const header = 'header' in scheme ? scheme.header : '';
  const lines =
    computed === null
      ? [`return isSame(${syntax.header(header)}, secret);`]
      : verification(profile, computed, syntax);
  const imports = [
    ...(bodyHashParameter === null || computed === null ? [] : ['createHash']),
    ...(computed === null ? [] : [cryptoNames[computed.kind]]),
    isCompared ? 'timingSafeEqual' : 'verify',
  ];
  const texts = isTyped ? ': string' : '';
  const types = isTyped ? ': { headers: Record<string, string> }' : '';
  const parts = [...(method ? ['method'] : []), ...(url ? ['url'] : []), 'headers'];
  // A token says nothing about the body.
  const body = computed === null ? '' : `, rawBody${isTyped ? ': Uint8Array' : ''}`;
  const isSame = [
    `function isSame(a${texts}, b${texts}) {`,
    '  const [first, second] = [Buffer.from(a), Buffer.from(b)];',
    '  return first.length === second.length && timingSafeEqual(first, second);',
    '}',
    '',
  ];
  const setup = [
    ...readSecret(variable),
    ...(computed === null ? [] : keyLines(computed, variable)),
    '',
    ...(isCompared ? isSame : []),
    `function isSigned({ ${parts.join(', ')} }${types}${body})${isTyped ? ': boolean' : ''} {`,
    ...lines.map((line) => `  ${line}`),
    '}',
  ];
  const given = (headers: string): string =>
    [
      ...(method ? ['method: request.method'] : []),
      ...(url ? ['url: origin + request.url'] : []),
      headers === 'headers' ? headers : `headers: ${headers}`,
    ].join(', ');
  return {
    imports: `import { ${imports.join(', ')} } from 'node:crypto';`,
    setup: setup.join('\n'),
    call: (headers = 'request.headers') =>
      `isSigned({ ${given(headers)} }${computed === null ? '' : ', rawBody'})`,
    usesUrl: url,
  };
}

const eventLines = (profile: ProviderProfile, read = "rawBody.toString('utf8')"): Lines =>
  hasType(profile) ? [`const event = JSON.parse(${read});`, 'console.log(event.type);'] : [];

/** A server that responds by a condition, which may use `request`, `rawBody` and `origin`. */
function nodeServer(profile: ProviderProfile, condition: string, usesUrl: boolean): string {
  const origin = [
    '// As set at the provider, such as https://example.com: a proxy may change it.',
    `const origin = process.env.WEBHOOK_ORIGIN ?? 'http://' + request.headers.host;`,
  ];
  const isAsync = condition.startsWith('await');
  const lines = [
    'const rawBody = Buffer.concat(chunks);',
    ...(usesUrl ? origin : []),
    `if (!${isAsync ? `(${condition})` : condition}) {`,
    '  response.writeHead(401).end();',
    '  return;',
    '}',
    ...eventLines(profile),
    `response.writeHead(${acceptedStatus(profile)}).end();`,
  ];
  return `const maxBytes = 1_048_576;

const server = createServer((request, response) => {
  // The raw bytes: parse them after the check.
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > maxBytes) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', ${isAsync ? 'async ' : ''}() => {
${indented(lines, '    ')}  });
});

server.listen(Number(process.env.PORT ?? 3000));
`;
}

function nodeReceiver(profile: ProviderProfile, variable: string): string {
  const { imports, setup, call, usesUrl } = check(profile, variable);
  return `${imports}
import { createServer } from 'node:http';

${setup}

${nodeServer(profile, call(), usesUrl)}`;
}

/** With the official package of a provider. */
function packageReceiver(of: Package, profile: ProviderProfile, variable: string): string {
  const { signature } = profile;
  const { imports, setup = [], usesUrl = false, body } = of;
  // Of a key in a form of its own; some packages accept a key without bytes.
  const prefix =
    'keyPrefix' in signature && signature.keyForm !== 'text' ? signature.keyPrefix : '';
  const noKey = `if (secret === '${prefix}') throw new Error('${variable} has no key.');`;
  const isAsync = body.some((line) => /\bawait\b/.test(line));
  // Packages throw for invalid signatures, or for values that a sender controls.
  const lines = ['try {', ...body.map((line) => `  ${line}`), '} catch {', '  return false;', '}'];
  const call = `isSigned(request, rawBody${usesUrl ? ', origin + request.url' : ''})`;
  return `import { createServer } from 'node:http';
${imports.join('\n')}

${indented([...readSecret(variable), ...(prefix === '' ? [] : [noKey]), ...setup], '')}
${isAsync ? 'async ' : ''}function isSigned(request, rawBody${usesUrl ? ', url' : ''}) {
${indented(lines, '  ')}}

${nodeServer(profile, isAsync ? `await ${call}` : call, usesUrl)}`;
}

const packageOf = (profile: ProviderProfile): Package | undefined =>
  builtInProfile(profile.id) === profile ? providerPackages[profile.id] : undefined;

/** A framework for profiles with a plain hash. `write` gets the check, and the lines that read the event. */
const framework = (
  about: Pick<Framework, 'id' | 'title' | 'file' | 'install'>,
  write: (check: Check, event: (indent: string) => string) => string,
): Framework => ({
  ...about,
  appliesTo: (profile) => plainHash(profile) !== null,
  code: (profile, variable) => {
    const isTyped = about.file.endsWith('.ts');
    const read = isTyped ? 'new TextDecoder().decode(rawBody)' : "rawBody.toString('utf8')";
    return write(check(profile, variable, isTyped), (indent) =>
      indented(eventLines(profile, read), indent),
    );
  },
});

const express = framework(
  { id: 'express', title: 'Express', file: 'receiver.mjs', install: 'npm install express' },
  ({ imports, setup, call }, event) => `${imports}
import express from 'express';

${setup}

const app = express();

// express.raw keeps the raw bytes. Put this route before any app.use(express.json()).
app.post('/webhook', express.raw({ type: '*/*', limit: '1mb' }), (request, response) => {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!${call()}) {
    response.sendStatus(401);
    return;
  }
${event('  ')}  response.sendStatus(200);
});

app.listen(Number(process.env.PORT ?? 3000));
`,
);

const fastify = framework(
  { id: 'fastify', title: 'Fastify', file: 'receiver.mjs', install: 'npm install fastify' },
  ({ imports, setup, call }, event) => `${imports}
import Fastify from 'fastify';

${setup}

const app = Fastify();

// Within this plugin the body stays a Buffer; other routes still get parsed JSON.
app.register(async (webhooks) => {
  webhooks.removeContentTypeParser('application/json');
  webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );
  webhooks.post('/webhook', async (request, reply) => {
    const rawBody = request.body ?? Buffer.alloc(0);
    if (!${call()}) return reply.code(401).send();
${event('    ')}    return reply.code(200).send();
  });
});

await app.listen({ port: Number(process.env.PORT ?? 3000) });
`,
);

const nextjs = framework(
  { id: 'nextjs', title: 'Next.js route handler', file: 'app/webhook/route.ts', install: null },
  ({ imports, setup, call }, event) => `${imports}

// node:crypto is not available in the edge runtime.
export const runtime = 'nodejs';

${setup}

export async function POST(request: Request): Promise<Response> {
  // The raw bytes, not request.json().
  const rawBody = new Uint8Array(await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  if (!${call('headers')}) return new Response(null, { status: 401 });
${event('  ')}  return new Response(null, { status: 200 });
}
`,
);

export const node = {
  id: 'node',
  name: 'Node.js',
  fixes: ({ hash, header }) => ({
    raw_body: `Hash the raw body, a Buffer, before parsing it: express.raw({ type: 'application/json' }) in Express, a content type parser with { parseAs: 'buffer' } in Fastify, await request.arrayBuffer() in a Next.js route handler; then createHmac('${hash}', secret).update(rawBody).`,
    exact_secret: `Pass the secret unchanged: createHmac('${hash}', process.env.WEBHOOK_SECRET). Print JSON.stringify(process.env.WEBHOOK_SECRET) once to see whitespace and quotes.`,
    secret_bytes: `The key is the text itself: createHmac('${hash}', secret), not Buffer.from(secret, 'base64') or 'hex'.`,
    loaded_secret:
      'process.env.WEBHOOK_SECRET is not set in this process. Load it (node --env-file=.env), and throw at startup if it is missing.',
    right_secret:
      "Set WEBHOOK_SECRET to this destination's current secret, then restart the process: process.env is read at startup.",
    hash: `createHmac('${hash}', secret).update(rawBody).digest('hex')`,
    keyed_hash: `Use createHmac('${hash}', secret).update(rawBody), not createHash('${hash}'): pass the secret to createHmac and the body to update.`,
    hex: `.digest('hex') matches ${header}.`,
    whole_header: `Compare the bare value: timingSafeEqual(Buffer.from(req.headers['${header.toLowerCase()}'] ?? ''), Buffer.from(digest)), after comparing the lengths.`,
  }),
  frameworks: [
    {
      id: 'node-http',
      title: 'Node http',
      file: 'receiver.mjs',
      install: null,
      code: nodeReceiver,
    },
    {
      id: 'node-package',
      title: (profile) => `Node.js with ${packageOf(profile)?.name}`,
      file: 'receiver.mjs',
      install: (profile) => `npm install ${packageOf(profile)?.name}`,
      appliesTo: (profile) => packageOf(profile) !== undefined,
      code(profile, variable) {
        const of = packageOf(profile);
        return of === undefined ? '' : packageReceiver(of, profile, variable);
      },
    },
    express,
    fastify,
    nextjs,
  ],
} as const satisfies LanguageTemplate;
