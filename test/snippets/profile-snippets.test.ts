/** The snippets of every profile, with real deliveries and with requests that must be rejected. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookRequest } from '#main/deliveries/routing/request-headers.ts';
import { createTextWriter } from '#main/sending/placeholders.ts';
import { samples } from '#main/sending/samples/samples.ts';
import { publicKeyText } from '#main/signatures/signing/profile-signature.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';
import { verificationSnippets } from '#shared/signatures/snippets/verification-snippets.ts';
import { skipWithout } from '#test/support/skipped.ts';
import { findLanguage } from '../../scripts/languages.mjs';
import { type Receiver, type RunningReceivers, runMany } from './run-many.ts';

const languageOf = ({ snippet: { language, install } }: Receiver): string => {
  switch (language) {
    case 'node':
      return 'Node';
    case 'python':
      return install === null ? 'Python' : 'Python with cryptography';
    case 'go':
      return 'Go';
    case 'ruby':
      return 'Sinatra';
    default:
      return 'PHP';
  }
};

const rules = {
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Own-Id', '{id}'],
  ],
  timeLimitMs: 5_000,
  success: { accepted: ['202'] },
  retries: { kind: 'none' },
  body: 'payload',
};

/** What no built-in profile has, and characters that languages escape. */
const ownProfiles = [
  {
    id: 'own',
    name: 'Own',
    signature: {
      kind: 'hmac',
      hash: 'sha512',
      header: 'X-Own-Signature',
      content: '{method}\n#{url}\t$"\\é\'{id}/{timestamp}`{1}{body}',
      value: '"#{signatures}$\'/ at {timestamp}',
      entry: '<#$"{signature}\'>',
      separator: '|',
      encoding: 'hex',
      keyForm: 'hex',
      keyPrefix: 'key/',
    },
    timestamp: 'iso',
    tolerance: { pastMs: 90_500, futureMs: 60_000 },
    bodyHashParameter: 'body.hash',
    ...rules,
  },
  {
    id: 'own-ed25519',
    name: 'Own (Ed25519)',
    signature: {
      kind: 'ed25519',
      header: 'X-Own-Signature',
      content: '{body}',
      entry: 'a:{signature};',
      separator: ' ',
      encoding: 'base64',
    },
    bodyHashParameter: 'hash',
    ...rules,
  },
  {
    id: 'own-ecdsa',
    name: 'Own (P-256)',
    signature: {
      kind: 'ecdsa_p256',
      header: 'X-Own-Signature',
      content: '{id}{body}',
      value: 'v1={signatures}',
      encoding: 'hex',
      keyForm: 'base64',
    },
    ...rules,
  },
].map((profile) => ProviderProfile.parse(profile));

const ecdsaSecret = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');

const ecdsaSecrets = [ecdsaSecret(), ecdsaSecret()] as const;

