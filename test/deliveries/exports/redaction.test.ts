/** No secret remains after redaction, wherever it occurs. */

import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ExportRequest, exportFormats, maxRedacted } from '#shared/deliveries/export.ts';
import { createRedaction } from '#shared/deliveries/redaction.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { isSecretName, isSecretQueryName, isSecretValue } from '#shared/kit/redacted.ts';
import { escapes } from '#test/support/escapes.ts';
import { openExports, type StoredDelivery, storeDeliveries } from './stored.ts';

const letters = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.~+/=!$&\'"\\ é'];

/** Long enough not to occur by chance; with characters that JSON, URLs and shells escaping. */
const secretText = fc
  .array(fc.constantFrom(...letters), { minLength: 14, maxLength: 40 })
  .map((parts) => `q7${parts.join('').trim()}x9`);

const plain: StoredDelivery = {
  writeKey: 'wk_of_the_test',
  sharedSecret: 'secret_of_the_test',
  webhooks: [{ url: 'https://a.test/hook', headers: {} }],
  body: '{"a":1}',
  attempts: [],
};

const attempt = (
  headers: HeaderLines,
  response: { readonly headers?: HeaderLines; readonly body?: string | Uint8Array } = {},
  url = 'https://a.test/hook?x=1',
) => ({
  url,
  headers,
  response: { headers: response.headers ?? [], body: Buffer.from(response.body ?? 'ok') },
});

const latin = (text: string): string => text.replaceAll(/[^\x20-\xff]/g, '?');
const encoded = encodeURIComponent;

/** Where a secret may occur. */
const places: Record<string, (secret: string) => Partial<StoredDelivery>> = {
  'a header by its name': (s) => ({ attempts: [attempt([['X-Api-Key', latin(s)]])] }),
  'a header by its value': (s) => ({ attempts: [attempt([['X-Plain', `Bearer ${latin(s)}`]])] }),
  'basic credentials': (s) => ({
    attempts: [
      attempt([['Authorization', `Basic ${Buffer.from(`user:${s}`).toString('base64')}`]], {
        body: `you are user with ${s}`,
      }),
    ],
  }),
  'a cookie, and in what was echoed': (s) => ({
    attempts: [
      attempt([['Cookie', `a=b; session=${latin(s)}`]], {
        body: `{"session":${JSON.stringify(latin(s))}}`,
      }),
    ],
  }),
  'a cookie that was set': (s) => ({
    attempts: [attempt([], { headers: [['Set-Cookie', `sid=${latin(s)}; Path=/; HttpOnly`]] })],
  }),
  'a header that echoes it before it is named': (s) => ({
    attempts: [
      attempt([
        ['X-Echo', `got ${latin(s)}`],
        ['X-Secret', latin(s)],
      ]),
    ],
  }),
  'a response that is no text': (s) => ({
    attempts: [
      attempt([['X-Token', latin(s)]], {
        body: Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(latin(s))]),
      }),
    ],
  }),
  'user and password of a URL': (s) => ({
    attempts: [attempt([], { body: `hello ${s}` }, `https://user:${encoded(s)}@a.test/hook`)],
  }),
  'a named value of a query': (s) => ({
    attempts: [attempt([], { body: s }, `https://a.test/hook?a=1&access_token=${encoded(s)}#f`)],
  }),
  'a URL in a header of a response': (s) => ({
    attempts: [
      attempt([], { headers: [['Location', `/next?access_token=${encoded(s)}`]], body: s }),
      attempt([['Referer', `https://b.test/?access_token=${encoded(s)}`]]),
    ],
  }),
  'a value of a query that looks drawn': (s) => {
    const drawn = `4${s.replaceAll(/[^a-zA-Z\d]/g, 'z')}zzzzzz`;
    return { attempts: [attempt([], {}, `https://a.test/hook?v=${drawn}`)] };
  },
  'a URL that is sent to, and an earlier header': (s) => ({
    attempts: [
      attempt([['X-Echo', latin(s)]], {}, `https://a.test/?access_token=${encoded(latin(s))}`),
    ],
  }),
  'a URL of a later header': (s) => ({
    attempts: [
      attempt([], {
        headers: [
          ['X-Echo', latin(s)],
          ['Location', `/next?access_token=${encoded(latin(s))}`],
        ],
      }),
    ],
  }),
  'a header of the response, and one that was sent': (s) => ({
    attempts: [attempt([['X-Echo', latin(s)]], { headers: [['X-Token', latin(s)]] })],
  }),
  'the URL of another webhook': (s) => ({
    webhooks: [
      { url: 'https://a.test/', headers: { 'X-Echo': latin(s) } },
      { url: `https://b.test/?sig=${encoded(latin(s))}`, headers: {} },
    ],
  }),
  'the fragment of a URL': (s) => ({
    attempts: [
      attempt([], {
        headers: [['Location', `https://app.test/cb#/in?state=1&access_token=${encoded(s)}`]],
        body: s,
      }),
    ],
  }),
  'a URL in a sentence': (s) => ({
    attempts: [
      {
        url: 'https://a.test/',
        headers: [['X-Note', `see https://user:${encoded(s)}@b.test/ or ask.`]],
        response: null,
        detail: `No https://me:${encoded(s)}@c.test/, and no https://c.test/?pin=${encoded(s)}.`,
      },
    ],
  }),
  'a URL in JSON of a response': (s) => ({
    attempts: [
      attempt([], {
        body: `{"at":"https:\\/\\/me:${encoded(s)}@b.test\\/?a=1\\u0026pass=${encoded(s)}"}`,
      }),
    ],
  }),
  'the headers of a webhook that was not sent to yet': (s) => ({
    webhooks: [{ url: 'https://a.test/', headers: { 'X-Client-Secret': latin(s) } }],
  }),
  'a shared secret that was echoed': (s) => ({
    sharedSecret: s,
    attempts: [attempt([], { body: `no: ${JSON.stringify(s)}`, headers: [['X-Why', latin(s)]] })],
  }),
  'a write key that was echoed': (s) => ({
    writeKey: s,
    attempts: [attempt([['X-Note', latin(s)]], { body: `${s} and ${encoded(s)}` })],
  }),
  'a response that repeats it with escapes': (s) => ({
    sharedSecret: s,
    attempts: [
      attempt([], {
        body: Object.values(escapes)
          .map((escaping) => escaping(s))
          .join('\n'),
      }),
    ],
  }),
  'the reason of a failure': (s) => ({
    attempts: [
      {
        url: 'https://a.test/',
        headers: [['X-Token', s]],
        response: null,
        detail: `not ${s}.`,
      },
    ],
  }),
};

