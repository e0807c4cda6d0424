import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { noContext } from '#main/signatures/candidate-groups/candidate-group.ts';
import { railsGroups } from '#main/signatures/candidate-groups/rails-parameters.ts';
import { changedBodies } from '#main/signatures/candidates.ts';
import { diagnose } from '#main/signatures/diagnose.ts';
import { bodyOf } from '#main/signatures/mistakes/mistake.ts';
import { secretMistakes } from '#main/signatures/mistakes/secret-mistakes.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Diagnosis, Language } from '#shared/signatures/signature.ts';
import {
  type BrokenReceiver,
  brokenReceivers,
} from '#test/certification/support/broken-receivers.ts';
import vectors from '#test/fixtures/signatures.json' with { type: 'json' };
import { openCore } from '#test/support/start-core.ts';
import { randomBody, randomSecret } from './support/random-body.ts';
import { diagnoseSpecified, specified } from './support/specified.ts';

const ask = (body: string, secret: string, observed: string, language?: Language) =>
  diagnoseSpecified(body, secret, observed, { language });

/** A body that differs in every language. */
const body = JSON.stringify({
  version: 1,
  type: 'track',
  userId: 'Zoë 😀',
  event: 'Tom & Jerry\'s <b> = "x" + `y`',
  properties: { z: 1, path: '/a/b', price: 39.95, empty: {}, tags: ['ü', '日本'], no: null, a: 2 },
  timestamp: '2012-12-02T00:30:08.270Z',
  context: {},
});

const hex = (secret: string, data: string | Buffer, hash = 'sha1') =>
  createHmac(hash, secret).update(data).digest('hex');
const php = (json: string) =>
  json
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');

/** Causes that the diagnosis may name: itself, or others that give the same bytes. */
const named = ({ causes }: Diagnosis) =>
  causes.map(({ code, alternatives }) => [code, ...alternatives.map((other) => other.code)]);

/** Almost 32 KB. */
const long = JSON.stringify({ text: 'Zoë </a> & '.repeat(2_800) });

/** Secrets that the bug affects. */
const tellingSecrets: Readonly<Record<string, string>> = {
  secret_trimmed: ' sekrét-🔑 ',
  secret_base64_decoded: 'c2VrcmV0LWtleQ==',
  secret_hex_decoded: '00ff10a5',
};
const secretFor = ({ code }: BrokenReceiver) => tellingSecrets[code] ?? 'sekrét-🔑';

describe('the correct digest', () => {
  it('is valid for every vector', async () => {
    for (const { body, secret, xSignature } of vectors)
      expect(await ask(body, secret, xSignature)).toMatchObject({ verdict: 'valid', causes: [] });
  });

  it('is valid as a pasted header line', async () => {
    const { xSignature } = vectors[0] ?? { xSignature: '' };
    const { body = '', secret = '' } = vectors[0] ?? {};
    expect(await ask(body, secret, `X-Signature: ${xSignature}`)).toMatchObject({
      verdict: 'valid',
    });
  });
});

describe('a broken receiver', () => {
  it('is one of at least 60 kinds', () => {
    expect(new Set(brokenReceivers.map(({ code }) => code)).size).toBeGreaterThanOrEqual(60);
  });

  for (const [index, receiver] of brokenReceivers.entries())
    it(`${index + 1} is diagnosed as ${receiver.code}, and nothing else`, async () => {
      const secret = secretFor(receiver);
      // One in sixteen digests starts with a zero: finds a body with such a digest.
      let tried = body;
      while (
        receiver.code === 'format_leading_zeros' &&
        receiver.observed(tried, secret).length === 40
      )
        tried += ' ';
      const diagnosis = await ask(tried, secret, receiver.observed(tried, secret));
      expect(diagnosis.verdict).toBe('explained');
      expect(named(diagnosis)).toHaveLength(1);
      expect(named(diagnosis)[0]).toContain(receiver.code);
      const [cause] = diagnosis.causes;
      expect(cause?.message).toMatch(/^(?:Your server|The digest) .*\.$/s);
      expect(cause?.fix.length).toBeGreaterThan(20);
      expect(cause?.difference.found).not.toBe(cause?.difference.expected);
    });

  it('is never misdiagnosed, with random bodies and secrets', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomBody,
        randomSecret,
        fc.constantFrom(...brokenReceivers),
        async (body, secret, receiver) => {
          const right = hex(secret, body);
          const observed = receiver.observed(body, secret);
          const diagnosis = await ask(body, secret, observed);
          if (observed === right) {
            expect(diagnosis.verdict).toBe('valid');
            return;
          }
          if (isBeyondItsMethod(receiver, body)) return;
          expect(diagnosis.verdict).toBe('explained');
          expect(named(diagnosis)).toHaveLength(1);
          expect(named(diagnosis)[0]).toContain(receiver.code);
        },
      ),
      { numRuns: 50 },
    );
  });
});

