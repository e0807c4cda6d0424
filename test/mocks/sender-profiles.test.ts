/** Mock endpoints check signatures by the profile of the destination that sends to them, with real requests. */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles, profileOf } from '#shared/profiles/profiles.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { openCore } from '#test/support/start-core.ts';

const own = (
  id: string,
  signature: z.input<typeof ProviderProfile>['signature'],
  more: Partial<z.input<typeof ProviderProfile>> = {},
): ProviderProfile =>
  ProviderProfile.parse({
    id,
    name: id,
    signature,
    headers: [['Content-Type', 'application/json']],
    timeLimitMs: 5_000,
    success: { accepted: ['2xx'], notRetried: ['4xx'] },
    retries: { kind: 'none' },
    body: 'message',
    ...more,
  });

const derOf = (kind: 'ed25519' | 'ec'): string =>
  (kind === 'ed25519'
    ? generateKeyPairSync('ed25519')
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  ).privateKey
    .export({ format: 'der', type: 'pkcs8' })
    .subarray(kind === 'ed25519' ? -32 : 0)
    .toString('base64');

const standardKey = `whsec_${randomBytes(24).toString('base64')}`;

/** Each with the profile's secret. */
const cases: readonly (readonly [ProviderProfile, string])[] = [
  ...builtInProfiles
    .filter(({ body, signature }) => body !== 'payload' && signature.kind !== 'none')
    .map(
      (profile) =>
        [profile, profile.id === 'standard-webhooks' ? standardKey : 'secret of words'] as const,
    ),
  [
    own(
      'timestamp-in-value',
      {
        kind: 'hmac',
        hash: 'sha256',
        header: 'Acme-Signature',
        content: '{method} {url} {timestamp}.{body}',
        value: 't={timestamp},{signatures}',
        entry: 'v1={signature}',
        separator: ',',
        encoding: 'hex',
      },
      { timestamp: 'iso' },
    ),
    'secret',
  ],
  [own('token', { kind: 'token', header: 'Acme-Token' }), 'secret'],
  [
    own(
      'ed25519',
      {
        kind: 'ed25519',
        header: 'Acme-Signature',
        content: '{id}{body}',
        encoding: 'hex',
        keyForm: 'base64',
      },
      { headers: [['Acme-Id', 'id {id}']] },
    ),
    derOf('ed25519'),
  ],
  [
    own('p-256', {
      kind: 'ecdsa_p256',
      header: 'Acme-Signature',
      content: '{body}',
      encoding: 'base64',
      keyForm: 'base64',
    }),
    derOf('ec'),
  ],
];

async function start(profile: ProviderProfile, secret: string) {
  const opened = await openCore();
  const mock = await makeMock(opened.core, { secret, strict: true });
  await connect(opened.core, {
    urls: [urlOf(mock)],
    profile: builtInProfiles.includes(profile) ? profile.id : profile,
    sharedSecret: secret,
  });
  const entries = (count: number) =>
    opened.followed.until(() => {
      const { items } = opened.core.mockRequests.list({ id: mock.id, limit: 10 });
      return items.length === count && items;
    });
  return { ...opened, mock, entries };
}

describe('a strict mock endpoint', () => {
  it.each(cases.map(([profile, secret]) => [profile.id, profile, secret] as const))(
    'accepts requests signed by %s, and rejects changed ones',
    async (id, profile, secret) => {
      const { core, mock, entries, stop } = await start(profile, secret);
      const { delivery } = await send(core, track({ messageId: 'm-1' }));
      const [valid] = await entries(1);
      const detail = core.mockRequests.get({ id: mock.id, requestId: valid?.id ?? 0 });
      expect(detail).toMatchObject({ status: 200, signature: { raw: 'match', profile: id } });
      if (detail.signature !== null && !['p-256', 'token'].includes(id))
        expect(detail.signature.expectedRaw).toBe(detail.signature.received);
      const signing = profile.signature.kind === 'token' ? 'wrong_secret' : 'tampered';
      await core.copies.send({ deliveryId: delivery.id, signing });
      const [changed] = await entries(2);
      expect(changed).toMatchObject({ status: 401, signature: { raw: 'mismatch' } });
      await core.copies.send({ deliveryId: delivery.id, signing: 'missing' });
      const [missing] = await entries(3);
      expect(missing).toMatchObject({ status: 401, signature: { raw: 'missing' } });
      await stop();
    },
  );

  it('accepts requests of a provider that does not sign', async () => {
    const profile = builtInProfiles.find(({ id }) => id === 'rudderstack');
    if (profile === undefined) throw new Error('no profile');
    const { core, entries, stop } = await start(profile, 'secret');
    await send(core, track());
    const [entry] = await entries(1);
    expect(entry).toMatchObject({ status: 200, signature: null });
    await stop();
  });

  it('checks no form that is too long to parse', async () => {
    const { mock, entries, stop } = await start(profileOf({ profile: 'twilio' }), 'secret');
    const statusOf = async (length: number) => {
      const body = 'a&'.repeat(length).slice(0, length);
      const digest = createHmac('sha1', 'secret')
        .update(`${urlOf(mock)}a`)
        .digest('base64');
      const headers = { 'x-twilio-signature': digest };
      return (await fetch(urlOf(mock), { method: 'POST', body, headers })).status;
    };
    expect(await statusOf(512_000)).toBe(200);
    expect(await statusOf(512_001)).toBe(500);
    const [long, checked] = await entries(2);
    expect(checked?.signature?.raw).toBe('match');
    expect(long?.signature).toEqual({ raw: 'not_checked', parsed: 'not_checked' });
    await stop();
  });

  it('follows the destination when its profile changes', async () => {
    const [classic] = builtInProfiles;
    if (classic === undefined) throw new Error('no profile');
    const { core, entries, stop } = await start(classic, standardKey);
    await send(core, track());
    const [first] = await entries(1);
    expect(first?.signature?.raw).toBe('match');
    const [destination] = core.destinations.list();
    await core.destinations.update({ id: destination?.id ?? '', profile: 'standard-webhooks' });
    await send(core, track());
    const [second] = await entries(2);
    expect(second).toMatchObject({ status: 200, signature: { raw: 'match' } });
    await stop();
  });
});
