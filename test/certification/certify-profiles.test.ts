/** Certification by provider profile: receivers that verify with the provider's own library. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { certify } from '#main/certification/receiver/certify-receiver.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import {
  type CertificationReport,
  CertificationRequest,
  checksOf,
  verifiesJson,
} from '#shared/certification/receiver.ts';
import { rejectsAllSigned, rejectsAllText } from '#shared/certification/text.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { causeTexts } from '#shared/signatures/rejection-causes.ts';
import {
  type ProviderVerifier,
  providerVerifiers,
  type ReceivedWebhook,
} from '#test/deliveries/dispatch/provider-verifiers.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { delayOf } from './support/own-delay.ts';

const tools = {
  trust: createTrust(() => []),
  gate: openGate,
  now: Date.now,
  random: seededRandom(),
  watchDelay: () => delayOf(() => 0),
};

/** Responds 401 unless `accepts` says otherwise; a text is returned with 400. */
async function startReceiver(
  accepts: (webhook: ReceivedWebhook) => boolean | string | Promise<boolean | string>,
  acceptedStatus = 200,
  counts: ReadonlyMap<string, number> = new Map(),
): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('id') ?? '';
      return void response.end(String(counts.get(id) ?? 0));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host = '' } = request.headers;
    const isAccepted = await accepts({
      url: `http://${host}${request.url}`,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.concat(chunks).toString(),
    });
    if (typeof isAccepted === 'string') response.writeHead(400).end(isAccepted);
    else response.writeHead(isAccepted ? acceptedStatus : 401).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

async function certified(
  url: string,
  profile: string,
  secret: string,
  headers: Readonly<Record<string, string>> = {},
  lookupUrl?: string,
) {
  let last: CertificationReport | undefined;
  const request = CertificationRequest.parse({ url, secret, profile, headers, lookupUrl });
  for await (const report of certify(tools, request)) last = report;
  if (last === undefined) throw new Error('There is no report.');
  return last;
}

const outcomes = ({ results }: CertificationReport) =>
  results.filter(({ outcome }) => outcome !== 'passed').map(({ code, outcome }) => [code, outcome]);

const resultOf = ({ results }: CertificationReport, name: string) =>
  results.find(({ code }) => code === name);

const verifier = (profile: string): ProviderVerifier => {
  const known = providerVerifiers[profile];
  if (known === undefined) throw new Error(`No verifier for ${profile}.`);
  return known;
};

/** Libraries fail in their own ways for headers that are missing. */
const strict =
  ({ verify, secret }: ProviderVerifier) =>
  async (webhook: ReceivedWebhook): Promise<boolean> => {
    try {
      return await verify(webhook, secret);
    } catch {
      return false;
    }
  };

const notRun = [['duplicate_processed_once', 'not_run']];

describe('a receiver that verifies as its provider says', () => {
  // Paddle's library keeps only the last of several signatures.
  it.each(Object.keys(providerVerifiers))('passes: %s', async (profile) => {
    const provider = verifier(profile);
    const url = await startReceiver(strict(provider), profile === 'discord' ? 204 : 200);
    const report = await certified(url, profile, provider.secret);
    const warned = profile === 'paddle' ? [['accept_rotated', 'warned']] : [];
    expect(outcomes(report)).toEqual([...warned, ...notRun]);
    expect(report).toMatchObject({ complete: true, certified: true });
    expect(report.results.map(({ code }) => code)).toEqual(
      checksOf(profileOf({ profile })).map(({ code }) => code),
    );
  });
});

/** Parses the body, and verifies it serialized again in one of these forms. */
const reserializing = (profile: string, ...forms: readonly ((value: unknown) => string)[]) =>
  startReceiver(
    async (webhook) => {
      const isAccepted = forms.map((form) =>
        strict(verifier(profile))({ ...webhook, body: form(JSON.parse(webhook.body)) }),
      );
      return (await Promise.all(isAccepted)).includes(true);
    },
    profile === 'discord' ? 204 : 200,
  );

const compact = (value: unknown) => JSON.stringify(value);
const indented = (value: unknown) => JSON.stringify(value, null, 2);

/** Profiles that sign JSON. */
const signing = Object.keys(providerVerifiers).filter((id) =>
  verifiesJson(profileOf({ profile: id })),
);

