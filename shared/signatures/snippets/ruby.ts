/** Receivers in Ruby. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';
import { environmentName, forPlainHash, type LanguageTemplate } from './snippet.ts';
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

/** `#` may start an interpolation. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('#', '\\#');

function verify(scheme: ComputedScheme, content: string): Lines {
  const { separator, encoding } = scheme;
  const entry = separator === null ? 'value' : 'entry';
  const anyOf = (condition: string): string =>
    separator === null
      ? condition
      : `value.split(${quoted(separator)}).any? { |entry| ${condition} }`;
  if (scheme.kind === 'hmac') {
    const key = scheme.keyForm === 'text' ? 'SECRET' : 'KEY';
    const hash = `"${scheme.hash.toUpperCase()}", ${key}, ${content}`;
    const digest =
      encoding === 'hex'
        ? `OpenSSL::HMAC.hexdigest(${hash})`
        : `[OpenSSL::HMAC.digest(${hash})].pack("m0")`;
    return [
      `expected = ${withAffixes(scheme, quoted, digest)}`,
      anyOf(`Rack::Utils.secure_compare(expected, ${entry})`),
    ];
  }
  const [before, after] = entryAffixes(scheme);
  const start = before === '' ? entry : `${entry}.delete_prefix(${quoted(before)})`;
  const text = after === '' ? start : `${start}.delete_suffix(${quoted(after)})`;
  const signature = encoding === 'hex' ? `[${text}].pack("H*")` : `${text}.unpack1("m0")`;
  const hash = scheme.kind === 'ed25519' ? 'nil' : '"SHA256"';
  return [anyOf(`KEY.verify(${hash}, ${signature}, ${content})`)];
}

const values: Readonly<Record<string, string>> = {
  method: 'request.request_method',
  body: 'raw_body',
};

const syntax: Syntax = {
  quoted,
  header: (name) => `request.env[${quoted(environmentName(name))}].to_s`,
  assign: (name, value) => `${name} = ${value}`,
  returnFalseIf: (condition) => [`return false if ${condition}`],
  or: '||',
  match: (pattern, header, groups) => [
    `match = /\\A${pattern.replaceAll('/', '\\/').replaceAll('#', '\\#')}\\z/.match(${header})`,
    'return false if match.nil?',
    groups.length === 1
      ? 'value = match[1]'
      : `${groups.map((name) => name ?? '_').join(', ')} = match.captures`,
  ],
  age: {
    seconds: ['age = Time.now.to_f - Float(timestamp)'],
    milliseconds: ['age = Time.now.to_f - Float(timestamp) / 1000'],
    iso: ['age = Time.now.to_f - Time.iso8601(timestamp).to_f'],
  },
  ageName: 'age',
  duration: (ms) => String(ms / 1_000),
  form: ['form = URI.decode_www_form(raw_body).uniq.sort.join.b'],
  url: [
    '# As set at the provider, such as https://example.com: a proxy may change it.',
    'origin = ENV.fetch("WEBHOOK_ORIGIN") { "http://#{request.env["HTTP_HOST"]}" }',
    'url = origin + request.fullpath',
  ],
  bodyHash: (parameter) => [
    'body_hash = OpenSSL::Digest::SHA256.hexdigest(raw_body)',
    `return false if request.GET[${quoted(parameter)}] != body_hash`,
  ],
  content: (parts) =>
    parts
      .map(({ kind, text }) =>
        // The body is binary, which can't be joined with text that is not ASCII.
        kind === 'literal'
          ? `${quoted(text)}${/^[ -~\s]*$/.test(text) ? '' : '.b'}`
          : (values[text] ?? text),
      )
      .join(' + '),
  contentName: 'content',
  verify,
};

function keyLines(scheme: ComputedScheme, variable: string): Lines {
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

function sinatra(profile: ProviderProfile, variable: string): string {
  const { signature: scheme } = profile;
  const computed = scheme.kind === 'none' || scheme.kind === 'token' ? null : scheme;
  const header = 'header' in scheme ? scheme.header : '';
  const body =
    computed === null
      ? [`Rack::Utils.secure_compare(SECRET, ${syntax.header(header)})`]
      : verification(profile, computed, syntax);
  const text = body.join('\n');
  const errors = [
    ...(/Float\(|iso8601|decode_www_form|unpack1/.test(text) ? ['ArgumentError'] : []),
    ...(text.includes('KEY.verify') ? ['OpenSSL::PKey::PKeyError'] : []),
  ];
  const isParsed = computed !== null && hasType(profile);
  const libraries = [
    ...(isParsed ? ['json'] : []),
    ...(computed === null ? [] : ['openssl']),
    'rack/utils',
    'sinatra',
    ...(text.includes('iso8601') ? ['time'] : []),
    ...(text.includes('URI.') ? ['uri'] : []),
  ];
  const parameters = computed === null ? '(request)' : '(request, raw_body)';
  const lines = [
    ...(computed === null
      ? []
      : [
          '# The raw bytes, not params, which may have read them.',
          'request.body.rewind',
          'raw_body = request.body.read',
        ]),
    `halt 401 unless signed?${parameters}`,
    '',
    ...(isParsed ? ['event = JSON.parse(raw_body)', 'logger.info(event["type"])'] : []),
    String(acceptedStatus(profile)),
  ];
  return `${libraries.map((name) => `require "${name}"\n`).join('')}
SECRET = ENV.fetch("${variable}")
abort "${variable} is empty." if SECRET.empty?
${computed === null ? '' : indented(keyLines(computed, variable), '')}
set :port, Integer(ENV.fetch("PORT", "3000"))

def signed?${parameters}
${indented(body, '  ')}${errors.length === 0 ? '' : `rescue ${errors.join(', ')}\n  false\n`}end

post "/webhook" do
${lines.map((line) => (line === '' ? '\n' : `  ${line}\n`)).join('')}end
`;
}

export const ruby = {
  id: 'ruby',
  name: 'Ruby',
  fixes: ({ hash, header }) => ({
    raw_body: `Hash request.raw_post (Rails) or request.body.read (Sinatra), not params or to_json: OpenSSL::HMAC.hexdigest('${hash.toUpperCase()}', secret, raw_body).`,
    exact_secret: `Pass the secret unchanged: OpenSSL::HMAC.hexdigest('${hash.toUpperCase()}', ENV.fetch('WEBHOOK_SECRET'), raw_body). Print it once with p to see whitespace and quotes.`,
    secret_bytes:
      'The key is the text itself: pass secret, not Base64.decode64(secret) or [secret].pack("H*").',
    loaded_secret:
      "Read it with ENV.fetch('WEBHOOK_SECRET'), which fails if it is missing, instead of ENV[…].to_s.",
    right_secret:
      "Set this destination's current secret in WEBHOOK_SECRET or the credentials, then restart the server.",
    hash: `OpenSSL::HMAC.hexdigest('${hash.toUpperCase()}', secret, raw_body)`,
    keyed_hash: `Use OpenSSL::HMAC.hexdigest('${hash.toUpperCase()}', secret, raw_body), the key before the data, not Digest::${hash.toUpperCase()}.`,
    hex: `OpenSSL::HMAC.hexdigest matches ${header}.`,
    whole_header: `Compare the bare value: Rack::Utils.secure_compare(digest, request.env['${environmentName(header)}'].to_s).`,
  }),
  frameworks: [
    forPlainHash({
      id: 'rails',
      title: 'Rails',
      file: 'app/controllers/webhooks_controller.rb',
      install: null,
      code: (
        { hash, header },
        variable,
      ) => `# In config/routes.rb: post "/webhook", to: "webhooks#create"
class WebhooksController < ActionController::Base
  skip_forgery_protection

  def create
    # The raw bytes, not params.
    raw_body = request.raw_post
    return head :unauthorized unless signed?(raw_body, request.headers["${header}"].to_s)

    event = JSON.parse(raw_body)
    Rails.logger.info(event["type"])
    head :ok
  end

  private

  def signed?(raw_body, header)
    secret = ENV.fetch("${variable}")
    raise "${variable} is empty." if secret.empty?

    digest = OpenSSL::HMAC.hexdigest("${hash.toUpperCase()}", secret, raw_body)
    ActiveSupport::SecurityUtils.secure_compare(digest, header)
  end
end
`,
    }),
    {
      id: 'sinatra',
      title: 'Sinatra',
      file: 'receiver.rb',
      install: 'gem install sinatra rackup puma',
      code: sinatra,
    },
  ],
} as const satisfies LanguageTemplate;
