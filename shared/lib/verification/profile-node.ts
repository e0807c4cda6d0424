/** Writes a Node receiver that verifies by a profile. */
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

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const names = {
  hmac: 'createHmac',
  ed25519: 'createPublicKey',
  ecdsa_p256: 'createPublicKey',
} as const;

function keyLines(scheme: ComputedScheme, variable: string): string {
  const text =
    scheme.keyPrefix === ''
      ? 'secret'
      : `(secret.startsWith(${quoted(scheme.keyPrefix)}) ? secret.slice(${scheme.keyPrefix.length}) : secret)`;
  const form = keyFormOf(scheme);
  const bytes = form === 'text' ? 'secret' : `Buffer.from(${text}, '${form}')`;
  if (scheme.kind === 'hmac')
    return form === 'text'
      ? 'const key = secret;'
      : `const key = ${bytes};
if (key.length === 0) throw new Error('${variable} has no key.');`;
  const der =
    scheme.kind === 'ed25519'
      ? `Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), ${bytes}])`
      : bytes;
  return `// The public key.
const key = createPublicKey({ key: ${der}, format: 'der', type: 'spki' });`;
}

const ages: Readonly<Record<ProviderProfile['timestamp'], string>> = {
  seconds: 'Date.now() - Number(timestamp || NaN) * 1000',
  milliseconds: 'Date.now() - Number(timestamp || NaN)',
  iso: 'Date.now() - Date.parse(timestamp)',
};

function ageLines({
  timestamp,
  tolerance: { pastMs, futureMs },
}: ProviderProfile): readonly string[] {
  if (pastMs === null && futureMs === null) return [];
  const limits = [
    ...(pastMs === null ? [] : [`age <= ${pastMs}`]),
    ...(futureMs === null ? [] : [`age >= -${futureMs}`]),
  ];
  return [`const age = ${ages[timestamp]};`, `if (!(${limits.join(' && ')})) return false;`];
}

const formLines = [
  'const fields = new Map();',
  "for (const [name, text] of new URLSearchParams(rawBody.toString('utf8'))) {",
  '  if (!fields.has(name)) fields.set(name, new Set());',
  '  fields.get(name).add(text);',
  '}',
  'const form = [...fields.keys()]',
  '  .sort()',
  '  .flatMap((name) => [...fields.get(name)].sort().map((text) => name + text))',
  "  .join('');",
];

function verification(scheme: ComputedScheme): readonly string[] {
  const [before, after] = entryAffixes(scheme);
  if (scheme.kind === 'hmac') {
    const parts = [
      ...(before === '' ? [] : [quoted(before)]),
      `createHmac('${scheme.hash}', key).update(content).digest('${scheme.encoding}')`,
      ...(after === '' ? [] : [quoted(after)]),
    ];
    return [
      `const expected = ${parts.join(' + ')};`,
      'return signatures.some((signature) => isSame(signature, expected));',
    ];
  }
  const end = after === '' ? '' : `, -${after.length}`;
  const text =
    before === '' && after === '' ? 'signature' : `signature.slice(${before.length}${end})`;
  return [
    'return signatures.some((signature) =>',
    `  verify(${scheme.kind === 'ed25519' ? 'null' : "'sha256'"}, content, key, Buffer.from(${text}, '${scheme.encoding}')),`,
    ');',
  ];
}