type Exports = ReturnType<typeof openExports>;

/** A stored delivery in every format. */
async function everything(
  given: Partial<StoredDelivery>,
  { store, exports }: Exports = openExports(),
): Promise<string> {
  const number = store.deliveries.newest() + 1;
  await storeDeliveries(store, { ...plain, ...given }, 1, number);
  const texts: string[] = [];
  for (const format of exportFormats) {
    const { id } = await exports.create(ExportRequest.parse({ format, deliveryId: number }));
    const parts: Buffer[] = [];
    for (let done = false; !done; ) {
      const piece = await exports.read({ id });
      parts.push(Buffer.from(piece.base64, 'base64'));
      done = piece.done;
    }
    const bytes = Buffer.concat(parts);
    if (format === 'fixtures')
      texts.push(...Object.values(unzipSync(bytes)).map((file) => Buffer.from(file).toString()));
    else texts.push(bytes.toString());
  }
  return texts.join('\n');
}

/** The secret in every possible spelling. */
const spellings = (secret: string): readonly string[] => [
  secret,
  latin(secret),
  encoded(secret),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(`user:${secret}`).toString('base64'),
  ...Object.values(escapes).map((escaping) => escaping(secret)),
];

describe('an export without secrets', () => {
  it.for(Object.keys(places))('contains none of %s', async (place) => {
    const opened = openExports();
    await fc.assert(
      fc.asyncProperty(secretText, async (secret) => {
        const shown = await everything(places[place]?.(secret) ?? {}, opened);
        for (const spelling of spellings(secret)) expect(shown).not.toContain(spelling);
      }),
      { numRuns: 4 },
    );
  });

  it('keeps values that are not secrets', async () => {
    const shown = await everything({
      attempts: [
        attempt(
          [
            ['X-Env', 'staging'],
            ['Idempotent', '1'],
          ],
          { body: 'fine' },
          'https://a.test/?page=2',
        ),
      ],
    });
    for (const text of ['staging', 'fine', 'page=2']) expect(shown).toContain(text);
    expect(shown).not.toMatch(/["' =]\[redacted\]/);
  });
});

it.each([5, 12, 30, 500])('all of %d cookies and a key are found in a text', (count) => {
  const secrets = Array.from({ length: count }, (_, index) => `value-of-cookie-${index}`);
  const head: HeaderLines = [
    ...secrets.map((secret, index): [string, string] => [
      'Set-Cookie',
      `c${index}=${secret}; Path=/`,
    ]),
    ['X-Api-Key', 'key-of-the-receiver'],
  ];
  const body = [...secrets, 'key-of-the-receiver', 'nothing'].join(' ');
  const sent: HeaderLines = [['Cookie', secrets.map((secret) => `c=${secret}`).join('; ')]];
  for (const exchange of [
    { request: { url: 'https://a.test/', headers: [] }, response: { headers: head } },
    { request: { url: 'https://a.test/', headers: [...sent, ...head] }, response: null },
  ]) {
    const redaction = createRedaction([]);
    redaction.learn(exchange);
    expect(redaction.text(body)).not.toMatch(/value-of|key-of/);
    expect(redaction.text(body)).toContain('nothing');
  }
});

describe('a value treated as a secret', () => {
  it.for([
    ['Authorization', true],
    ['X-API-Key', true],
    ['x_access_token', true],
    ['clientSecret', true],
    ['Set-Cookie', true],
    ['X-Pass', true],
    ['X-Passphrase', true],
    ['X-CSRFToken', true],
    ['Sessionid', true],
    ['PHPSESSID', true],
    ['X-Otp', true],
    ['Xtoken', true],
    ['X-Auth2', true],
    ['X-Monkey', false],
    ['X-Compass', false],
    ['X-Author', false],
    ['X-Shipping', false],
    ['Keyboard', false],
    ['X-Signature', false],
    ['X-Env', false],
  ] as const)('%s: %s', ([name, is]) => {
    expect(isSecretName(name)).toBe(is);
  });

  it.for([
    ['pass', true],
    ['passphrase', true],
    ['sig', true],
    ['X-Amz-Signature', true],
    ['pin', true],
    ['access_token', true],
    ['page', false],
    ['design', false],
    ['spin', false],
  ] as const)('%s in a query: %s', ([name, is]) => {
    expect(isSecretQueryName(name)).toBe(is);
  });

  it.for([
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', true],
    ['first.eyJhbGciOiJub25lIn0.e30.', true],
    ['id-eyJhbGciOiJIUzI1NiJ9.e30.c2ln', true],
    ['eyJhbGciOiJIUzI1NiJ9', false],
    ['1.2.3', false],
  ] as const)('a web token in "%s": %s', ([value, is]) => {
    expect(isSecretValue(value)).toBe(is);
  });

  it('is searched for once in a value that often starts like a web token', () => {
    // A search from every start would take hours.
    expect(isSecretValue('-eyJ'.repeat(1_000_000))).toBe(false);
  });

  it.each(['responses', 'a request'])(
    'keeps texts beside any number of cookies of %s',
    (sender) => {
      const redaction = createRedaction(['own-secret-of-the-user']);
      const cookiesOf = (at: number): HeaderLines => [
        ['x-cookie', Array.from({ length: 1_700 }, (_, part) => `c${at}value${part}`).join(';')],
      ];
      const own: HeaderLines[number] = ['authorization', 'Bearer token-of-the-user'];
      if (sender === 'a request')
        redaction.learn({ request: { url: '/', headers: [...cookiesOf(0), own] } });
      else
        for (let at = 0; at < 30; at++)
          redaction.learn({
            request: { url: '/', headers: [own] },
            response: { headers: [['set-cookie', `s=last-session-${at}`], ...cookiesOf(at)] },
          });
      const text = `${'plain '.repeat(5_000)}token-of-the-user own-secret-of-the-user last-session-29`;
      const shown = redaction.text(text);
      expect(shown).toMatch(/^(plain ){5000}/);
      expect(shown).not.toMatch(sender === 'responses' ? /user|session/ : /user/);
    },
  );

  it('finds one of 20,000 secrets', () => {
    const redaction = createRedaction(
      Array.from({ length: 20_000 }, (_, at) => `value-${at + 10_000}`),
    );
    const raw = `\x00\xff${'.'.repeat(65_000)}value-17007`;
    const response = { text: null, base64: btoa(raw), byteLength: raw.length, truncated: false };
    expect(atob(redaction.response({ headers: [], body: response }).body.base64 ?? '')).toMatch(
      /\.\[redacted\]$/,
    );
    expect(redaction.redactedKinds).toEqual(['a known secret in a text']);
  });

  it('keeps a text with any number of beginnings of secrets', () => {
    const starts = Array.from({ length: 100 }, (_, at) => 'a'.repeat(6 + at));
    const redaction = createRedaction(starts.map((start) => `${start}b`));
    const text = 'a'.repeat(65_000);
    expect(redaction.text(text) === text).toBe(true);
    expect(redaction.text(`${text}b`)).toBe(`${text.slice(105)}[redacted]`);
    expect(createRedaction(starts).text(`x${text}`)).toBe('x[redacted]');
  });

  it('redacts all of a text with too many overlapping secrets', () => {
    const redaction = createRedaction(['a'.repeat(400)]);
    expect(redaction.text(`x${'a'.repeat(65_000)}`)).toBe('[redacted]');
    expect(redaction.text(`${'aab'.repeat(20_000)}`)).not.toContain('redacted');
    expect(redaction.redactedKinds).toContain('a text too long to search for secrets');
    // The lines of a head count together.
    const lines = Array.from({ length: 100 }, (): HeaderLines[number] => [
      'X-Note',
      `x${'a'.repeat(2_000)}`,
    ]);
    for (const [, value] of redaction.headers(lines)) expect(value).toBe('[redacted]');
  });

  it('keeps earlier redactions unchanged', () => {
    const redaction = createRedaction([]);
    redaction.headers([['Authorization', '[redacted]']]);
    expect(redaction.text('at https://a.test/?token=[redacted] now')).toBe(
      'at https://a.test/?token=[redacted] now',
    );
    expect(redaction.redactedKinds).toEqual(['header Authorization']);
  });

  it('is searched for once in a text that often starts like a URL', () => {
    // A search from every start would take hours.
    const redaction = createRedaction([]);
    for (const part of ['://', 'a', ':', '://.', 'https:\\/\\/@'])
      expect(redaction.text(part.repeat(300_000)).length).toBeGreaterThan(0);
  });

  it.each([
    ['plain', (url: string) => url],
    ['in a URL', encodeURIComponent],
    ['with an escaped equals sign', (url: string) => url.replaceAll('=', '%3D')],
    ['in JSON of .NET', (url: string) => url.replaceAll('=', '\\u003d').replaceAll('&', '\\u0026')],
    ['in HTML', (url: string) => url.replaceAll('&', '&amp;').replaceAll('=', '&#61;')],
    ['in HTML, by name', (url: string) => url.replaceAll('=', '&equals;')],
    ['in a program', (url: string) => url.replaceAll('=', '\\x3d')],
    ['in octal', (url: string) => url.replaceAll('=', '\\075')],
    ['in JSON in JSON', (url: string) => url.replaceAll('=', '\\\\u003d')],
  ])('is redacted in a URL in a text, %s', (_, escaping) => {
    const url = escaping('https://user:pa55@a.test/x?page=ten&token=abc12&sig=def34#end');
    const redaction = createRedaction([]);
    const redacted = redaction.text(`Go to ${url} now, abc12.`);
    expect(redacted).not.toMatch(/pa55|def34/);
    expect(redacted.match(/abc12/g)).toHaveLength(1);
    expect(redacted).toMatch(/^Go to https.*a\.test.*ten.*end now, abc12\.$/);
    expect(redaction.redactedKinds).toEqual(['a secret in a URL in a text']);
  });

  it('excludes IDs and words in a URL, and lists redactions', () => {
    const redaction = createRedaction([]);
    const url =
      'https://a.test/x?id=7c9e6679-7425-40de-944b-e07fc1f90ae7&campaign=black-friday-sale-2026x';
    expect(redaction.url('https://a.test/x?id=7c9e6679-7425-40de-944b-e07fc1f90ae7')).toContain(
      '7c9e',
    );
    const text = 'at https://a.test/x?id=7c9e6679-7425-40de-944b-e07fc1f90ae7.';
    expect(redaction.text(text)).toBe(text);
    expect(redaction.redactedKinds).toEqual([]);
    redaction.url(`${url}&api_key=1`);
    expect(redaction.redactedKinds).toContain('api_key in a URL');
  });
});

it('the list of redacted names is limited, whatever the data', async () => {
  const { store, exports } = openExports();
  const made = 2 * maxRedacted;
  const long = 'x'.repeat(4_000);
  await storeDeliveries(store, {
    ...plain,
    attempts: [
      {
        url: 'https://a.test/hook',
        headers: [],
        response: {
          headers: Array.from({ length: made }, (_, n) => [`token-${n}-${long}`, `value-${n}`]),
          body: Buffer.from('ok'),
        },
      },
    ],
  });
  const { id } = await exports.create(ExportRequest.parse({ format: 'jsonl' }));
  let piece = await exports.read({ id });
  while (!piece.done) piece = await exports.read({ id });
  expect(piece.redacted).toHaveLength(maxRedacted + 1);
  expect(piece.redacted.at(-1)).toEqual({ name: 'others', count: made - maxRedacted });
  for (const { name } of piece.redacted) expect(name.length).toBeLessThan(100);
});