describe('a receiver that changes the text of events before it verifies', () => {
  const changes: Readonly<
    Record<string, readonly [code: string, (body: string) => string, cause?: string]>
  > = {
    'decodes Latin-1': ['accept_unicode', (body) => Buffer.from(body).toString('latin1')],
    normalizes: ['accept_unicode', (body) => body.normalize('NFC')],
    'keeps 8 KB': ['accept_32_kb', (body) => body.slice(0, 8_192), 'body_truncated'],
    'removes backslashes': ['accept_raw_bytes', (body) => body.replace(/\\(.)/gs, '$1')],
    'rounds numbers': [
      'accept_raw_bytes',
      (body) => body.replace(/\d{16,}/g, (digits) => String(Number(digits))),
    ],
  };
  it.each(
    Object.keys(changes).flatMap((name) => signing.map((profile) => [name, profile] as const)),
  )('fails: it %s, %s', async (name, profile) => {
    const [code = '', change, cause] = changes[name] ?? [];
    const verify = strict(verifier(profile));
    const url = await startReceiver(
      (webhook) => verify({ ...webhook, body: change?.(webhook.body) ?? '' }),
      profile === 'discord' ? 204 : 200,
    );
    const report = await certified(url, profile, verifier(profile).secret);
    expect(report.certified).toBe(false);
    const { outcome, causes = [] } = resultOf(report, code) ?? {};
    expect([outcome, ...causes.map((of) => of.code)]).toEqual([
      'failed',
      ...(cause === undefined ? [] : [cause]),
    ]);
  });

  it('fails, and the report names the cause: it trims the body', async () => {
    const provider = verifier('sendgrid');
    const verify = strict(provider);
    const url = await startReceiver((webhook) => verify({ ...webhook, body: webhook.body.trim() }));
    const report = await certified(url, 'sendgrid', provider.secret);
    expect(report.results.find(({ code }) => code === 'accept_raw_bytes')).toMatchObject({
      outcome: 'failed',
      causes: [{ code: 'body_trimmed' }],
    });
  });

  it('is not accused if it rejects events with an added field', async () => {
    const provider = verifier('stripe');
    const verify = strict(provider);
    const url = await startReceiver(async (webhook) =>
      'hookwright' in JSON.parse(webhook.body) ? false : verify(webhook),
    );
    const report = await certified(url, 'stripe', provider.secret);
    for (const code of ['accept_unicode', 'accept_32_kb'])
      expect(resultOf(report, code)?.outcome).toBe('not_run');
    expect(report.certified).toBe(true);
  });
});

