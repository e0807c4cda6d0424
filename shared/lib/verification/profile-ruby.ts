/** Writes a Ruby receiver that verifies by a profile. */
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

/** `#` may start an interpolation. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('#', '\\#');

const header = (name: string | null): string =>
  `request.env[${quoted(`HTTP_${(name ?? '').toUpperCase().replaceAll('-', '_')}`)}].to_s`;

function keyLines(scheme: ComputedScheme, variable: string): readonly string[] {
  const form = keyFormOf(scheme);
  if (form === 'text') return [];
  const text =
    scheme.keyPrefix === '' ? 'SECRET' : `SECRET.delete_prefix(${quoted(scheme.keyPrefix)})`;
  const bytes = form === 'hex' ? `[${text}].pack("H*")` : `${text}.unpack1("m")`;
  switch (scheme.kind) {
    case 'hmac':
      return [`KEY = ${bytes}`, `abort "${variable} has no key." if KEY.empty?`];
    case 'ed25519':
      return [
        '# The public key.',
        `KEY = OpenSSL::PKey.read(["302a300506032b6570032100"].pack("H*") + ${bytes})`,
      ];
    case 'ecdsa_p256':
      return ['# The public key.', `KEY = OpenSSL::PKey.read(${bytes})`];
  }
}

const times: Readonly<Record<ProviderProfile['timestamp'], string>> = {
  seconds: 'Float(timestamp)',
  milliseconds: 'Float(timestamp) / 1000',
  iso: 'Time.iso8601(timestamp).to_f',
};

function ageLines({
  timestamp,
  tolerance: { pastMs, futureMs },
}: ProviderProfile): readonly string[] {
  if (pastMs === null && futureMs === null) return [];
  const limits = [
    ...(pastMs === null ? [] : [`age > ${pastMs / 1_000}`]),
    ...(futureMs === null ? [] : [`age < -${futureMs / 1_000}`]),
  ];
  return [`age = Time.now.to_f - ${times[timestamp]}`, `return false if ${limits.join(' || ')}`];
}

const urlLines = [
  '# As set at the provider, such as https://example.com: a proxy may change it.',
  'origin = ENV.fetch("WEBHOOK_ORIGIN") { "http://#{request.env["HTTP_HOST"]}" }',
  'url = origin + request.fullpath',
];

/** The secret itself, or its bytes. */
const keyName = (scheme: ComputedScheme): string =>
  keyFormOf(scheme) === 'text' ? 'SECRET' : 'KEY';

function verification(scheme: ComputedScheme): readonly string[] {
  const [before, after] = entryAffixes(scheme);
  const entry = scheme.separator === null ? 'value' : 'entry';
  const anyOf = (condition: string): string =>
    scheme.separator === null
      ? condition
      : `value.split(${quoted(scheme.separator)}).any? { |entry| ${condition} }`;
  if (scheme.kind === 'hmac') {
    const hash = `"${scheme.hash.toUpperCase()}", ${keyName(scheme)}, content`;
    const digest =
      scheme.encoding === 'hex'
        ? `OpenSSL::HMAC.hexdigest(${hash})`
        : `[OpenSSL::HMAC.digest(${hash})].pack("m0")`;
    const parts = [
      ...(before === '' ? [] : [quoted(before)]),
      digest,
      ...(after === '' ? [] : [quoted(after)]),
    ];
    return [
      `expected = ${parts.join(' + ')}`,
      anyOf(`Rack::Utils.secure_compare(expected, ${entry})`),
    ];
  }
  const start = before === '' ? entry : `${entry}.delete_prefix(${quoted(before)})`;
  const text = after === '' ? start : `${start}.delete_suffix(${quoted(after)})`;
  const signature = scheme.encoding === 'hex' ? `[${text}].pack("H*")` : `${text}.unpack1("m0")`;
  const hash = scheme.kind === 'ed25519' ? 'nil' : '"SHA256"';
  return [anyOf(`KEY.verify(${hash}, ${signature}, content)`)];
}

const values: Readonly<Record<string, string>> = {
  method: 'request.request_method',
  body: 'raw_body',
};

function computedBody(profile: ProviderProfile, scheme: ComputedScheme): readonly string[] {
  const pattern = valuePattern(scheme)?.replaceAll('/', '\\/').replaceAll('#', '\\#') ?? null;
  const inValue = timestampInValue(scheme);
  const content = contentParts(scheme).map(({ kind, text }) =>
    // The body is binary, which can't be joined with text that is not ASCII.
    kind === 'literal'
      ? `${quoted(text)}${/^[ -~\s]*$/.test(text) ? '' : '.b'}`
      : (values[text] ?? text),
  );
  const [first, ...others] = valueGroups(scheme);
  return [
    ...(pattern === null
      ? [`value = ${header(scheme.header)}`]
      : [
          `match = /\\A${pattern}\\z/.match(${header(scheme.header)})`,
          'return false if match.nil?',
          others.length === 0
            ? `${first} = match[1]`
            : `${[first, ...others].join(', ')} = match.captures`,
        ]),
    ...(isTimed(profile, scheme) && !inValue
      ? [`timestamp = ${header(headerWith(profile, '{timestamp}'))}`]
      : []),
    ...ageLines(profile),
    ...(scheme.content.includes('{id}') ? [`id = ${header(headerWith(profile, '{id}'))}`] : []),
    ...(scheme.content.includes('{form}')
      ? ['form = URI.decode_www_form(raw_body).uniq.sort.join.b']
      : []),
    ...(scheme.content.includes('{url}') ? urlLines : []),
    ...(profile.bodyHashParameter === null
      ? []
      : [
          'body_hash = OpenSSL::Digest::SHA256.hexdigest(raw_body)',
          `return false if request.GET[${quoted(profile.bodyHashParameter)}] != body_hash`,
        ]),
    `content = ${content.join(' + ')}`,
    ...verification(scheme),
  ];
}

/** A complete receiver with Sinatra. Null for profiles that don't sign. */
export function rubyReceiver(profile: ProviderProfile, variable: string): string | null {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return null;
  const isToken = scheme.kind === 'token';
  const body = isToken
    ? [`Rack::Utils.secure_compare(SECRET, ${header(scheme.header)})`]
    : computedBody(profile, scheme);
  const text = body.join('\n');
  const errors = [
    ...(/Float\(|iso8601|decode_www_form|unpack1/.test(text) ? ['ArgumentError'] : []),
    ...(text.includes('KEY.verify') ? ['OpenSSL::PKey::PKeyError'] : []),
  ];
  const libraries = [
    ...(isToken ? [] : ['openssl']),
    'rack/utils',
    'sinatra',
    ...(text.includes('iso8601') ? ['time'] : []),
    ...(text.includes('URI.') ? ['uri'] : []),
  ];
  const read = `  # The raw bytes, not params, which may have read them.
  request.body.rewind
  raw_body = request.body.read
`;
  return `${libraries.map((name) => `require "${name}"\n`).join('')}
SECRET = ENV.fetch("${variable}")
abort "${variable} is empty." if SECRET.empty?
${
  isToken
    ? ''
    : keyLines(scheme, variable)
        .map((line) => `${line}\n`)
        .join('')
}
set :port, Integer(ENV.fetch("PORT", "3000"))

def signed?(request${isToken ? '' : ', raw_body'})
${body.map((line) => `  ${line}\n`).join('')}${errors.length === 0 ? '' : `rescue ${errors.join(', ')}\n  false\n`}end

post "/webhook" do
${isToken ? '' : read}  halt 401 unless signed?(request${isToken ? '' : ', raw_body'})

  200
end
`;
}
