/** Signatures by profile: official vectors, and independent verification where there are none. */
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  digestOf,
  hasDigest,
  keyProblem,
  publicKeyText,
  requestUrl,
  signatureLine,
  verificationKeyProblem,
} from '#main/signatures/signing/profile-signature.ts';
import { isSignedBy } from '#main/signatures/signing/verify-signature.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

interface Facts {
  readonly body: string;
  readonly at?: number;
  readonly id?: string;
  readonly url?: string;
}

const sign = (profile: string, secrets: readonly string[], facts: Facts) =>
  signatureLine(profileOf({ profile }), secrets, {
    method: 'POST',
    url: facts.url ?? 'http://127.0.0.1/',
    body: Buffer.from(facts.body),
    at: facts.at ?? 0,
    id: () => facts.id ?? '',
  });

const standardKey = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const standard = {
  body: '{"test": 2432232314}',
  at: 1_614_265_330_000,
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
};
const standardSignature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('official vectors', () => {
  it.each([
    ['standard-webhooks', standardKey, standard, ['webhook-signature', standardSignature]],
    ['svix', standardKey, standard, ['svix-signature', standardSignature]],
    [
      'github',
      "It's a Secret to Everybody",
      { body: 'Hello, World!' },
      [
        'X-Hub-Signature-256',
        'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      ],
    ],
    [
      'convoy',
      'convoy-webhook-secret',
      {
        body: '{"event":"charge.success","amount":1000,"currency":"NGN"}',
        at: 1_700_000_000_000,
      },
      [
        'X-Convoy-Signature',
        't=1700000000,v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c',
      ],
    ],
    [
      'shopify',
      'test_secret_key',
      { body: '{"foo": "bar"}' },
      ['X-Shopify-Hmac-Sha256', 'B23tXN681gZ0qIWNRrgtzBE9XSDo5yaUu6wfmhu3a7g='],
    ],
    [
      'paddle',
      'VALID_SECRET',
      { body: '{"data": ["1", "2"]}', at: 1_698_796_800_000 },
      [
        'Paddle-Signature',
        'ts=1698796800;h1=a300428748dce5c70e4da19bffd60769591ea969c99dea3105d0ec9612cf43f9',
      ],
    ],
    [
      'square',
      'signature-key',
      {
        body: '{"data":{"type":"webhooks","id":"fake_id"}}',
        url: 'https://webhook.site/webhooks',
      },
      ['x-square-hmacsha256-signature', 'W3FlCNk5IA3ZQ2LHTWoajvzfaDu/OwY2tNHIHC3IUOA='],
    ],
    [
      'twilio',
      '12345',
      {
        body: 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
        url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      },
      ['X-Twilio-Signature', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ],
  ] as const)('of %s', (profile, secret, facts, line) => {
    expect(sign(profile, [secret], facts)).toEqual(line);
  });

  it('of Twilio with JSON, whose URL has the hash of the body', () => {
    const body = '{"property": "value", "boolean": true}';
    const url = requestUrl(
      profileOf({ profile: 'twilio-json' }),
      'https://mycompany.com/myapp.php?foo=1&bar=2',
      Buffer.from(body),
    );
    expect(url).toContain(
      '&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620',
    );
    expect(sign('twilio-json', ['12345'], { body, url })?.[1]).toBe('a9nBmqA0ju/hNViExpshrM61xv4=');
  });
});

describe('asymmetric signatures', () => {
  it('of Discord verify with the public key', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const secret = privateKey
      .export({ format: 'der', type: 'pkcs8' })
      .subarray(-32)
      .toString('hex');
    const [, signature = ''] = sign('discord', [secret], { body: '{}', at: 5_000 }) ?? [];
    const raw = publicKeyText(profileOf({ profile: 'discord' }).signature, secret) ?? '';
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(raw, 'hex')]),
      format: 'der',
      type: 'spki',
    });
    const isValid = (content: string): boolean =>
      verify(null, Buffer.from(content), key, Buffer.from(signature, 'hex'));
    expect(isValid('5{}')).toBe(true);
    expect(isValid('6{}')).toBe(false);
  });

  it('of SendGrid verify with the public key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const [, signature = ''] = sign('sendgrid', [secret], { body: '[]\r\n', at: 7_000 }) ?? [];
    const isValid = (content: string): boolean =>
      verify('sha256', Buffer.from(content), publicKey, Buffer.from(signature, 'base64'));
    expect(isValid('7[]\r\n')).toBe(true);
    expect(isValid('7[]')).toBe(false);
  });

  it.each([
    ['prime256v1', true],
    ['secp384r1', false],
    ['secp256k1', false],
  ])('of SendGrid need keys of its curve: %s', (namedCurve, isRight) => {
    const { signature } = profileOf({ profile: 'sendgrid' });
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const known = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(keyProblem(signature, secret) === null).toBe(isRight);
    for (const key of [secret, known])
      expect(verificationKeyProblem(signature, key) === null).toBe(isRight);
  });
});