/** What a sender signs with, and another one of the same form. */
function secretsOf({ id, signature }: ProviderProfile): readonly [string, string] {
  if (id === 'own') return [`key/${'0a'.repeat(20)}`, `key/${'0b'.repeat(20)}`];
  if (id === 'own-ed25519') return ['a'.repeat(32), 'b'.repeat(32)];
  if (signature.kind === 'ed25519') return ['0a'.repeat(32), '0b'.repeat(32)];
  if (signature.kind === 'ecdsa_p256') return ecdsaSecrets;
  if ('keyPrefix' in signature && signature.keyPrefix === 'whsec_')
    return ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${'B'.repeat(32)}`];
  return ['correct horse battery staple', 'wrong horse battery staple'];
}

/** Some providers send the time in the body as well. */
function bodyOf({ id }: ProviderProfile, at: number): string {
  const sample = samples.find(({ profile }) => profile === id);
  const text = sample?.kind === 'payload' ? sample.payload : '{"type":"track","name":"Zoë"}';
  return createTextWriter(text, { clock: { now: () => at }, random: { bytes: randomBytes } })(1);
}

interface Change {
  readonly at?: number;
  readonly secret?: string;
  readonly body?: string;
}

/** A request as the dispatcher builds it; its body may be replaced after it was signed. */
async function send(url: string, profile: ProviderProfile, change: Change = {}): Promise<number> {
  const [secret] = secretsOf(profile);
  const at = change.at ?? Date.now();
  const body = Buffer.from(bodyOf(profile, at));
  const sent = webhookRequest(
    { profile, sharedSecret: change.secret ?? secret },
    { url, headers: {} },
    body,
    { at, retry: 0, message: () => ({ id: 'msg_1', event: 'x' }) },
  );
  const headers = sent.headers.filter(
    ([name]) => !['host', 'connection', 'content-length'].includes(name.toLowerCase()),
  );
  const response = await request(sent.url, {
    method: 'POST',
    headers: headers.flat(),
    body: change.body ?? body,
  });
  await response.body.dump();
  return response.statusCode;
}

interface ProfileReceiver extends Receiver {
  readonly profile: ProviderProfile;
  readonly hasNoKey: boolean;
}

/** Those for every profile; the others are run with the default profile. */
const ids = new Set(['node-http', 'node-package', 'python-http', 'go', 'sinatra', 'php']);

function receiversOf(profile: ProviderProfile): readonly ProfileReceiver[] {
  const { signature: scheme } = profile;
  const [secret] = secretsOf(profile);
  const prefix = 'keyPrefix' in scheme && scheme.keyPrefix === 'whsec_' ? scheme.keyPrefix : null;
  return verificationSnippets(profile)
    .filter(({ id }) => ids.has(id))
    .flatMap((snippet) => {
      const normal = {
        ...{ profile, snippet, secret: publicKeyText(scheme, secret) ?? secret },
        ...{ hasNoKey: false, ends: false },
      };
      // PHP reads the secret for each request.
      const ends = snippet.language !== 'php';
      return prefix === null
        ? [normal]
        : [normal, { ...normal, secret: prefix, hasNoKey: true, ends }];
    });
}

async function expectVerification(url: string, profile: ProviderProfile): Promise<void> {
  const { signature: scheme, tolerance } = profile;
  const [, otherSecret] = secretsOf(profile);
  const results: Record<string, number> = {
    valid: await send(url, profile),
    'with a query': await send(`${url}?a=1&b=%20`, profile),
    'with another secret': await send(url, profile, { secret: otherSecret }),
    unsigned: await send(url, { ...profile, signature: { kind: 'none' } }),
  };
  const expected: Record<string, number> = {
    valid: acceptedStatus(profile),
    'with a query': acceptedStatus(profile),
    'with another secret': 401,
    unsigned: 401,
  };
  if (scheme.kind !== 'token') {
    results['with another body'] = await send(url, profile, {
      body: `${bodyOf(profile, Date.now())}&x=1`,
    });
    expected['with another body'] = 401;
    // Some packages throw for it, which must not end the process.
    results['without a body'] = await send(url, profile, { body: '' });
    expected['without a body'] = 401;
  }
  if (tolerance.pastMs !== null) {
    results['too old'] = await send(url, profile, { at: Date.now() - tolerance.pastMs - 60_000 });
    expected['too old'] = 401;
  }
  if (tolerance.futureMs !== null) {
    results['too new'] = await send(url, profile, { at: Date.now() + tolerance.futureMs + 60_000 });
    expected['too new'] = 401;
  }
  expect(results).toEqual(expected);
}

const receivers = [...builtInProfiles, ...ownProfiles].flatMap(receiversOf);

describe.each([...Map.groupBy(receivers, languageOf)])('the snippets in %s', (language, group) => {
  const program = language === 'Node' ? process.execPath : findLanguage(language);
  if (program === null) {
    skipWithout(language);
    return;
  }

  let running: RunningReceivers;
  beforeAll(async () => {
    running = await runMany(program, group);
  });
  afterAll(() => running?.stop());

  for (const [index, { profile, snippet, secret, hasNoKey, ends }] of group.entries()) {
    const name = `for ${profile.id} with ${snippet.title}`;
    if (!hasNoKey)
      it(`${name} accept only signed requests`, async () => {
        await expectVerification((await running.started[index]) ?? '', profile);
      });
    else
      it(`${name} do not accept everything if the key is empty`, async () => {
        const started = (await running.started[index]) ?? '';
        if (ends) expect(started).toMatch(/SECRET_\d+ (has no key|is not Base64)/);
        else expect(await send(started, profile, { secret })).toBe(401);
      });
  }
});
