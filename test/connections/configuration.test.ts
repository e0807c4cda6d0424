import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Core } from '#main/app.ts';
import { AppError } from '#main/kit/app-error.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { basic, postBytes, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

const file = {
  sources: [
    { name: 'Shop', writeKey: 'shop-key' },
    { name: 'App', writeKey: 'app-key', enabled: false },
  ],
  destinations: [
    {
      name: 'Hooks',
      enabled: true,
      sharedSecret: ' sekrét ',
      webhookUrl: 'https://example.com/one',
      webhooks: [{ url: 'https://example.com/two', headers: { 'X-Env': 'prod' } }],
      sources: ['Shop', 'App'],
      trackFilter: { mode: 'allow', events: ['Order Completed'] },
      payloadShape: 'full',
      fanOut: 'each',
      retry: { baseMs: 1_000, capMs: 60_000, jitter: 0.1, windowMs: 3_600_000 },
    },
    { name: 'Plain', webhookUrl: 'http://127.0.0.1:9/x' },
  ],
};

const apply = (core: Core, wanted: unknown) =>
  core.configuration.apply(Configuration.parse(wanted));
const everything = (core: Core) => ({
  sources: core.sources.list(),
  destinations: core.destinations.list(),
});

describe('a configuration file', () => {
  const ofOtherCurve = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');
  it.each([
    ['kind', btoa('x'.repeat(40))],
    ['curve', ofOtherCurve],
  ])('changes nothing if one destination has a key of another %s', async (_, sharedSecret) => {
    const { core } = await startCore();
    await apply(core, { sources: [], destinations: [{ name: 'Kept', sources: [] }] });
    const failing = apply(core, {
      destinations: [
        { name: 'Kept', enabled: false, sources: [] },
        { name: 'New', sources: [] },
        { name: 'Signed', profile: 'sendgrid', sharedSecret, sources: [] },
      ],
    });
    await expect(failing).rejects.toMatchObject({ field: 'destinations[2].sharedSecret' });
    expect(core.destinations.list()).toEqual([
      expect.objectContaining({ name: 'Kept', enabled: true }),
    ]);
  });

  it('changes nothing if only the result of a change is invalid', async () => {
    const { core } = await startCore();
    await apply(core, {
      sources: [],
      destinations: [{ name: 'Signed', sharedSecret: 'of another kind', sources: [] }],
    });
    const before = [await core.configuration.get({ secrets: true }), core.settings.get()];
    const failing = apply(core, {
      sources: [{ name: 'New' }],
      destinations: [{ name: 'Signed', profile: 'standard-webhooks', sources: ['New'] }],
      mocks: [{ name: 'new' }],
      settings: { webhookConcurrency: 3 },
    });
    await expect(failing).rejects.toMatchObject({ field: 'sharedSecret' });
    expect([await core.configuration.get({ secrets: true }), core.settings.get()]).toEqual(before);
  });

  it('creates sources and destinations with all fields, and defaults for the others', async () => {
    const { core } = await startCore();
    expect(await apply(core, file)).toEqual({
      created: ['source Shop', 'source App', 'destination Hooks', 'destination Plain'],
      updated: [],
      unchanged: [],
      omitted: [],
    });
    const [hooks, plain] = core.destinations.list();
    const { sources: _, ...settings } = file.destinations[0] ?? {};
    expect(hooks).toMatchObject(settings);
    expect(hooks?.sourceIds).toHaveLength(2);
    expect(plain).toMatchObject({
      enabled: true,
      sharedSecret: '',
      webhooks: [],
      sourceIds: [],
      trackFilter: { mode: 'block', events: [] },
      payloadShape: 'documented',
      fanOut: 'any',
      retry: { baseMs: 10_000, capMs: 1_200_000, jitter: 0.5, windowMs: 14_400_000 },
    });
  });

  it('can move the write key of one source to another, and swap them', async () => {
    const { core } = await startCore();
    await apply(core, file);
    const keys = () => core.sources.list().map(({ name, writeKey }) => [name, writeKey]);
    const exchanged = [
      { name: 'Shop', writeKey: 'app-key' },
      { name: 'App', writeKey: 'shop-key', enabled: false },
    ];
    expect(await apply(core, { sources: exchanged })).toMatchObject({
      updated: ['source Shop', 'source App'],
    });
    expect(keys()).toEqual([
      ['App', 'shop-key'],
      ['Shop', 'app-key'],
    ]);
    const passedOn = [
      { name: 'New', writeKey: 'shop-key' },
      { name: 'App', writeKey: 'third-key' },
    ];
    expect(await apply(core, { sources: passedOn })).toMatchObject({
      created: ['source New'],
      updated: ['source App'],
    });
    expect(keys()).toEqual([
      ['App', 'third-key'],
      ['New', 'shop-key'],
      ['Shop', 'app-key'],
    ]);
    await expect(apply(core, { sources: [{ name: 'App', writeKey: 'app-key' }] })).rejects.toThrow(
      'belongs to the source "Shop"',
    );
    expect(keys()).toContainEqual(['App', 'third-key']);
  });

  it('applied twice changes nothing, not even a timestamp', async () => {
    const { core } = await startCore();
    await apply(core, file);
    const before = everything(core);
    const again = await apply(core, file);
    expect(again).toMatchObject({ created: [], updated: [] });
    expect(again.unchanged).toHaveLength(4);
    expect(everything(core)).toEqual(before);
  });

  it('updates by name, and leaves anything else unchanged', async () => {
    const { core } = await startCore();
    await apply(core, file);
    const [hooksBefore, plainBefore] = core.destinations.list();
    const result = await apply(core, {
      sources: [{ name: 'App', enabled: true }],
      destinations: [{ ...file.destinations[0], payloadShape: 'documented' }],
    });
    expect(result).toEqual({
      created: [],
      updated: ['source App', 'destination Hooks'],
      unchanged: [],
      omitted: [],
    });
    const [hooks, plain] = core.destinations.list();
    expect(hooks).toMatchObject({ id: hooksBefore?.id, payloadShape: 'documented' });
    expect(plain).toEqual(plainBefore);
    expect(core.sources.list().find(({ name }) => name === 'App')).toMatchObject({
      enabled: true,
      writeKey: 'app-key',
    });
  });

  it('creates a missing write key and keeps it from then on', async () => {
    const { core } = await startCore();
    await apply(core, { sources: [{ name: 'Web' }] });
    const [source] = core.sources.list();
    expect(source?.writeKey).toMatch(/^[1-9a-z]{32}$/);
    expect(await apply(core, { sources: [{ name: 'Web' }] })).toMatchObject({
      unchanged: ['source Web'],
    });
    expect(core.sources.list()).toEqual([source]);
  });

  it('does nothing when it is empty', async () => {
    const { core } = await startCore();
    expect(await apply(core, {})).toEqual({
      created: [],
      updated: [],
      unchanged: [],
      omitted: [],
    });
  });

  it('is enough for a delivery', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await apply(core, {
      sources: [{ name: 'Web', writeKey: 'k' }],
      destinations: [{ name: 'D', webhookUrl: target.url, sources: ['Web'] }],
    });
    await postBytes(core, '/v1/track', JSON.stringify(track()), { authorization: basic('k') });
    await target.received(1);
  });
});

