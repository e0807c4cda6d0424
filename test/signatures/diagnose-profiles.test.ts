/** Receivers of other providers with one planted mistake each: the code and the fix must name it. */
import { createHash, createHmac } from 'node:crypto';
import querystring from 'node:querystring';
import { describe, expect, it } from 'vitest';
import { webhookHeaders } from '#main/deliveries/routing/request-headers.ts';
import { noContext } from '#main/signatures/candidate-groups/candidate-group.ts';
import { diagnose as diagnoseInput } from '#main/signatures/diagnose.ts';
import { contentMistakes } from '#main/signatures/mistakes/content-mistakes.ts';
import { requestMistakes } from '#main/signatures/mistakes/request-mistakes.ts';
import { otherSecretMistake, secretMistakes } from '#main/signatures/mistakes/secret-mistakes.ts';
import type { SignatureSubject } from '#main/signatures/signed-request.ts';
import { requestUrl, signatureLine } from '#main/signatures/signing/profile-signature.ts';
import { builtInProfiles, profileOf } from '#shared/profiles/profiles.ts';
import { providerVerifiers } from '#test/deliveries/dispatch/provider-verifiers.ts';

const at = Date.parse('2026-11-25T10:00:00Z');
const seconds = String(at / 1_000);
const json = '{"id":"evt_1","url":"/a/b","amount":1.50}';
const form = 'To=%2B15550100&Body=Hi+there+&From=%2B15550101&Empty=';
const url = 'https://shop.example:8443/hooks?a=1';

