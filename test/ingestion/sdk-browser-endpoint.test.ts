/** Requests of a browser before and around an event. */
import { Agent, request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { theSource, writeKey } from '#test/support/builders.ts';
import { basic, post, track } from '#test/support/ingest-client.ts';
import { sharedCore } from '#test/support/start-core.ts';

const starting = sharedCore();
let core: Core;
beforeAll(async () => {
  core = (await starting).core;
  await theSource(core);
});

const origin = 'https://shop.example';

const ask = (
  method: 'GET' | 'HEAD' | 'OPTIONS',
  path: string,
  headers: Readonly<Record<string, string>> = {},
) => request(`${core.ingestUrl}${path}`, { method, headers });

describe('a preflight', () => {
  const asked = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-retry-count',
  };

  it.each(['/v1/t', '/v1/batch', '//v1/track', '/v1/m', '/v1/nothing'])(
    'for %s allows the origin and any requested headers',
    async (path) => {
      const { statusCode, headers } = await ask('OPTIONS', path, asked);
      expect(statusCode).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization,content-type,x-retry-count',
        'access-control-allow-methods': expect.stringContaining('POST'),
      });
    },
  );

  it('is cached by the browser for at least an hour, for this origin and these headers', async () => {
    const { headers } = await ask('OPTIONS', '/v1/t', asked);
    expect(Number(headers['access-control-max-age'])).toBeGreaterThanOrEqual(3_600);
    expect(headers.vary).toContain('Origin');
    expect(headers.vary).toContain('Access-Control-Request-Headers');
  });

  it('from a public page is allowed into the private network only on request', async () => {
    const allows = async (headers: Readonly<Record<string, string>>) =>
      (await ask('OPTIONS', '/v1/t', headers)).headers['access-control-allow-private-network'];
    expect(await allows({ ...asked, 'access-control-request-private-network': 'true' })).toBe(
      'true',
    );
    expect(await allows(asked)).toBeUndefined();
  });
});

describe('a response to a page of another origin', () => {
  it.each([
    ['an accepted event', '/v1/t', track(), 200],
    ['a refused event', '/v1/t', { userId: 'u' }, 400],
    ['an unknown write key', '/v1/t', track({ writeKey: 'wrong' }), 401],
    ['a body that is too large', '/v1/b', { batch: ['x'.repeat(512_000)] }, 413],
    ['a wrong path', '/v1/nothing', track(), 404],
    ['metrics', '/v1/m', { series: [] }, 200],
  ])('for %s can be read by the page, with Retry-After', async (_, path, message, status) => {
    const authorization = status === 401 ? '' : `Bearer ${writeKey}`;
    const response = await post(core, path, message, { origin, authorization });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
      vary: expect.stringContaining('Origin'),
    });
  });

  it('has no such headers for a server', async () => {
    const { headers } = await post(core, '/v1/t', track());
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

it('metrics of SDKs are accepted and dropped', async () => {
  const before = core.ledger.get();
  const response = await post(core, '/v1/m', {
    series: [{ type: 'Counter', metric: 'm', value: 1 }],
  });
  expect(response).toMatchObject({ status: 200, json: { success: true } });
  expect(core.ledger.get()).toEqual(before);
});

describe('the settings for a browser SDK', () => {
  it('have the write key, this endpoint and its scheme', async () => {
    for (const path of [
      `/v1/projects/${writeKey}/settings`,
      `//v1/projects/${writeKey}/settings`,
      `/v1/projects/${writeKey}/settings/`,
      `/v1/projects/${writeKey}/settings?v=1`,
    ]) {
      const { statusCode, headers, body } = await ask('GET', path, { origin });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining('application/json'),
        'access-control-allow-origin': origin,
      });
      expect(await body.json()).toEqual({
        integrations: {
          'Segment.io': {
            apiKey: writeKey,
            apiHost: `${new URL(core.ingestUrl ?? '').host}/v1`,
            protocol: 'http',
          },
        },
        metrics: { sampleRate: 0 },
      });
    }
  });

  it('have the host name that the page used', async () => {
    const { body } = await ask('GET', `/v1/projects/${writeKey}/settings`, {
      host: 'localhost:8377',
    });
    expect(await body.json()).toMatchObject({
      integrations: { 'Segment.io': { apiHost: 'localhost:8377/v1' } },
    });
  });

  it('of an unknown write key return 401 and are listed, since no event will arrive', async () => {
    const { statusCode, headers, body } = await ask('GET', '/v1/projects/wrong%20key/settings', {
      origin,
    });
    expect(statusCode).toBe(401);
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin });
    expect(await body.json()).toMatchObject({ success: false, code: 'unknown_source' });
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    expect(rejected).toMatchObject({
      status: 401,
      problem: { code: 'settings_key_unknown', params: { writeKey: 'wrong key' } },
    });
  });

  it('allow RudderStack to send', async () => {
    const authorization = basic(writeKey);
    for (const [path, headers] of [
      [`/sourceConfig/?p=npm&v=3.34.1&writeKey=${writeKey}`, {}],
      ['/sourceConfig', { authorization }],
    ] as const) {
      const { statusCode, body } = await ask('GET', path, { origin, ...headers });
      expect(statusCode).toBe(200);
      expect(await body.json()).toMatchObject({
        source: { writeKey, enabled: true, config: {}, destinations: [] },
      });
    }
    const probe = await ask('HEAD', '/sourceConfig/?view=ad', { authorization });
    expect(probe.statusCode).toBe(200);
    expect(await probe.body.text()).toBe('');
  });

  it('return 401 to RudderStack for an unknown key, and list the request', async () => {
    const { statusCode, body } = await ask('GET', '/sourceConfig/?writeKey=unknown', { origin });
    expect(statusCode).toBe(401);
    expect(await body.json()).toMatchObject({ code: 'unknown_source' });
    expect(core.rejected.list({ limit: 1 }).items).toMatchObject([
      { status: 401, problem: { code: 'settings_key_unknown', params: { writeKey: 'unknown' } } },
    ]);
  });

  it("have https if requested over https, with a certificate of this machine's CA", async () => {
    await core.settings.update({ ingestHttps: true });
    const url = core.system.get().ingestHttpsUrl ?? '';
    const { pem } = await core.developmentCa.get();
    const dispatcher = new Agent({ connect: { ca: pem } });
    const { body } = await request(`${url}/v1/projects/${writeKey}/settings`, { dispatcher });
    expect(await body.json()).toMatchObject({
      integrations: { 'Segment.io': { apiHost: `${new URL(url).host}/v1`, protocol: 'https' } },
    });
    await dispatcher.close();
  });
});