describe('an export', () => {
  it('applied elsewhere gives the same configuration, with secrets if included', async () => {
    const one = await startCore();
    await apply(one.core, file);
    const exported = await one.core.configuration.get({ secrets: true });
    const other = await startCore();
    await apply(other.core, JSON.parse(JSON.stringify(exported)));
    expect(await other.core.configuration.get({ secrets: true })).toEqual(exported);
  });

  it('applied to the original changes nothing, with and without secrets', async () => {
    const { core } = await startCore();
    await apply(core, file);
    const before = everything(core);
    for (const withSecrets of [true, false])
      expect(
        await apply(core, await core.configuration.get({ secrets: withSecrets })),
      ).toMatchObject({
        created: [],
        updated: [],
      });
    expect(everything(core)).toEqual(before);
  });

  it('contains secrets only on request', async () => {
    const { core } = await startCore();
    await apply(core, file);
    expect(JSON.stringify(await core.configuration.get({ secrets: false }))).not.toContain(
      'sekrét',
    );
    expect((await core.configuration.get({ secrets: true })).destinations[0]?.sharedSecret).toBe(
      ' sekrét ',
    );
  });

  const guarded = {
    sources: [{ name: 'Shop', writeKey: 'shop-write-key' }],
    destinations: [
      {
        name: 'Hooks',
        webhookUrl: 'https://example.com/in?token=tok-1234567',
        webhooks: [
          {
            url: 'https://example.com/two',
            headers: {
              Authorization: 'Bearer abcdefgh',
              'X-Api-Key': 'key-1234',
              'X-Tenant-Cred': 'cred-1234',
              'X-Env': 'prod',
            },
          },
        ],
        sharedSecret: 'shared-1234',
        sources: ['Shop'],
      },
    ],
    mocks: [
      { name: 'log', secret: 'recv-1234', steps: [{ headers: { 'Set-Cookie': 'sid=cook-1234' } }] },
    ],
    settings: { headersToRedact: ['x-tenant-cred'] },
  };
  const secrets = /tok-1234567|abcdefgh|(key|cred|shared|recv|cook)-1234|shop-write-key/;

  it('omits write keys and credentials in headers and URLs, and lists them', async () => {
    const { core } = await startCore();
    await apply(core, guarded);
    const exported = await core.configuration.get({ secrets: false });
    expect(JSON.stringify(exported)).not.toMatch(secrets);
    expect(exported.destinations[0]?.webhooks[0]?.headers).toMatchObject({ 'X-Env': 'prod' });
    expect(exported.redacted).toEqual([
      'sources[0].writeKey',
      'destinations[0].sharedSecret',
      'destinations[0].webhookUrl',
      'destinations[0].webhooks[0].headers.Authorization',
      'destinations[0].webhooks[0].headers.X-Api-Key',
      'destinations[0].webhooks[0].headers.X-Tenant-Cred',
      'mocks[0].secret',
      'mocks[0].steps[0].headers.Set-Cookie',
    ]);
  });

  it('overwrites nothing on the original machine when it is redacted', async () => {
    const { core } = await startCore();
    await apply(core, guarded);
    const before = await core.configuration.get({ secrets: true });
    const exported = await core.configuration.get({ secrets: false });
    expect(await apply(core, exported)).toMatchObject({ created: [], updated: [], omitted: [] });
    const [hooks] = exported.destinations;
    const renamed = { ...hooks, fanOut: 'each' };
    expect(await apply(core, { destinations: [renamed] })).toMatchObject({
      updated: ['destination Hooks'],
    });
    expect((await core.configuration.get({ secrets: true })).destinations).toEqual([
      { ...before.destinations[0], fanOut: 'each' },
    ]);
  });

  it('sends a stored secret as it is only with its own profile and to its own URLs', async () => {
    const { core } = await startCore();
    const here = 'https://example.com/in';
    const hooks = { name: 'Hooks', webhookUrl: here, sharedSecret: 'secret-of-hooks' };
    await apply(core, { destinations: [hooks] });
    const { sharedSecret: _secret, ...stored } = hooks;
    const token = { ...stored, profile: 'gitlab-token' };
    const field = 'destinations[0].sharedSecret';
    const elsewhere = 'https://elsewhere.example/in';
    await expect(apply(core, { destinations: [token] })).rejects.toMatchObject({ field });
    await apply(core, { destinations: [{ ...token, sharedSecret: hooks.sharedSecret }] });
    await apply(core, { destinations: [{ ...token, fanOut: 'each' }] });
    for (const moved of [
      { ...token, webhookUrl: elsewhere },
      { ...token, webhooks: [{ url: elsewhere }] },
    ])
      await expect(apply(core, { destinations: [moved] })).rejects.toMatchObject({ field });
    await apply(core, { destinations: [{ ...token, webhookUrl: elsewhere, sharedSecret: 'new' }] });
    await apply(core, { destinations: [{ ...stored, sharedSecret: 'signs-only' }] });
    await apply(core, { destinations: [{ ...stored, webhookUrl: elsewhere }] });
    expect(core.destinations.list()).toMatchObject([
      { name: 'Hooks', sharedSecret: 'signs-only', webhookUrl: elsewhere },
    ]);
  });

  it('lets no mock endpoint forward a stored secret to another URL', async () => {
    const { core } = await startCore();
    const url = 'http://127.0.0.1:8379/mock/gate';
    const hooks = { name: 'Hooks', profile: 'gitlab-token', webhookUrl: url };
    const gate = { name: 'gate', forward: { url: 'http://127.0.0.1:8379/mock/inner/../next' } };
    const withHeader = {
      name: 'Static',
      webhooks: [{ url, headers: { 'X-Key': 'key-of-static' } }],
    };
    await apply(core, { destinations: [{ ...hooks, sharedSecret: 'token-of-hooks' }] });
    const elsewhere = { url: 'https://elsewhere.example/in' };
    const forwarding = (name: string) => ({ mocks: [{ name, forward: elsewhere }] });
    const rejection = { field: 'mocks[0].forward.url' };
    await expect(apply(core, forwarding('gate'))).rejects.toMatchObject(rejection);
    await core.mocks.create(NewMock.parse(gate));
    await expect(apply(core, forwarding('gate'))).rejects.toMatchObject(rejection);
    await expect(apply(core, forwarding('inner'))).rejects.toMatchObject(rejection);
    await apply(core, { mocks: [{ ...gate, seed: 2 }] });
    await apply(core, forwarding('other'));
    const known = { destinations: [{ ...hooks, sharedSecret: 'token-of-hooks' }] };
    await apply(core, { ...known, ...forwarding('gate') });
    await core.mocks.update({ id: 'gate', ...gate } as never);
    await apply(core, { destinations: [{ ...hooks, sharedSecret: '' }, withHeader] });
    await expect(apply(core, forwarding('gate'))).rejects.toMatchObject(rejection);
    const { destinations, redacted } = await core.configuration.get({ secrets: false });
    const exported = { destinations, redacted, ...forwarding('gate') };
    await expect(apply(core, exported)).rejects.toMatchObject(rejection);
    await apply(core, { destinations: [withHeader], ...forwarding('gate') });
    expect((await core.configuration.get({ secrets: true })).mocks[0]).toMatchObject({
      forward: elsewhere,
    });
  });

  it('drops redacted headers on another machine, and rejects redacted URLs', async () => {
    const here = await startCore();
    await apply(here.core, guarded);
    const { redacted: _redacted, ...exported } = await here.core.configuration.get({
      secrets: false,
    });
    const { core } = await startCore();
    await expect(apply(core, exported)).rejects.toMatchObject({
      issues: [{ path: ['destinations', 0, 'webhookUrl'] }],
    });
    expect(core.sources.list()).toEqual([]);
    const [hooks] = exported.destinations;
    const filled = { ...hooks, webhookUrl: 'https://example.com/in' };
    const result = await apply(core, { ...exported, destinations: [filled] });
    expect(result.omitted).toEqual([
      'destinations[0].webhooks[0].headers.Authorization',
      'destinations[0].webhooks[0].headers.X-Api-Key',
      'destinations[0].webhooks[0].headers.X-Tenant-Cred',
      'mocks[0].steps[0].headers.Set-Cookie',
    ]);
    expect(core.destinations.list()[0]?.webhooks[0]?.headers).toEqual({ 'X-Env': 'prod' });
    expect(core.settings.get().headersToRedact).toEqual(['x-tenant-cred']);
  });
});