const receiver = (code: string): BrokenReceiver => {
  const found = brokenReceivers.find((known) => known.code === code);
  if (found === undefined) throw new Error(`There is no broken receiver ${code}.`);
  return found;
};

const indented = JSON.stringify(JSON.parse(body), null, 2);

/** The body after one receiver, as input for the next one. */
const pairs: readonly (readonly [first: string, second: string, observed: string])[] = [
  ['json_php', 'body_newline', hex('sekrét-🔑', `${php(body)}\n`)],
  ['json_indent_2', 'body_binary', hex('sekrét-🔑', Buffer.from(indented, 'latin1'))],
  ['json_php', 'secret_newline', hex('sekrét-🔑\n', php(body))],
  ['body_newline', 'secret_quoted', hex('"sekrét-🔑"', `${body}\n`)],
  ['json_php', 'digest_sha256', hex('sekrét-🔑', php(body), 'sha256')],
  ['body_bom', 'body_newline', hex('sekrét-🔑', `\ufeff${body}\n`)],
  ['secret_base64_encoded', 'secret_newline', hex('c2VrcsOpdC3wn5SR\n', body)],
  ['secret_newline', 'digest_sha256', hex('sekrét-🔑\n', body, 'sha256')],
  ['digest_sha256', 'digest_swapped', hex(body, 'sekrét-🔑', 'sha256')],
  ['digest_sha256', 'format_prefix', `sha256=${hex('sekrét-🔑', body, 'sha256')}`],
  ['json_php', 'format_upper_case', hex('sekrét-🔑', php(body)).toUpperCase()],
  ['secret_newline', 'format_truncated', hex('sekrét-🔑\n', body).slice(0, 16)],
  ['format_upper_case', 'format_prefix', `sha1=${hex('sekrét-🔑', body).toUpperCase()}`],
];

describe('the digest', () => {
  it.each([
    ['of the properties', JSON.stringify(JSON.parse(body).properties), 'body_member'],
    ["of buffer.toString('ascii')", Buffer.from(body).toString('ascii'), 'body_read_as_seven_bits'],
    ['of ASCII by .NET', body.replace(/[^\0-\x7f]/g, '?'), 'body_ascii'],
    ['of a split character', body.replace('ë', '\ufffd\ufffd'), 'body_split_character'],
  ])('%s is named', async (_, hashed, code) => {
    const diagnosis = await ask(body, 's3cret', hex('s3cret', hashed));
    expect(named(diagnosis)).toEqual([expect.arrayContaining([code])]);
  });

  it.each(['v1,s3cret', 's3cret\r', '\ufeffs3cret', 's3cret\t'])(
    'with the secret %j is named',
    async (secret) => {
      const diagnosis = await ask(body, 's3cret', hex(secret, body));
      expect(named(diagnosis)[0]?.[0]).toMatch(/^secret_(copied_prefix|white_space)$/);
    },
  );

  it('of the path and the body is named for a URL that is known from the request only', async () => {
    const { core, stop } = await openCore();
    const request = {
      body,
      secret: 's3cret',
      url: 'http://localhost:3000/own/path?a=1',
      observed: hex('s3cret', `/own/path?a=1${body}`),
    };
    expect(await core.signatures.diagnose(request)).toMatchObject({
      causes: [{ code: 'body_with_path' }],
    });
    await stop();
  });
});