function computedBody(profile: ProviderProfile, scheme: ComputedScheme): readonly string[] {
  const pattern = valuePattern(scheme);
  const inValue = timestampInValue(scheme);
  const timestampHeader = headerWith(profile, '{timestamp}');
  const parts = contentParts(scheme);
  const content = parts.map(({ kind, text }) =>
    kind === 'literal' ? quoted(text) : text === 'body' ? 'rawBody' : text,
  );
  const buffers = content.map((part) => (part === 'rawBody' ? part : `Buffer.from(${part})`));
  const list = scheme.separator === null ? '[value]' : `value.split(${quoted(scheme.separator)})`;
  return [
    `const header = headers[${quoted(scheme.header.toLowerCase())}] ?? '';`,
    ...(pattern === null
      ? ['const value = header;']
      : [
          // Printed with slashes and line breaks escaped.
          `const match = ${new RegExp(`^${pattern}$`)}.exec(header);`,
          'if (match === null) return false;',
          `const [, ${valueGroups(scheme).join(', ')}] = match;`,
        ]),
    ...(isTimed(profile, scheme) && !inValue
      ? [`const timestamp = headers[${quoted(timestampHeader ?? '')}] ?? '';`]
      : []),
    ...ageLines(profile),
    ...(scheme.content.includes('{id}')
      ? [`const id = headers[${quoted(headerWith(profile, '{id}') ?? '')}] ?? '';`]
      : []),
    ...(scheme.content.includes('{form}') ? formLines : []),
    ...(profile.bodyHashParameter === null
      ? []
      : [
          "const bodyHash = createHash('sha256').update(rawBody).digest('hex');",
          `if (new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(${quoted(profile.bodyHashParameter)}) !== bodyHash) return false;`,
        ]),
    `const content = ${buffers.length === 1 ? buffers[0] : `Buffer.concat([${buffers.join(', ')}])`};`,
    `const signatures = ${list};`,
    ...verification(scheme),
  ];
}

export const readSecret = (variable: string, prefix = ''): string =>
  `const secret = process.env.${variable} ?? '';
if (!secret) throw new Error('${variable} is not set.');${
    prefix === '' ? '' : `\nif (secret === '${prefix}') throw new Error('${variable} has no key.');`
  }`;

/** A server that responds by a condition, which may use `request`, `rawBody` and `origin`. */
export function nodeServer(condition: string, usesUrl: boolean): string {
  const origin = usesUrl
    ? `    // As set at the provider, such as https://example.com: a proxy may change it.
    const origin = process.env.WEBHOOK_ORIGIN ?? \`http://\${request.headers.host}\`;
`
    : '';
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
  request.on('end', ${condition.startsWith('await') ? 'async ' : ''}() => {
    const rawBody = Buffer.concat(chunks);
${origin}    const isValid = ${condition};
    response.writeHead(isValid ? 200 : 401).end();
  });
});

server.listen(Number(process.env.PORT ?? 3000));
`;
}

const isSame = `function isSame(a, b) {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
`;

/** A complete receiver. Null for profiles that don't sign. */
export function nodeReceiver(profile: ProviderProfile, variable: string): string | null {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return null;
  const isToken = scheme.kind === 'token';
  const isCompared = isToken || scheme.kind === 'hmac';
  const usesUrl =
    !isToken && (scheme.content.includes('{url}') || profile.bodyHashParameter !== null);
  const signsMethod = !isToken && scheme.content.includes('{method}');
  const imports = [
    ...(profile.bodyHashParameter === null ? [] : ['createHash']),
    ...(isToken ? [] : [names[scheme.kind]]),
    ...(isCompared ? ['timingSafeEqual'] : ['verify']),
  ];
  const body = isToken
    ? [`return isSame(headers[${quoted(scheme.header.toLowerCase())}] ?? '', secret);`]
    : computedBody(profile, scheme);
  // A token says nothing about the body.
  const second = isToken ? '' : ', rawBody';
  const used = [...(signsMethod ? ['method'] : []), ...(usesUrl ? ['url'] : []), 'headers'];
  const given = [
    ...(signsMethod ? ['method: request.method'] : []),
    ...(usesUrl ? ['url: origin + request.url'] : []),
    'headers: request.headers',
  ];
  return `import { ${imports.join(', ')} } from 'node:crypto';
import { createServer } from 'node:http';

${readSecret(variable)}
${isToken ? '' : `${keyLines(scheme, variable)}\n`}
${isCompared ? `${isSame}\n` : ''}function isSigned({ ${used.join(', ')} }${second}) {
${body.map((line) => `  ${line}`).join('\n')}
}

${nodeServer(`isSigned({ ${given.join(', ')} }${second})`, usesUrl)}`;
}