const secretFor = (id: string): string =>
  providerVerifiers[id]?.secret ??
  (id === 'standard-webhooks' ? 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' : 's3cret');

interface Sent {
  readonly body?: string;
  readonly url?: string;
  readonly secret?: string;
}

/** A request as the dispatcher builds it. */
function sent(id: string, given: Sent = {}): SignatureSubject {
  const profile = profileOf({ profile: id });
  const body = Buffer.from(given.body ?? (id === 'twilio' ? form : json));
  const secret = secretFor(id);
  const address = requestUrl(profile, given.url ?? url, body);
  const lines = webhookHeaders(
    profile,
    {},
    {
      at,
      retry: 0,
      message: () => ({ id: 'msg_1', event: 'x' }),
    },
  );
  const line = signatureLine(profile, [given.secret ?? secret], {
    method: 'POST',
    url: address,
    body,
    at,
    id: () => 'msg_1',
  });
  const headers = Object.fromEntries(
    [...lines, ...(line === null ? [] : [line])].map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return { profile, secret, body, method: 'POST', url: address, headers, receivedAt: at + 1_000 };
}

const diagnose = (subject: SignatureSubject, observed = '', others: readonly string[] = []) =>
  diagnoseInput({
    subject,
    observed,
    language: undefined,
    secretMistakes: [
      ...secretMistakes,
      ...others.map((other) => otherSecretMistake('the destination "Other"', other)),
    ],
    context: {
      urls: ['https://proxy.example/hooks?a=1'],
      seconds: [at / 1_000 + 2],
      headerValues: [],
    },
  });

const codesOf = async (...given: Parameters<typeof diagnose>): Promise<readonly string[]> =>
  (await diagnose(...given)).causes.map(({ code }) => code);

const hmac = (
  hash: string,
  key: string | Buffer,
  content: string,
  encoding: 'hex' | 'base64' = 'hex',
) => createHmac(hash, key).update(content).digest(encoding);

const stripe = secretFor('stripe');
const standardKey = secretFor('standard-webhooks');
const standardBytes = Buffer.from(standardKey.slice(6), 'base64');
const standard = (key: string | Buffer, content = `msg_1.${seconds}.${json}`) =>
  hmac('sha256', key, content, 'base64');
const twilio = secretFor('twilio');
const twilioFields = 'BodyHi there EmptyFrom+15550101To+15550100';
const twilioDigest = (content: string) => hmac('sha1', twilio, content, 'base64');
const hubspot = secretFor('hubspot');
const hubspotDigest = (content: string) => hmac('sha256', hubspot, content, 'base64');
const square = (address: string) =>
  hmac('sha256', secretFor('square'), `${address}${json}`, 'base64');

const hashed = (profile: string, body: string | Buffer) =>
  createHmac('sha256', secretFor(profile)).update(body).digest('hex');

const unicode = '{"text":"Zoë 😀","url":"/a"}';
const utf8 = Buffer.from(unicode);
const perUnit = unicode.replace(/[^\0-\x7f]/g, '?');
const slash = 'token=a~b&text=hello+world+*!%27()&empty=&command=%2Fdeploy';
const slashWritten = (unsafe: RegExp, space = '+') =>
  [...new URLSearchParams(slash)]
    .map((field) =>
      field
        .map((text) =>
          encodeURIComponent(text)
            .replace(unsafe, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
            .replaceAll('%20', space),
        )
        .join('='),
    )
    .join('&');
const onSlack = (body: string) => hmac('sha256', secretFor('slack'), `v0:${seconds}:${body}`);

/** Body, what the receiver computed, and the code of its mistake. */
const lossy: readonly (readonly [profile: string, body: string, observed: string, code: string])[] =
  [
    ['github', unicode, hashed('github', perUnit), 'body_ascii'],
    ['github', unicode, hashed('github', unicode.replace(/[^\0-\x7f]/gu, '?')), 'body_ascii'],
    [
      'github',
      unicode,
      hashed('github', Buffer.from(unicode.replace(/[^\0-\xff]/g, '?'), 'latin1')),
      'body_latin1',
    ],
    [
      'github',
      unicode,
      hashed('github', utf8.toString('latin1').replace(/[\x80-\xff]/g, '?')),
      'body_read_as_ascii',
    ],
    ['github', unicode, hashed('github', utf8.toString('ascii')), 'body_read_as_seven_bits'],
    [
      'github',
      unicode,
      hashed('github', unicode.replace('ë', '\\xeb').replace('😀', '\\U0001f600')),
      'body_ascii_escaped',
    ],
    [
      'github',
      unicode,
      hashed('github', unicode.replace('ë', '&#235;').replace('😀', '&#128512;')),
      'body_ascii_escaped',
    ],
    [
      'github',
      unicode,
      hashed('github', Buffer.from(unicode.replace('😀', ''), 'latin1')),
      'body_latin1_ignored',
    ],
    [
      'shopify',
      unicode,
      hmac('sha256', secretFor('shopify'), unicode.replace('ë', '\ufffd\ufffd'), 'base64'),
      'body_split_character',
    ],
    ['github', '{"id":1,"data":{"a":[1, 2]}}', hashed('github', '{"a":[1,2]}'), 'body_member'],
    ['slack', slash, onSlack(new URLSearchParams(slash).toString()), 'body_form_serialized'],
    ['slack', slash, onSlack(slashWritten(/[!~*'()]/g)), 'body_form_serialized'],
    ['slack', slash, onSlack(slashWritten(/[!*'()]/g)), 'body_form_serialized'],
    [
      'slack',
      slash,
      onSlack(slashWritten(/[!*'()]/g).replace('&empty=', '')),
      'body_form_serialized',
    ],
    [
      'slack',
      slash,
      onSlack(querystring.stringify(querystring.parse(slash))),
      'body_form_serialized',
    ],
    [
      'slack',
      slash,
      onSlack(
        [...new URLSearchParams(slash)]
          .sort()
          .map((field) => new URLSearchParams([[...field]] as [string, string][]).toString())
          .join('&'),
      ),
      'body_form_serialized',
    ],
  ];

/** Profile, what the receiver computed, and the code of its mistake. */
const computed: readonly (readonly [profile: string, observed: string, code: string])[] = [
  ['stripe', hmac('sha256', stripe, json), 'content_body_only'],
  ['stripe', hmac('sha256', stripe, `${seconds}:${json}`), 'content_separator'],
  ['stripe', hmac('sha256', stripe, `${json}.${seconds}`), 'content_order'],
  ['stripe', hmac('sha256', stripe, `${seconds}000.${json}`), 'timestamp_unit'],
  ['stripe', hmac('sha256', stripe, `${at / 1_000 + 2}.${json}`), 'timestamp_clock'],
  ['stripe', hmac('sha1', stripe, `${seconds}.${json}`), 'digest_sha1'],
  ['stripe', hmac('sha256', stripe, `${seconds}.${json}`, 'base64'), 'format_base64'],
  ['stripe', hmac('sha256', stripe, `${seconds}.${json}`).toUpperCase(), 'format_upper_case'],
  ['stripe', hmac('sha256', `${stripe}\n`, `${seconds}.${json}`), 'secret_newline'],
  ['stripe', hmac('sha256', `${stripe}\r`, `${seconds}.${json}`), 'secret_white_space'],
  ['stripe', hmac('sha256', `\ufeff${stripe}`, `${seconds}.${json}`), 'secret_white_space'],
  ['stripe', hmac('sha256', `whsec_${stripe}`, `${seconds}.${json}`), 'secret_copied_prefix'],
  [
    'stripe',
    hmac('sha256', stripe, `${seconds}.${JSON.stringify(JSON.parse(json))}`),
    'json_javascript',
  ],
  [
    'stripe',
    hmac('sha256', stripe, `${seconds}.${createHash('sha256').update(json).digest('hex')}`),
    'body_hash_signed',
  ],
  ['github', hmac('sha1', secretFor('github'), json), 'digest_sha1'],
  ['github', hmac('sha256', secretFor('github'), `${json}\n`), 'body_newline'],
  ['slack', hmac('sha256', secretFor('slack'), `${seconds}:${json}`), 'content_without_version'],
  ['slack', hmac('sha256', secretFor('slack'), `v0:${json}`), 'content_without_timestamp'],
  ['paddle', hmac('sha256', secretFor('paddle'), `${seconds}.${json}`), 'content_separator'],
  ['shopify', hmac('sha256', secretFor('shopify'), json), 'format_hex'],
  ['standard-webhooks', standard(standardKey), 'secret_not_decoded'],
  ['standard-webhooks', standard(`${standardKey}\r`), 'secret_white_space'],
  ['standard-webhooks', standard(`v1,${standardKey}`), 'secret_copied_prefix'],
  [
    'standard-webhooks',
    standard(Buffer.from(`v1,${standardKey}`, 'base64')),
    'secret_copied_prefix',
  ],
  ['standard-webhooks', standard(Buffer.from(standardKey, 'base64')), 'secret_copied_prefix'],
  ['standard-webhooks', standard(standardKey.slice(6)), 'secret_without_prefix_not_decoded'],
  ['standard-webhooks', standard(Buffer.from(standardKey, 'base64')), 'secret_base64_decoded'],
  ['standard-webhooks', standard(standardBytes, `${seconds}.${json}`), 'content_without_id'],
  ['standard-webhooks', standard(standardBytes, json), 'content_body_only'],
  ['square', square(url.replace('https', 'http')), 'url_scheme'],
  ['square', square(url.replace('/hooks', '/hooks/')), 'url_trailing_slash'],
  ['square', square(url.replace('?a=1', '')), 'url_query'],
  ['square', square(url.replace(':8443', '')), 'url_port'],
  ['square', square('/hooks?a=1'), 'url_path_only'],
  ['square', square('https://proxy.example/hooks?a=1'), 'url_host'],
  ['square', square(''), 'content_body_only'],
  ['twilio', twilioDigest(twilioFields), 'content_without_url'],
  ['twilio', twilioDigest(url), 'content_without_body'],
  ['twilio', twilioDigest(`${url}${form}`), 'form_raw'],
  ['twilio', twilioDigest(`${url}To+15550100BodyHi there From+15550101Empty`), 'form_not_sorted'],
  [
    'twilio',
    twilioDigest(`${url}BodyHi+there+EmptyFrom%2B15550101To%2B15550100`),
    'form_not_decoded',
  ],
  ['twilio', twilioDigest(`${url}BodyHi+there+EmptyFrom+15550101To+15550100`), 'form_plus'],
  ['twilio', twilioDigest(`${url}BodyHi thereEmptyFrom+15550101To+15550100`), 'form_trimmed'],
  ['twilio', twilioDigest(`${url}BodyHi there From+15550101To+15550100`), 'form_empty_fields'],
  [
    'twilio',
    twilioDigest(`${url}Body=Hi there &Empty=&From=+15550101&To=+15550100`),
    'form_joined',
  ],
  [
    'twilio',
    twilioDigest(`${url}${JSON.stringify(Object.fromEntries(new URLSearchParams(form)))}`),
    'form_json',
  ],
  ['twilio', hmac('sha256', twilio, `${url}${twilioFields}`, 'base64'), 'digest_sha256'],
  ['twilio-json', hmac('sha1', secretFor('twilio-json'), url, 'base64'), 'url_body_hash'],
  ['hubspot', hubspotDigest(`POST${url}${json}`), 'content_without_timestamp'],
  ['hubspot', hubspotDigest(`${url}${json}${at}`), 'content_without_method'],
  ['hubspot', hubspotDigest(`post${url}${json}${at}`), 'method_case'],
  ['hubspot', hubspotDigest(`POST${url}${json}${seconds}`), 'timestamp_unit'],
  ['hubspot', hubspotDigest(`POST${url.replace(':8443', '')}${json}${at}`), 'url_port'],
  [
    'linear',
    hmac('sha256', secretFor('linear'), `${at / 1_000 + 2}.${json}`),
    'body_timestamp_dot',
  ],
];

describe('the digest that a receiver computed', () => {
  it.each(computed)('%s, %s: %s', async (profile, observed, code) => {
    const diagnosis = await diagnose(sent(profile), observed);
    expect(diagnosis.verdict).toBe('explained');
    const [cause] = diagnosis.causes;
    const all = [cause?.code, ...(cause?.alternatives ?? []).map((other) => other.code)];
    expect(all).toContain(code);
    expect(diagnosis.causes).toHaveLength(1);
    expect(cause?.fix).not.toBe('');
    expect(JSON.stringify(cause)).not.toMatch(/undefined|X-Signature;|\{signatures?\}/);
  });

  it.each(lossy)('%s, of %s: %s', async (profile, body, observed, code) => {
    const diagnosis = await diagnose(sent(profile, { body }), observed);
    expect(diagnosis.causes).toHaveLength(1);
    const [cause] = diagnosis.causes;
    const all = [cause?.code, ...(cause?.alternatives ?? []).map((other) => other.code)];
    expect(all).toContain(code);
  });

  it('may combine two mistakes', async () => {
    const observed = hmac('sha256', `${stripe}\n`, json);
    expect(await codesOf(sent('stripe'), observed)).toEqual([
      'content_body_only',
      'secret_newline',
    ]);
  });

  it('of a batch may be that of its first event', async () => {
    const body = '[{"a":1},{"b":2}]';
    const observed = hmac('sha256', secretFor('github'), '{"a":1}');
    expect(await codesOf(sent('github', { body }), observed)).toContain('body_first_item');
  });

  it.each([
    ['github', hashed('github', `${json}\n`), 'hmac.new'],
    ['github', hmac('sha1', secretFor('github'), json), 'hashlib.sha256'],
    ['stripe', hmac('sha256', stripe, `${seconds}.${json}\n`), 'request body'],
    ['stripe', hmac('sha256', 'None', `${seconds}.${json}`), 'os.environ'],
  ])('has a fix in a language if the profile allows it: %s, %s', async (id, observed, fix) => {
    const { causes } = await diagnoseInput({
      ...{ subject: sent(id), observed, language: 'python', secretMistakes, context: noContext },
    });
    expect(causes.map((cause) => cause.fix)).toEqual([expect.stringContaining(fix)]);
  });

  it('may be the mistake of a sender', async () => {
    const common = { observed: '', language: undefined, secretMistakes, context: noContext };
    const subject = sent('github', { body: `${json}\n` });
    const { causes } = await diagnoseInput({
      ...{ ...common, subject: { ...subject, body: Buffer.from(json) }, who: 'sender' },
    });
    expect(causes.map(({ message }) => message)).toEqual([expect.stringContaining('The sender')]);
  });

  it('that nothing explains stays unexplained', async () => {
    const { verdict, causes, digest } = await diagnose(sent('stripe'), '0'.repeat(64));
    expect([verdict, causes]).toEqual(['unexplained', []]);
    expect(digest).toBe(sent('stripe').headers['stripe-signature']);
  });
});

/** A request as received, changed in one way. */
const without = (subject: SignatureSubject, name: string): SignatureSubject => ({
  ...subject,
  headers: Object.fromEntries(Object.entries(subject.headers).filter(([key]) => key !== name)),
});

const withHeader = (subject: SignatureSubject, name: string, value: string): SignatureSubject => ({
  ...subject,
  headers: { ...subject.headers, [name]: value },
});

const renamed = (subject: SignatureSubject, from: string, to: string): SignatureSubject =>
  withHeader(without(subject, from), to, String(subject.headers[from]));

const token = secretFor('gitlab-token');
const withToken = (value: string) => withHeader(sent('gitlab-token'), 'x-gitlab-token', value);

const received: readonly (readonly [code: string, SignatureSubject])[] = [
  ['header_missing', without(sent('stripe'), 'stripe-signature')],
  ['header_other_name', renamed(sent('stripe'), 'stripe-signature', 'x-my-signature')],
  ['header_of_other_profile', { ...sent('github'), profile: profileOf({ profile: 'stripe' }) }],
  ['header_format', withHeader(sent('github'), 'x-hub-signature-256', hmac('sha256', 'k', json))],
  ['timestamp_missing', without(sent('slack'), 'x-slack-request-timestamp')],
  ['id_missing', without(sent('svix'), 'svix-id')],
  ['key_format', { ...sent('svix'), secret: 'whsec_not base64' }],
  ['body_hash', { ...sent('twilio-json'), body: Buffer.from('{}') }],
  ['timestamp_too_old', { ...sent('stripe'), receivedAt: at + 600_000 }],
  ['timestamp_in_future', { ...sent('svix'), receivedAt: at - 600_000 }],
  ['timestamp_wrong_unit', withHeader(sent('slack'), 'x-slack-request-timestamp', `${seconds}000`)],
  ['token_white_space', withToken(`${token} `)],
  ['token_scheme', withToken(`Bearer ${token}`)],
  ['token_quoted', withToken(`"${token}"`)],
  ['token_case', withToken(token.toUpperCase())],
  ['token_empty', withToken('')],
  ['token_part', withToken(token.slice(0, 8))],
  ['token_hashed', withToken(hmac('sha256', token, json))],
];

describe('a request as received', () => {
  it.each(received)('%s', async (code, subject) => {
    const { verdict, causes } = await diagnose(subject);
    expect([verdict, causes.map((cause) => cause.code)]).toEqual(['explained', [code]]);
    expect(causes[0]?.fix).toMatch(/\.$/);
  });

  it('shows one changed byte', async () => {
    for (const id of ['github', 'stripe', 'svix', 'hubspot']) {
      const subject = sent(id);
      const body = Buffer.from(json.replace('evt_1', 'evt_2'));
      expect([id, ...(await codesOf({ ...subject, body }))]).toEqual([id, 'byte_changed']);
    }
  });

  it('shows the secret of another destination, in every scheme', async () => {
    for (const [id, verifier] of Object.entries(providerVerifiers)) {
      // A key of zeros alone is padded like an empty one (RFC 2104).
      const otherSecret = verifier.otherSecret.replace(/A{32}$/, 'B'.repeat(32));
      const subject = sent(id, { secret: otherSecret });
      expect([id, ...(await codesOf(subject, '', [otherSecret]))]).toEqual([
        id,
        'secret_of_other_destination',
      ]);
    }
  });

  const recoded =
    (from: 'hex' | 'base64', to: 'hex' | 'base64' | 'base64url') =>
    (text: string): string =>
      Buffer.from(text, from).toString(to);
  const withoutDer = (to: 'hex' | 'base64' | 'base64url') => (text: string) => {
    const der = Buffer.from(text, 'base64');
    const second = 4 + (der[3] ?? 0);
    const numbers = [der.subarray(4, second), der.subarray(second + 2)].map((number) =>
      Buffer.concat([Buffer.alloc(32), number]).subarray(-32),
    );
    return Buffer.concat(numbers).toString(to);
  };
  const { header: discord } = profileOf({ profile: 'discord' }).signature as { header: string };
  const { header: sendgrid } = profileOf({ profile: 'sendgrid' }).signature as { header: string };
  it.each([
    ['discord', discord, 'format_upper_case', (text: string) => text.toUpperCase()],
    ['discord', discord, 'format_base64', recoded('hex', 'base64')],
    ['discord', discord, 'format_base64url', recoded('hex', 'base64url')],
    ['sendgrid', sendgrid, 'format_hex', recoded('base64', 'hex')],
    ['sendgrid', sendgrid, 'format_p1363', withoutDer('base64')],
    ['sendgrid', sendgrid, 'format_p1363', withoutDer('base64url')],
    ['sendgrid', sendgrid, 'format_p1363', withoutDer('hex')],
  ] as const)(
    'shows the format of an asymmetric signature: %s, %s, %s',
    async (id, header, code, write) => {
      const name = header.toLowerCase();
      // The numbers of P-256 differ in length.
      for (let count = 0; count < 20; count += 1) {
        const subject = sent(id);
        const received = withHeader(subject, name, write(String(subject.headers[name])));
        expect(await codesOf(received)).toEqual([code]);
      }
    },
  );

  it('shows a changed URL or body of an asymmetric signature', async () => {
    for (const id of ['discord', 'sendgrid']) {
      const subject = sent(id, { body: `${json}\n` });
      expect(await codesOf({ ...subject, body: Buffer.from(json) })).toEqual(['body_newline']);
    }
  });
});

const formBody =
  'token=a~b&text=hello+world+*%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=2&b=1&flag';

/** The form as each framework writes it after parsing it, recorded from the framework. */
const rewrittenForms: readonly (readonly [framework: string, body: string])[] = [
  [
    'Spring',
    'token=a%7Eb&text=hello+world+*%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=2&b=1&flag=',
  ],
  [
    "Node's querystring",
    "token=a~b&text=hello%20world%20*!'()&empty=&command=%2Fdeploy%C3%A9&b=2&b=1&flag=",
  ],
  [
    'URLSearchParams, as an object',
    'token=a%7Eb&text=hello+world+*%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=1&flag=',
  ],
  [
    'URLSearchParams, sorted',
    'b=2&b=1&command=%2Fdeploy%C3%A9&empty=&flag=&text=hello+world+*%21%27%28%29&token=a%7Eb',
  ],
  [
    'Rack',
    'token=a%7Eb&text=hello+world+*%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=2&b=1&flag',
  ],
  [
    'Rack, nested',
    'token=a%7Eb&text=hello+world+*%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=1&flag',
  ],
  ['PHP', 'token=a%7Eb&text=hello+world+%2A%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=1&flag='],
  [
    'PHP with RFC 3986',
    'token=a~b&text=hello%20world%20%2A%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=1&flag=',
  ],
  [
    'PHP, sorted',
    'b=1&command=%2Fdeploy%C3%A9&empty=&flag=&text=hello+world+%2A%21%27%28%29&token=a%7Eb',
  ],
  [
    "Python's parse_qs",
    'token=a~b&text=hello+world+%2A%21%27%28%29&command=%2Fdeploy%C3%A9&b=2&b=1',
  ],
  [
    "Python's parse_qsl",
    'token=a~b&text=hello+world+%2A%21%27%28%29&empty=&command=%2Fdeploy%C3%A9&b=2&b=1&flag=',
  ],
  [
    'Python, sorted',
    'b=1&b=2&command=%2Fdeploy%C3%A9&empty=&flag=&text=hello+world+%2A%21%27%28%29&token=a~b',
  ],
  ['Go', 'b=2&b=1&command=%2Fdeploy%C3%A9&empty=&flag=&text=hello+world+%2A%21%27%28%29&token=a~b'],
];

/** The codes for a body, if the signature was made of another. */
async function codesForChanged(id: string, body: string, changed: string) {
  const { causes } = await diagnose({ ...sent(id, { body: changed }), body: Buffer.from(body) });
  return causes.map(({ code, alternatives }) => [code, ...alternatives.map((one) => one.code)]);
}

const signingBodies = builtInProfiles.filter(
  ({ signature }) => 'content' in signature && signature.content.includes('{body}'),
);

describe('a body that was changed before it was signed', () => {
  const scalar = '{"a":{"b":"Zoë"},"c":1}';
  const changes: readonly (readonly [code: string, body: string, changed: string])[] = [
    ['body_split_character', unicode, unicode.replace('ë', '\ufffd\ufffd')],
    ['body_form_serialized', formBody, rewrittenForms[9]?.[1] ?? ''],
    ['body_truncated', scalar, scalar.slice(0, 9)],
    ['body_zero_padded', scalar, `${scalar}${'\0'.repeat(64 - Buffer.byteLength(scalar))}`],
    ['json_fields_reordered', scalar, '{"c":1,"a":{"b":"Zoë"}}'],
  ];

  it.each(signingBodies.map(({ id }) => id))('is explained for %s', async (id) => {
    const isHmac = profileOf({ profile: id }).signature.kind === 'hmac';
    // For asymmetric signatures, causes with a parameter take too long.
    for (const [code, body, changed] of isHmac ? changes : changes.slice(0, 2))
      expect([id, await codesForChanged(id, body, changed)]).toEqual([
        id,
        [expect.arrayContaining([code])],
      ]);
  });

  it.each(rewrittenForms)('is explained for a form that %s wrote', async (_, changed) => {
    for (const id of ['slack', 'segment-classic'])
      expect(await codesForChanged(id, formBody, changed)).toEqual([
        expect.arrayContaining(['body_form_serialized']),
      ]);
  });
});

it('valid requests of every profile have nothing to diagnose', async () => {
  for (const { id, signature } of builtInProfiles)
    if (signature.kind !== 'none')
      expect([id, (await diagnose(sent(id))).verdict]).toEqual([id, 'valid']);
});

it('every mistake is planted in a test', () => {
  const planted = new Set([
    ...computed.map(([, , code]) => code),
    ...received.map(([code]) => code),
  ]);
  const missing = [...contentMistakes, ...requestMistakes]
    .map(({ code }) => code)
    .filter((code) => !planted.has(code));
  expect(missing).toEqual(['url_decoded', 'body_first_item']);
});

const toText = (hex = ''): string => Buffer.from(hex, 'hex').toString();

describe('the hashed bytes', () => {
  const { body } = sent('stripe');
  const content = `${seconds}.${body}`;
  const long = JSON.stringify({ text: 'long '.repeat(40) });

  it.each([
    ['a re-serialized body', json, `${seconds}.${JSON.stringify(JSON.parse(json))}`],
    ['a body without its timestamp', json, json],
    ['one changed byte', json, content.replace('evt', 'evu')],
    ['a truncated body', long, `${seconds}.${long.slice(0, 64)}`],
  ])('of %s are the whole content', async (_, sentBody, hashed) => {
    const subject = sent('stripe', { body: sentBody });
    const { bytes } = await diagnose(subject, hmac('sha256', stripe, hashed));
    expect(toText(bytes?.sent)).toBe(`${seconds}.${sentBody}`);
    expect(toText(bytes?.hashed)).toBe(hashed);
  });

  it.each([
    ['hash', hmac('sha1', stripe, content)],
    ['secret', hmac('sha256', `${stripe}\n`, content)],
    ['encoding', hmac('sha256', stripe, content, 'base64')],
  ])('are those that were sent if only the %s differs', async (_, observed) => {
    const { verdict, bytes } = await diagnose(sent('stripe'), observed);
    expect(verdict).toBe('explained');
    expect(toText(bytes?.hashed)).toBe(content);
    expect(bytes?.hashed).toBe(bytes?.sent);
  });

  it('are unknown if nothing explains the digest', async () => {
    expect(await diagnose(sent('stripe'), 'ab'.repeat(32))).toMatchObject({
      verdict: 'unexplained',
      bytes: null,
    });
  });
});