describe('a redacted export with several similar URLs', () => {
  const url = (letter: string) => `https://example.com/in?token=${letter.repeat(10)}`;
  const webhook = (letter: string) => ({
    url: url(letter),
    headers: { 'X-Api-Key': `key-of-${letter}` },
  });
  const hooks = (...webhooks: ReturnType<typeof webhook>[]) => ({
    destinations: [{ name: 'Hooks', webhookUrl: url('w'), webhooks }],
  });

  it('matches URLs that are redacted alike in their order, each with its headers', async () => {
    const { core } = await startCore();
    await apply(core, hooks(webhook('a'), webhook('b')));
    const before = await core.configuration.get({ secrets: true });
    const exported = await core.configuration.get({ secrets: false });
    const urls = exported.destinations[0]?.webhooks.map((one) => one.url);
    expect(new Set(urls).size).toBe(1);
    expect(await apply(core, exported)).toMatchObject({ updated: [], omitted: [] });
    expect(await core.configuration.get({ secrets: true })).toEqual(before);
  });

  it('rejects a redacted URL when their counts differ, and accepts complete ones', async () => {
    const { core } = await startCore();
    await apply(core, hooks(webhook('a'), webhook('b')));
    const before = await core.configuration.get({ secrets: true });
    const [exported] = (await core.configuration.get({ secrets: false })).destinations;
    const [first, second] = exported?.webhooks ?? [];
    const changed = (webhooks: unknown) => ({ destinations: [{ ...exported, webhooks }] });
    for (const webhooks of [[first], [first, { url: url('c') }], [first, second, second]])
      await expect(apply(core, changed(webhooks))).rejects.toMatchObject({
        issues: [{ path: ['destinations', 0, 'webhookUrl'] }],
      });
    expect(await core.configuration.get({ secrets: true })).toEqual(before);
    await apply(core, changed([webhook('a'), second]));
    expect(await core.configuration.get({ secrets: true })).toEqual(before);
  });

  it('keeps a host name that contains a secret, and redacts the secret elsewhere', async () => {
    const { core } = await startCore();
    const webhooks = [{ url: 'https://webhook.site:8443/webhook/1?a=webhook' }];
    await apply(core, {
      sources: [{ name: 'Shop', writeKey: 'webhook' }],
      destinations: [{ name: 'Hooks', webhookUrl: 'https://webhook.site/1234', webhooks }],
    });
    const before = await core.configuration.get({ secrets: true });
    const exported = await core.configuration.get({ secrets: false });
    const [destination] = exported.destinations;
    expect(destination?.webhookUrl).toBe('https://webhook.site/1234');
    expect(destination?.webhooks[0]?.url).toMatch(/^https:\/\/webhook\.site:8443\/(?!.*webhook)/);
    expect(await apply(core, exported)).toMatchObject({ updated: [], omitted: [] });
    expect(await core.configuration.get({ secrets: true })).toEqual(before);
  });

  it('restores headers of a step only while the steps are unchanged', async () => {
    const { core } = await startCore();
    const step = (status: number, cookie: string) => ({
      status,
      headers: { 'Set-Cookie': `sid=${cookie}` },
    });
    const steps = [step(200, 'cookie-of-one'), step(503, 'cookie-of-two')];
    await apply(core, { mocks: [{ name: 'log', steps }] });
    const before = await core.configuration.get({ secrets: true });
    const exported = await core.configuration.get({ secrets: false });
    expect(await apply(core, exported)).toMatchObject({ updated: [], omitted: [] });
    const [mock] = exported.mocks;
    const [first, second] = mock?.steps ?? [];
    const changed = (...changedSteps: unknown[]) =>
      apply(core, { mocks: [{ ...mock, steps: changedSteps }] });
    const path = (at: number) => `mocks[0].steps[${at}].headers.Set-Cookie`;
    expect((await changed(second)).omitted).toEqual([path(0)]);
    await apply(core, before);
    expect((await changed(second, first)).omitted).toEqual([path(0), path(1)]);
    await apply(core, before);
    expect((await changed(first, { ...second, status: 500 })).omitted).toEqual([path(1)]);
    const restored = core.mocks
      .get({ id: 'log' })
      .steps.map((one) => 'headers' in one && one.headers);
    expect(restored).toEqual([{ 'Set-Cookie': 'sid=cookie-of-one' }, {}]);
  });

  it('reports the secrets it left out when none are stored', async () => {
    const here = await startCore();
    await apply(here.core, {
      destinations: [{ name: 'Hooks', sharedSecret: 'shared-1234' }, { name: 'Open' }],
      mocks: [{ name: 'log', secret: 'recv-1234' }],
    });
    const exported = await here.core.configuration.get({ secrets: false });
    expect((await apply(here.core, exported)).omitted).toEqual([]);
    const { core } = await startCore();
    expect((await apply(core, exported)).omitted).toEqual([
      'destinations[0].sharedSecret',
      'mocks[0].secret',
    ]);
  });
});