describe('a receiver with two bugs', () => {
  for (const [first, second, observed] of pairs)
    it(`is diagnosed as ${first} and ${second}`, async () => {
      const diagnosis = await ask(body, 'sekrét-🔑', observed);
      expect(diagnosis).toMatchObject({ verdict: 'explained' });
      const [one = [], other = []] = named(diagnosis);
      expect(diagnosis.causes).toHaveLength(2);
      expect(
        [one, other]
          .map((names) => names.find((name) => name === first || name === second))
          .toSorted(),
      ).toEqual([first, second].toSorted());
    });
});

describe('a diagnosis', () => {
  it('reports when no cause matches', async () => {
    expect(await ask(body, 's', '0'.repeat(40))).toMatchObject({
      verdict: 'unexplained',
      causes: [],
    });
    expect((await ask(body, 's', '')).message).toContain('No signature to diagnose');
    expect((await ask(body, 's', 'abc')).message).toContain('too short');
  });

  it('gives the fix in the selected language', async () => {
    const observed = receiver('json_go').observed(body, 's');
    const fix = async (language?: Language) =>
      (await ask(body, 's', observed, language)).causes[0]?.fix;
    expect(await fix()).toContain('io.ReadAll');
    expect(await fix('python')).toContain('request.get_data()');
    expect(await fix('php')).toContain('php://input');
    expect(await fix('rust')).toContain('axum::body::Bytes');
  });

  it('prefers the usual cause in the selected language if several match', async () => {
    const plainBody = '{"b":1,"a":{}}';
    const observed = hex('s', JSON.stringify(JSON.parse(plainBody), null, 2));
    const found = async (language?: Language) =>
      (await ask(plainBody, 's', observed, language)).causes[0]?.code;
    expect(await found()).toBe('json_indent_2');
    expect(await found('python')).toBe('json_python_indent_2');
    expect(await found('ruby')).toBe('json_ruby_pretty');
  });

  it('shows where the bytes differ, with marks for invisible characters', async () => {
    const [cause] = (await ask('{"a":"b"}', 's', hex('s', '{"a":"b"}\n'))).causes;
    expect(cause?.difference).toEqual({
      of: 'body',
      expected: '{"a":"b"}',
      found: '{"a":"b"}‹LF›',
      offset: 9,
    });
    const [bom] = (await ask('{"a":"b"}', 's', hex('s', '\ufeff{"a":"b"}'))).causes;
    expect(bom?.difference).toMatchObject({ found: '‹BOM›{"a":"b"}', offset: 0 });
    const [trimmed] = (await ask('{}', ' s', hex('s', '{}'))).causes;
    expect(trimmed?.difference).toMatchObject({ of: 'secret', expected: '‹SP›s', found: 's' });
  });

  it('accepts any text as a body: invalid JSON, broken characters, deep nesting', async () => {
    for (const odd of ['', '{', '[1,]', '"\\ud800"', '\ud800', '['.repeat(30_000), 'null', '01'])
      expect(await ask(odd, 's', hex('s', `${odd}\n`))).toMatchObject({
        verdict: 'explained',
        causes: [{ code: 'body_newline' }],
      });
  });

  it.each([
    ['hashes', '0'.repeat(40)],
    // The most likely cause: found with the first hashed bodies, once all are written.
    ['re-serializes the body', hex('s', `${long}\n`)],
  ])('yields to the event loop while it %s, so that deliveries continue', async (_, observed) => {
    let turns = 0;
    let done = false;
    const turn = (): void => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    await ask(long, 's', observed);
    done = true;
    expect(turns).toBeGreaterThan(50);
  });

  it('stops when its caller leaves', async () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const response = diagnoseSpecified(long, 's', '0'.repeat(40), { signal });
    leaving.abort();
    await expect(response).rejects.toThrow('aborted');
  });

  it('does not normalize text with more combining marks than any text has', async () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const marks = (count: number) => JSON.stringify({ text: `e${'\u0301\u0316'.repeat(count)}` });
    await ask(marks(15), 's', '0'.repeat(40));
    expect(normalize).toHaveBeenCalledTimes(2);
    await ask(marks(16), 's', '0'.repeat(40));
    expect(normalize).toHaveBeenCalledTimes(2);
    normalize.mockRestore();
  });

  it.each([
    ['segment-classic', 128],
    ['github', 128],
    ['twilio', 16],
  ])('changes no body of %s over %i KB, and says so', async (profile, maxKb) => {
    const { signal } = new AbortController();
    const yields = vi.spyOn(signal, 'throwIfAborted');
    const headers = {
      'x-signature': '0'.repeat(40),
      'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
    };
    const response = await diagnose({
      subject: {
        ...{ method: 'POST', url: 'http://127.0.0.1/', receivedAt: 0, secret: 's' },
        headers: { ...headers, 'x-twilio-signature': `${'A'.repeat(27)}=` },
        body: Buffer.from(`a=${'é'.repeat(maxKb * 512)}`),
        profile: profileOf({ profile }),
      },
      ...{ observed: '', language: undefined, secretMistakes, context: noContext, signal },
    });
    expect(response).toMatchObject({ verdict: 'unexplained' });
    expect(response.message).toContain(`larger than ${maxKb} KB`);
    expect(yields.mock.calls.length).toBeLessThan(10);
  });

  it.each(['0', '[]', '{"a":0}'])(
    'indents no deeply nested body to many times its length: %s',
    async (value) => {
      const depth = 250;
      const text = `${'['.repeat(depth)}${Array(4_000).fill(value).join(',')}${']'.repeat(depth)}`;
      const changed = await changedBodies(bodyOf(text), undefined);
      expect(Math.max(...changed.map((one) => one.value.bytes.length))).toBeLessThan(2 ** 20);
    },
  );

  it('encodes a form for each framework, not for each order of its fields', async () => {
    const encode = vi.spyOn(globalThis, 'encodeURIComponent');
    await changedBodies(bodyOf('name=a+b'), undefined);
    expect(encode.mock.calls.filter(([text]) => text === 'a b').length).toBeLessThan(10);
    encode.mockRestore();
  });

  it("tries no more names of Rails' parameters for a longer path", () => {
    const count = (segments: number): number => {
      const urls = [`http://127.0.0.1/${'a/'.repeat(segments)}`];
      return railsGroups
        .flatMap(({ candidates }) => [
          ...candidates({
            ...{ body: bodyOf('{"a":1}'), observed: '', language: undefined },
            context: { ...noContext, urls },
            write: (at, part) => at + part.length,
          }),
        ])
        .filter(({ end }) => end > 0).length;
    };
    expect(count(30)).toBe(count(10));
  });

  it.each(['segment-classic', 'github', 'stripe', 'hubspot'])(
    'of 32 KB hashes a limited number of bytes, even when no cause matches: %s',
    async (profile) => {
      const mixed = JSON.stringify({ text: 'Zoë </a> & '.repeat(2_800), list: [1, 2.5, {}] });
      expect(Buffer.byteLength(mixed)).toBeGreaterThan(32_000);
      const { signal } = new AbortController();
      // Called for every body that is written, and then for every 2 MB that are hashed.
      const yields = vi.spyOn(signal, 'throwIfAborted');
      const headers = { 'x-hubspot-request-timestamp': '1760000000000' };
      const subject = {
        ...specified(mixed, 's'),
        ...{ profile: profileOf({ profile }), headers, receivedAt: 1_760_000_000_000 },
      };
      const { signature } = subject.profile;
      const isBase64 = 'encoding' in signature && signature.encoding === 'base64';
      const digest = Buffer.alloc(profile === 'segment-classic' ? 20 : 32);
      const observed =
        profile === 'stripe'
          ? `t=1760000000,v1=${digest.toString('hex')}`
          : digest.toString(isBase64 ? 'base64' : 'hex');
      const diagnosis = await diagnoseSpecified(mixed, 's', observed, { subject, signal });
      expect(diagnosis.verdict).toBe('unexplained');
      expect(yields.mock.calls.length).toBeLessThan(500);
    },
  );
});

/**
 * These receivers write numbers as JavaScript does and leave dates unchanged. Where a language
 * differs, the test is wrong, and the real language is used instead.
 */
function isBeyondItsMethod({ code }: BrokenReceiver, body: string): boolean {
  if (!code.startsWith('json_')) return false;
  const outside = body.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const oddNumber = /[eE]|\d{7}|\.\d{6}|0\.0/.test(outside);
  const oddKey = /"(?:\d+)":/.test(body) || /\u007f|\u0085/.test(body);
  return oddNumber || oddKey;
}