describe('a receiver that verifies re-serialized JSON', () => {
  it.each([
    ...signing.map((profile) => [profile, 'compact', [compact]] as const),
    ['stripe', 'indented', [indented]],
    ['svix', 'in both forms', [compact, indented]],
  ] as const)('fails, and the report names the cause: %s, %s', async (profile, _, forms) => {
    const url = await reserializing(profile, ...forms);
    const report = await certified(url, profile, verifier(profile).secret);
    expect(report.certified).toBe(false);
    expect(report.results.find(({ code }) => code === 'accept_raw_bytes')).toMatchObject({
      outcome: 'failed',
      causes: [{ code: 'reserialized_json' }],
    });
    expect(rejectsAllSigned(report)).toBe(false);
  });

  const sign = (body: string) => createHmac('sha1', 'secret').update(body).digest('hex');
  it.each([
    ['segment-classic', 'always', 'warned'],
    ['segment-classic', 'besides the raw body', 'warned'],
    ['segment-actions', 'always', 'failed'],
    ['segment-actions', 'besides the raw body', 'failed'],
  ] as const)('is warned only if its documentation does so: %s, %s', async (id, when, outcome) => {
    const url = await startReceiver(({ headers, body }) =>
      [JSON.stringify(JSON.parse(body)), ...(when === 'always' ? [] : [body])]
        .map(sign)
        .includes(headers['x-signature'] ?? ''),
    );
    const report = await certified(url, id, 'secret');
    const codes = [...(when === 'always' ? ['accept_raw_bytes'] : []), 'reject_added_white_space'];
    expect(report.certified).toBe(outcome === 'warned');
    expect(outcomes(report)).toEqual([...codes.map((code) => [code, outcome]), ...notRun]);
    for (const { causes } of report.results.filter(({ outcome: found }) => found === outcome))
      expect(causes).toMatchObject([{ code: 'reserialized_json' }]);
  });

  it('gets events in both forms, unless the form of its provider is known', async () => {
    const formsOf = async (profile: string) => {
      const bodies: string[] = [];
      const url = await startReceiver(({ body }) => bodies.push(body) > 0);
      await certified(url, profile, verifier(profile).secret);
      return [compact, indented].map((form) =>
        bodies.some((body) => /^[[{]/.test(body) && form(JSON.parse(body)) === body),
      );
    };
    expect(await formsOf('slack')).toEqual([true, true]);
    expect(await formsOf('square')).toEqual([true, false]);
  });
});

describe('a receiver with a bug fails the check for it:', () => {
  it('old timestamps', async () => {
    const provider = verifier('stripe');
    const url = await startReceiver(async (webhook) => {
      if (await strict(provider)(webhook)) return true;
      const timestamp = /^t=(\d+)/.exec(webhook.headers['stripe-signature'] ?? '')?.[1];
      return timestamp !== undefined && Date.now() / 1_000 - Number(timestamp) > 300;
    });
    expect(outcomes(await certified(url, 'stripe', provider.secret))).toEqual([
      ['reject_stale', 'failed'],
      ...notRun,
    ]);
  });

  it('timestamps in the future', async () => {
    const provider = verifier('svix');
    const url = await startReceiver(async (webhook) => {
      if (await strict(provider)(webhook)) return true;
      const timestamp = Number(webhook.headers['svix-timestamp']);
      return timestamp - Date.now() / 1_000 > 300;
    });
    expect(outcomes(await certified(url, 'svix', provider.secret))).toEqual([
      ['reject_future', 'failed'],
      ...notRun,
    ]);
  });

  it('signatures of zeros', async () => {
    const provider = verifier('sendgrid');
    const url = await startReceiver(
      async (webhook) =>
        Object.values(webhook.headers).includes('MAYCAQACAQA=') ||
        (await strict(provider)(webhook)),
    );
    expect(outcomes(await certified(url, 'sendgrid', provider.secret))).toEqual([
      ['reject_zeros', 'failed'],
      ...notRun,
    ]);
  });

  it.each([
    ['first', 0, 'failed'],
    ['last', -1, 'warned'],
  ] as const)('reads only the %s of two signatures', async (_, index, outcome) => {
    const provider = verifier('svix');
    const verify = strict(provider);
    const url = await startReceiver((webhook) => {
      const signature = webhook.headers['svix-signature']?.split(' ').at(index);
      const headers = { ...webhook.headers, ...(signature && { 'svix-signature': signature }) };
      return verify({ ...webhook, headers });
    });
    expect(outcomes(await certified(url, 'svix', provider.secret))).toEqual([
      ['accept_rotated', outcome],
      ...notRun,
    ]);
  });

  it('only one of two signatures', async () => {
    const provider = verifier('svix');
    const url = await startReceiver(
      async (webhook) =>
        !webhook.headers['svix-signature']?.includes(' ') && (await strict(provider)(webhook)),
    );
    expect(outcomes(await certified(url, 'svix', provider.secret))).toEqual([
      ['accept_rotated', 'failed'],
      ...notRun,
    ]);
  });

  it('no signature, which is one cause for a profile with few checks, too', async () => {
    const provider = verifier('github');
    const report = await certified(await startReceiver(() => false), 'github', provider.secret);
    expect(rejectsAllSigned(report)).toBe(true);
    const valid = await certified(await startReceiver(strict(provider)), 'github', provider.secret);
    expect(rejectsAllSigned(valid)).toBe(false);
  });

  it.each([
    ['paddle', 204],
    ['discord', 200],
  ])('a status that does not count as delivered: %s, %i', async (profile, status) => {
    const provider = verifier(profile);
    const url = await startReceiver(strict(provider), status);
    const { results } = await certified(url, profile, provider.secret);
    expect(results.find(({ code }) => code === 'accept_events')).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining(`Returned ${status}`),
    });
    expect(results.flatMap(({ causes }) => causes ?? [])).toEqual([]);
    expect(results.find(({ code }) => code === 'reject_unsigned')?.outcome).toBe('passed');
  });

  it('no signature of some events, which the report names', async () => {
    const provider = verifier('github');
    const url = await startReceiver(
      async (webhook) =>
        webhook.headers['x-github-event'] !== 'push' || (await strict(provider)(webhook)),
    );
    const { results } = await certified(url, 'github', provider.secret);
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ code }) => code)).toEqual(['reject_unsigned', 'reject_tampered_body']);
    for (const { message } of failed) expect(message).toContain('for pull_request, issues. Anyone');
  });

  it.each([
    ['an empty secret', 'reject_empty_secret', () => createHmac('sha256', '')],
    ['no secret', 'reject_plain_hash', () => createHash('sha256')],
  ] as const)('a digest with %s', async (_, code, hash) => {
    const provider = verifier('svix');
    const url = await startReceiver(async (webhook) => {
      const { headers, body } = webhook;
      const content = `${headers['svix-id']}.${headers['svix-timestamp']}.${body}`;
      const digest = hash().update(content).digest('base64');
      return headers['svix-signature'] === `v1,${digest}` || (await strict(provider)(webhook));
    });
    expect(outcomes(await certified(url, 'svix', provider.secret))).toEqual([
      [code, 'failed'],
      ...notRun,
    ]);
  });

  it('any body, of which only the hash in the URL is signed', async () => {
    const { secret } = verifier('twilio-json');
    const url = await startReceiver(
      ({ url, headers }) =>
        headers['x-twilio-signature'] === createHmac('sha1', secret).update(url).digest('base64'),
    );
    expect(outcomes(await certified(url, 'twilio-json', secret))).toEqual([
      ['reject_other_body', 'failed'],
      ['reject_tampered_body', 'failed'],
      ['reject_added_white_space', 'failed'],
      ...notRun,
    ]);
  });

  it('any signature', async () => {
    const { secret } = verifier('discord');
    const report = await certified(await startReceiver(() => true, 204), 'discord', secret);
    const rejecting = checksOf(profileOf({ profile: 'discord' })).filter(
      ({ group }) => group === 'rejects',
    );
    expect(outcomes(report)).toEqual([...rejecting.map(({ code }) => [code, 'failed']), ...notRun]);
  });
});