describe('an invalid configuration file', () => {
  const problems = (wanted: unknown) =>
    Configuration.safeParse(wanted).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ]);

  it.each<[string, unknown, string, string]>([
    ['has an unknown key', { source: [] }, '', 'source'],
    ['has an unknown key in a source', { sources: [{ name: 'A', key: 'k' }] }, 'sources.0', 'key'],
    [
      'has an unknown key in a destination',
      { destinations: [{ name: 'A', url: 'http://x' }] },
      'destinations.0',
      'url',
    ],
    ['leaves out a name', { sources: [{}] }, 'sources.0.name', 'Name is missing'],
    ['has an empty name', { sources: [{ name: '  ' }] }, 'sources.0.name', 'Name is empty'],
    [
      'names two sources alike',
      { sources: [{ name: 'A' }, { name: 'A' }] },
      'sources',
      'Two sources are named "A"',
    ],
    [
      'has a URL without a protocol',
      { destinations: [{ name: 'A', webhooks: [{ url: 'example.com' }] }] },
      'destinations.0.webhooks.0.url',
      'http:// or https://',
    ],
    [
      'sets a header that the service sets',
      { destinations: [{ name: 'A', webhooks: [{ url: 'http://x', headers: { Host: 'y' } }] }] },
      'destinations.0.webhooks.0.headers.Host',
      'is set automatically',
    ],
    [
      'has a text where a number belongs',
      { destinations: [{ name: 'A', retry: { baseMs: '1s' } }] },
      'destinations.0.retry.baseMs',
      'First delay must be a number',
    ],
    [
      'has six webhooks',
      {
        destinations: [
          { name: 'A', webhooks: [1, 2, 3, 4, 5, 6].map((n) => ({ url: `http://x/${n}` })) },
        ],
      },
      'destinations.0.webhooks',
      'at most 5 URLs; this one has 6',
    ],
    ['is a list', [], '', 'object'],
    ['is null', null, '', 'object'],
  ])('that %s is reported with its path', (_, wanted, path, sentence) => {
    const found = problems(wanted)?.find(([at]) => at === path);
    expect(found?.[1]).toContain(sentence);
  });

  it('with an unknown source is rejected before anything is changed', async () => {
    const { core } = await startCore();
    const wanted = { sources: [{ name: 'A' }], destinations: [{ name: 'D', sources: ['A', 'B'] }] };
    await expect(apply(core, wanted)).rejects.toMatchObject({
      constructor: AppError,
      issues: [
        {
          path: ['destinations', 0, 'sources', 1],
          message: expect.stringContaining('"B"'),
        },
      ],
    });
    expect(everything(core)).toEqual({ sources: [], destinations: [] });
  });

  it('with the write key of another source is rejected before anything is changed', async () => {
    const { core } = await startCore();
    await apply(core, { sources: [{ name: 'Old', writeKey: 'k' }] });
    const wanted = { sources: [{ name: 'New' }, { name: 'Other', writeKey: 'k' }] };
    await expect(apply(core, wanted)).rejects.toMatchObject({
      issues: [{ path: ['sources', 1, 'writeKey'], message: expect.stringContaining('"Old"') }],
    });
    expect(core.sources.list()).toHaveLength(1);
  });

  it('with a mock endpoint that forwards to the ingestion endpoint is rejected before anything is changed', async () => {
    const { core } = await startCore();
    const mocks = [{ name: 'loop', forward: { url: `${core.system.get().ingestUrl}/v1/track` } }];
    await expect(apply(core, { ...file, mocks })).rejects.toMatchObject({
      issues: [{ path: ['mocks', 0, 'forward', 'url'] }],
    });
    expect(everything(core)).toEqual({ sources: [], destinations: [] });
  });

  it('opens and closes the ports of all mock endpoints once', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const mocks = ['a', 'b', 'c'].map((name) => ({ name, outage: { durationMs: 1_234 } }));
    // Each time, the next end of an outage is scheduled.
    const at = vi.spyOn(clock, 'at');
    const scheduled = () => at.mock.calls.filter(([time]) => time === clock.now() + 1_234).length;
    expect((await apply(core, { mocks })).created).toHaveLength(3);
    expect(scheduled()).toBe(1);
    await apply(core, { mocks: mocks.map((mock) => ({ ...mock, strict: true })) });
    expect(scheduled()).toBe(2);
    expect(core.mocks.list().map(({ strict }) => strict)).toEqual([true, true, true]);
  });

  it('does not restart an outage when it is applied again', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const mocks = [{ name: 'down', outage: { durationMs: 1_000 } }];
    await apply(core, { mocks });
    const { outage } = core.mocks.get({ id: 'down' });
    clock.advance(2_000);
    expect((await apply(core, { mocks })).unchanged).toEqual(['mock endpoint down']);
    expect(core.mocks.get({ id: 'down' }).outage).toEqual(outage);
    await apply(core, { mocks: [{ name: 'down', outage: { durationMs: 2_000 } }] });
    expect(core.mocks.get({ id: 'down' }).outage).toMatchObject({ startsAt: clock.now() });
  });

  it('creates a strict mock endpoint without its secret on another machine, and reports it', async () => {
    const here = await startCore();
    await apply(here.core, { mocks: [{ name: 'flaky', secret: 's3cret', strict: true }] });
    const exported = await here.core.configuration.get({ secrets: false });
    const { core } = await startCore();
    expect((await apply(core, exported)).created).toEqual(['mock endpoint flaky']);
    expect((await apply(core, exported)).unchanged).toEqual(['mock endpoint flaky']);
    const [changed] = exported.mocks.map((mock) => ({ ...mock, seed: 7 }));
    expect((await apply(core, { mocks: [changed] })).updated).toEqual(['mock endpoint flaky']);
    const flaky = core.mocks.get({ id: 'flaky' });
    expect(flaky.problem).toMatchObject({ code: 'secret_missing' });
    const response = await fetch(flaky.url ?? '', { method: 'POST', body: '{}' });
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringContaining('secret of this mock endpoint is missing'),
    ]);
    await core.mocks.update({ id: 'flaky', secret: 's3cret' });
    expect(core.mocks.get({ id: 'flaky' }).problem).toBeNull();
  });
});

describe('a file with problems everywhere', () => {
  it('is reported with its first problems and a few suggestions', async () => {
    const { core } = await startCore();
    const sources = Array.from({ length: 1_000 }, (_, index) => ({
      name: `${'x'.repeat(90)}${index}`,
      writeKey: 'same',
    }));
    const destinations = Array.from({ length: 20 }, (_, at) => ({
      name: `d${at}`,
      sources: Array.from({ length: 100 }, (_, index) => `${'x'.repeat(90)}${at}y${index}`),
    }));
    const error = await apply(core, { sources, destinations }).catch((caught: unknown) => caught);
    const issues = error instanceof AppError ? error.issues : [];
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)?.message).toBe('And 2,900 more problems.');
    expect(issues.filter(({ fix }) => fix?.startsWith('Did you mean'))).toHaveLength(20);
  });
});