it('a key of Ed25519 is a seed, a seed with its public key, or a public key, and nothing more', () => {
  const { signature } = profileOf({ profile: 'discord' });
  if (signature.kind !== 'ed25519') throw new Error('The profile has changed.');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const known = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const pair = Buffer.concat([seed, known]).toString(signature.encoding);
  const content = Buffer.from('content');
  const digest = digestOf(signature, pair, content);
  for (const key of [pair, known.toString(signature.encoding)])
    expect(hasDigest(signature, key, content, [digest], 'public')).toBe(true);
  const longer = Buffer.concat([known, Buffer.of(0)]).toString(signature.encoding);
  expect(verificationKeyProblem(signature, longer)).not.toBeNull();
  expect(keyProblem(signature, longer)).not.toBeNull();
});

describe('a rotated secret', () => {
  it('gives one signature per secret where the provider sends several', () => {
    const [, value = ''] = sign('standard-webhooks', [standardKey, standardKey], standard) ?? [];
    expect(value).toBe(`${standardSignature} ${standardSignature}`);
    const [, single = ''] = sign('github', ['new', 'old'], { body: 'x' }) ?? [];
    expect(single).toBe(sign('github', ['new'], { body: 'x' })?.[1]);
  });
});

it('without a secret there is no signature', () => {
  expect(sign('standard-webhooks', [''], standard)).toBeNull();
  expect(sign('rudderstack', ['secret'], { body: '{}' })).toBeNull();
  expect(sign('gitlab-token', ['secret'], { body: '{}' })).toEqual(['X-Gitlab-Token', 'secret']);
});

it('a header is missing even if objects have a property of its name', () => {
  const { signature, ...profile } = profileOf({ profile: 'segment-classic' });
  const named = { ...profile, signature: { ...signature, header: 'Constructor' } };
  const request = { method: 'POST', url: '/', headers: {}, body: Buffer.from('{}') };
  expect(isSignedBy(named as ProviderProfile, 's3cret', request)).toBe(false);
});

describe('a batch', () => {
  const batch = ' [{"n":1},{"n":2}]';
  const digest = createHmac('sha1', 's3cret').update('{"n":1}').digest('hex');

  it.each(['segment-classic', 'segment-actions'] as const)(
    'of %s is signed and verified by its first item only',
    (profile) => {
      expect(sign(profile, ['s3cret'], { body: batch })).toEqual(['X-Signature', digest]);
      const request = {
        ...{ method: 'POST', url: '/', headers: { 'x-signature': digest } },
        body: Buffer.from(batch),
      };
      expect(isSignedBy(profileOf({ profile }), 's3cret', request)).toBe(true);
      const changed = { ...request, body: Buffer.from(batch.replace('1', '3')) };
      expect(isSignedBy(profileOf({ profile }), 's3cret', changed)).toBe(false);
    },
  );

  it('of other providers is signed as a whole', () => {
    const whole = createHmac('sha256', 's3cret').update(batch).digest('hex');
    expect(sign('github', ['s3cret'], { body: batch })?.[1]).toBe(`sha256=${whole}`);
  });

  it.each(['[]', '[', '[1,'])('that holds nothing is signed as it is: %s', (body) => {
    const whole = createHmac('sha1', 's3cret').update(body).digest('hex');
    expect(sign('segment-actions', ['s3cret'], { body })?.[1]).toBe(whole);
  });
});