describe('a lookup with a value that the provider sends', () => {
  const values: Readonly<Record<string, readonly [string, (webhook: ReceivedWebhook) => string]>> =
    {
      stripe: ['{body.id}', ({ body }) => JSON.parse(body).id],
      github: ['{header[X-GitHub-Delivery]}', ({ headers }) => headers['x-github-delivery'] ?? ''],
      twilio: [
        '{body.MessageSid}',
        ({ body }) => new URLSearchParams(body).get('MessageSid') ?? '',
      ],
    };
  const processedOnce = async (profile: string, isOnce: boolean, placeholder?: string) => {
    const [own = '', idOf = () => ''] = values[profile] ?? [];
    const counts = new Map<string, number>();
    const verify = strict(verifier(profile));
    const accepts = async (webhook: ReceivedWebhook) => {
      if (!(await verify(webhook))) return false;
      const id = idOf(webhook);
      counts.set(id, isOnce ? 1 : (counts.get(id) ?? 0) + 1);
      return true;
    };
    const url = await startReceiver(accepts, 200, counts);
    const lookupUrl = `${url}?id=${placeholder ?? own}`;
    const report = await certified(url, profile, verifier(profile).secret, {}, lookupUrl);
    return resultOf(report, 'duplicate_processed_once')?.outcome;
  };

  it.each(Object.keys(values))('finds an event that is processed twice: %s', async (profile) => {
    expect(await processedOnce(profile, true)).toBe('passed');
    expect(await processedOnce(profile, false)).toBe('failed');
  });

  it.each(Object.keys(values))(
    'finds a signature that is verified too late: %s',
    async (profile) => {
      const [own = '', idOf = () => ''] = values[profile] ?? [];
      const counts = new Map<string, number>();
      const verify = strict(verifier(profile));
      const url = await startReceiver(
        async (webhook) => {
          counts.set(idOf(webhook), 1);
          return verify(webhook);
        },
        200,
        counts,
      );
      const { secret } = verifier(profile);
      const report = await certified(url, profile, secret, {}, `${url}?id=${own}`);
      expect(report.certified).toBe(false);
      expect(resultOf(report, 'reject_wrong_secret')?.outcome).toBe('failed');
      expect(resultOf(report, 'duplicate_processed_once')?.outcome).toBe('passed');
    },
  );

  it('accuses no receiver whose value is that of all messages', async () => {
    const profile = 'twilio';
    const { secret } = verifier(profile);
    const accepts = strict(verifier(profile));
    const counts = new Map<string, number>();
    const url = await startReceiver(
      async (webhook) => {
        const isAccepted = await accepts(webhook);
        const account = new URLSearchParams(webhook.body).get('AccountSid') ?? '';
        if (isAccepted) counts.set(account, 1);
        return isAccepted;
      },
      200,
      counts,
    );
    const report = await certified(url, profile, secret, {}, `${url}?id={body.AccountSid}`);
    expect(outcomes(report)).toEqual([]);
    expect(resultOf(report, 'reject_wrong_secret')?.note).toContain('Not looked up');
  });

  it('fails if there is no such value', async () => {
    expect(await processedOnce('stripe', true, '{body.data.none}')).toBe('failed');
  });

  it.each([
    'http://127.0.0.1:9/?id=none',
    'http://127.0.0.1:9/{body}',
    'http://127.0.0.1:9/{header.id}',
    'http://{body.host}/',
    'http://{messageId}.localhost/',
    'http://127.0.0.1{body.rest}/',
  ])('is not valid: %s', (lookupUrl) => {
    const request = { url: 'http://127.0.0.1:9', secret: 's', lookupUrl };
    expect(CertificationRequest.safeParse(request).error?.issues).toMatchObject([
      { path: ['lookupUrl'] },
    ]);
  });
});

describe('a response that says why', () => {
  const constructEvent = (body: string, header: string, secret: string) => {
    try {
      new Stripe('sk_test_unused').webhooks.constructEvent(body, header, secret);
      return true;
    } catch (error) {
      return `Webhook Error: ${error instanceof Error ? error.message : ''}`;
    }
  };
  const { secret } = verifier('stripe');
  it.each([
    ['a parsed body', secret, JSON.parse, 'body_parsed'],
    ['another secret', 'another', String, 'signature_mismatch'],
  ] as const)('of a library leads to the cause: %s', async (_, used, bodyOf, code) => {
    const url = await startReceiver(({ body, headers }) =>
      constructEvent(bodyOf(body), headers['stripe-signature'] ?? '', used),
    );
    const report = await certified(url, 'stripe', secret);
    expect(report.results.find(({ code }) => code === 'accept_events')).toMatchObject({
      outcome: 'failed',
      causes: [{ code }],
      message: expect.stringContaining(': Webhook Error: '),
    });
    expect(rejectsAllText(report, '--secret')).toContain(causeTexts[code].fix);
  });

  it('is quoted up to its first line end, safe for terminals and without the secret', async () => {
    const url = await startReceiver(() => `\u001b[31mnot ${secret}\nat line 1`);
    const { results } = await certified(url, 'stripe', secret);
    const { message } = results.find(({ code }) => code === 'accept_events') ?? {};
    expect(message).toContain('Returned 400: ‹U+001B›[31mnot [redacted]');
    expect(message).not.toContain('at line 1');
  });

  it.each([
    ['a header', '', (headers: ReceivedWebhook['headers']) => headers.authorization ?? ''],
    [
      'a header at the cut',
      'p'.repeat(180),
      (headers: ReceivedWebhook['headers']) => headers.authorization ?? '',
    ],
    ['the secret in Base64 at the cut', 'p'.repeat(180), () => btoa(secret)],
    ['the secret in JSON', '', () => JSON.stringify({ secret })],
  ] as const)('is quoted without %s', async (_, before, leakOf) => {
    const url = await startReceiver(({ headers }) => before + leakOf(headers));
    const headers = { authorization: 'Bearer the-token-of-the-destination' };
    const text = JSON.stringify(await certified(url, 'stripe', secret, headers));
    expect(text).toContain('Returned 400');
    expect(text).not.toMatch(/the-tok|Bearer t/);
    for (const form of [secret, btoa(secret)]) expect(text).not.toContain(form.slice(0, 12));
  });

  it('is quoted where a request should have been rejected, too', async () => {
    const server = createServer((_, response) => response.end('thank you'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { results } = await certified(`http://127.0.0.1:${port}/`, 'github', 'secret');
    expect(results.find(({ code }) => code === 'reject_unsigned')?.message).toContain(
      'Accepted with 200: thank you.',
    );
  });
});

it('needs a secret in the form of the profile', () => {
  const request = { url: 'http://127.0.0.1:1/', secret: 'plain', profile: 'svix' };
  expect(CertificationRequest.safeParse(request).error?.issues[0]?.path).toEqual(['secret']);
  expect(
    CertificationRequest.safeParse({ ...request, secret: '', profile: 'rudderstack' }).success,
  ).toBe(true);
});
