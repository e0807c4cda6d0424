import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTrait } from '#test/support/audiences.ts';
import { connect } from '#test/support/builders.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startInterface, token } from './support/start-interface.ts';

describe('the page', () => {
  test('is served without a token, since it holds no data', async () => {
    const { get } = await startInterface();
    const response = await get('/');
    expect(response.status).toBe(200);
    expect(response.body).toContain('<title>Hookwright</title>');
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('has headers that forbid framing and foreign content', async () => {
    const { get } = await startInterface();
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('is revalidated at every load, while files with a hash in their name are cached', async () => {
    const { get } = await startInterface();
    expect((await get('/')).headers['cache-control']).toBe('no-cache');
    const asset = await get('/assets/index-abc123.js');
    expect(asset.headers['cache-control']).toContain('immutable');
  });

  test('is the only content served from the file system', async () => {
    const { get } = await startInterface();
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/nope'])
      expect((await get(path)).status, path).toBeGreaterThanOrEqual(400);
  });
});

describe('the documentation', () => {
  test('is served without a token', async () => {
    const docsFolder = temporaryFolder();
    writeFileSync(join(docsFolder, 'index.html'), '<!doctype html><title>Docs</title>');
    const { get } = await startInterface({ docsFolder });
    expect((await get('/docs')).headers.location).toBe('/docs/');
    for (const path of ['/docs/', '/docs/index.html'])
      expect(await get(path)).toMatchObject({ status: 200, body: expect.stringContaining('Docs') });
    expect((await get('/docs/nope.html')).status).toBe(404);
  });

  test('names its build command while it is missing', async () => {
    const { get } = await startInterface();
    const response = await get('/docs/guides/ci.html');
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toContain('text/plain');
    expect(response.body).toContain('npm run docs');
  });

  test('appears when it is built later', async () => {
    const docsFolder = join(temporaryFolder(), 'docs');
    const { get } = await startInterface({ docsFolder });
    expect((await get('/docs/index.html')).status).toBe(404);
    mkdirSync(docsFolder);
    writeFileSync(join(docsFolder, 'index.html'), '<!doctype html><title>Docs</title>');
    expect((await get('/docs/index.html')).status).toBe(200);
  });
});

describe('access', () => {
  test('sets no cookie, however the page is opened', async () => {
    const { get } = await startInterface();
    for (const path of [`/?token=${encodeURIComponent(token)}`, '/?code=x', '/?token=wrong']) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  });

  const login = (started: Awaited<ReturnType<typeof startInterface>>, code: string) =>
    started.get('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });

  test('exchanges a login code for the token once', async () => {
    const started = await startInterface();
    const code = started.access.issueLoginCode();
    const first = await login(started, code);
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(first.body)).toEqual({ token });
    const second = await login(started, code);
    expect(second.status).toBe(401);
    expect(JSON.parse(second.body)).toMatchObject({ code: 'invalid_login_code' });
  });

  test('rejects a login code after two minutes', async () => {
    let nowMs = 0;
    const started = await startInterface({ access: { now: () => nowMs } });
    const code = started.access.issueLoginCode();
    nowMs = 120_001;
    expect((await login(started, code)).status).toBe(401);
  });

  test('throttles an address with wrong tokens, and no other one', async () => {
    let nowMs = 0;
    const { api } = await startInterface({ access: { isThrottled: true, now: () => nowMs } });
    const wrong = { headers: { authorization: 'Bearer wrong' } };
    for (let count = 0; count < 10; count += 1)
      expect((await api('/ledger', wrong)).status).toBe(401);
    const throttled = await api('/ledger');
    expect(throttled.status).toBe(429);
    expect(throttled.headers['retry-after']).toBe('60');
    expect(JSON.parse(throttled.body)).toMatchObject({ code: 'too_many_wrong_tokens' });
    expect((await api('/ledger', { localAddress: '127.0.0.2' })).status).toBe(200);
    nowMs = 60_001;
    expect((await api('/ledger')).status).toBe(200);
  });

  test('keeps accepting the right token for an hour from an address with wrong tokens, within limits', async () => {
    let nowMs = 0;
    const { access } = await startInterface({
      access: { isThrottled: true, now: () => nowMs },
    });
    const guess = (given: string, times = 1) =>
      Array.from({ length: times }, () => access.check(given, '10.0.0.1').state).at(-1);
    expect(guess(token)).toBe('granted');
    expect(guess('wrong', 11)).toBe('wrong');
    expect(guess(token)).toBe('granted');
    // Sharing the address does not allow unlimited guesses.
    expect(guess('wrong', 600)).toBe('throttled');
    expect(guess(token)).toBe('throttled');
    nowMs = 60_001;
    expect(guess(token)).toBe('granted');
    nowMs += 3_600_001;
    expect(guess('wrong', 11)).toBe('throttled');
  });
});

describe('the REST interface', () => {
  test('takes an ID from the path and rejects a different one in the body', async () => {
    const { api } = await startInterface();
    const headers = { 'content-type': 'application/json' };
    const send = (method: string, path: string, body: object) =>
      api(path, { method, headers, body: JSON.stringify(body) });
    const create = async (name: string) =>
      JSON.parse((await send('POST', '/sources', { name })).body).id as string;
    const [one, other] = [await create('One'), await create('Other')];
    const response = await send('PATCH', `/sources/${one}`, { id: other, name: 'Changed' });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(`id differs from "${one}" in the path`),
      field: 'id',
      issues: [{ path: ['id'] }],
    });
    expect((await api(`/sources/${one}?id=${other}`)).status).toBe(400);
    expect((await api(`/sources/${one}/`)).status).toBe(200);
    const same = await send('PATCH', `/sources/${one}`, { id: one, name: 'Changed' });
    expect(JSON.parse(same.body)).toMatchObject({ id: one, name: 'Changed' });
    expect(JSON.parse((await api(`/sources/${other}`)).body)).toMatchObject({ name: 'Other' });
  });

  test('rejects unknown fields in the body, in nested objects and in the query', async () => {
    const { api } = await startInterface();
    const headers = { 'content-type': 'application/json' };
    const refused = async (path: string, body?: object, method = 'POST') => {
      const question = body && { method, headers, body: JSON.stringify(body) };
      const response = await api(path, question ?? {});
      expect(response.status, response.body).toBe(400);
      return JSON.parse(response.body) as { message: string; field: string };
    };
    const inBody = await refused('/sources', { name: 'Web', enable: false });
    expect(inBody.field).toBe('enable');
    expect(inBody.message).toContain('Unknown field enable');
    expect(inBody.message).toContain('enabled');
    const webhooks = [{ url: 'http://127.0.0.1:1/', header: [] }];
    const within = await refused('/destinations', { name: 'D', webhookUrl: '', webhooks });
    expect(within.field).toBe('webhooks[0]');
    expect(within.message).toContain('"header"');
    for (const name of ['constructor', 'valueOf']) {
      const { message } = await refused('/sources', { name: 'Web', [name]: 1 });
      expect(message).toContain(`Unknown field ${name}`);
    }
    const many = Array.from({ length: 1_000 }, (_, index) => [`enable${index}`, false]);
    const inMany = await refused('/sources', Object.fromEntries(many));
    expect(inMany.message.match(/Unknown field/g)).toHaveLength(100);
    expect(inMany.message).toContain('And 900 more problems.');
    const sources = many.map(() => ({ name: '' }));
    const invalid = await refused('/configuration', { sources }, 'PUT');
    expect(invalid.message.match(/Name is empty/g)).toHaveLength(100);
    const inQuery = await refused('/deliveries?limt=5');
    expect(inQuery.field).toBe('limt');
    await refused('/sources?limit=5');
    for (const path of ['/jobs', '/jobs/plan'])
      expect((await refused(path, { kind: 'delete', filters: 'state:failed' })).field).toBe(
        'filters',
      );
    expect(JSON.parse((await api('/sources')).body)).toHaveLength(0);
  });

  test('accepts the token as a Bearer header', async () => {
    const { api } = await startInterface();
    const response = await api('/ledger');
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toMatchObject({ accepted: 0, balanced: true });
  });

  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['another scheme', { authorization: `Basic ${token}` }],
  ])('returns 401 as JSON for %s', async (_name, headers) => {
    const { get } = await startInterface();
    const response = await get('/api/ledger', { headers });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(JSON.parse(response.body)).toEqual({
      code: 'unauthorized',
      message: expect.stringContaining('token'),
      fix: expect.any(String),
    });
  });

  test('returns 404 as JSON for an unknown path', async () => {
    const { api } = await startInterface();
    const response = await api('/nothing?at=all');
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['JSON that ends too early', 'application/json', '{"name":', 400, 'bad_request'],
    ['another media type', 'text/plain', 'name', 415, 'unsupported_media_type'],
    [
      'a body without end',
      'application/json',
      `"${'x'.repeat(5_000_000)}"`,
      413,
      'payload_too_large',
    ],
  ])('rejects %s with a message', async (_name, type, body, status, code) => {
    const { api } = await startInterface();
    const headers = { 'content-type': type };
    const response = await api('/sources', { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ code, message: expect.any(String) });
  });

  test.each([
    ['/send', (deep: string) => `{"message":{"type":"track","properties":{"a":${deep}}}}`],
    ['/send/preview', (deep: string) => `{"source":"Web","message":{"a":${deep}}}`],
    ['/traits/trt_1/values', (deep: string) => `{"values":[{"userId":"u","value":${deep}}]}`],
    ['/sources', (deep: string) => `{"name":${deep}}`],
  ])('rejects a body for %s that is nested too deep', async (path, body) => {
    const { api } = await startInterface();
    const headers = { 'content-type': 'application/json' };
    for (const levels of [500, 50_000]) {
      const deep = '['.repeat(levels) + ']'.repeat(levels);
      const response = await api(path, { method: 'POST', headers, body: body(deep) });
      expect(response.status).toBe(400);
      expect(JSON.parse(response.body)).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('500 levels'),
      });
    }
  });

  test('keeps the digits of numbers that a double cannot represent, both ways', async () => {
    const { api, core } = await startInterface();
    const { id } = await makeTrait(core);
    await connect(core, { urls: ['http://127.0.0.1:9'] });
    const headers = { 'content-type': 'application/json' };
    const post = (path: string, body: string) => api(path, { method: 'POST', headers, body });
    const value = '{"a":[9007199254740993,1e400,1]}';
    const put = await post(`/traits/${id}/values`, `{"values":[{"userId":"u","value":${value}}]}`);
    expect(put.status, put.body).toBe(200);
    expect((await api(`/traits/${id}/values`)).body).toContain(`"value":${value}`);
    const message = `{"type":"track","userId":9007199254740993,"event":"E","properties":${value}}`;
    const preview = await post('/send/preview', `{"source":"Web","message":${message}}`);
    expect(JSON.parse(preview.body).deliveries[0].bodyText).toContain(`"properties":${value}`);
    const sent = await post('/send', `{"source":"Web","message":${message}}`);
    expect(JSON.parse(sent.body)).toMatchObject({ accepted: 1 });
    const [stored] = core.messages.list({ limit: 1 }).items;
    expect(stored).toMatchObject({ userId: '9007199254740993' });
    expect(core.messages.get({ id: stored?.id ?? 0 }).receivedText).toContain(
      `"properties":${value}`,
    );
    const several = await post('/send', `{"source":"Web","count":2,"message":${message}}`);
    expect(JSON.parse(several.body)).toMatchObject({ accepted: 2 });
  });

  test('rejects a __proto__ key, and accepts it as a value', async () => {
    const { api } = await startInterface();
    const headers = { 'content-type': 'application/json' };
    for (const key of ['__proto__', '\\u005f_proto__']) {
      const body = `{"name":"x","more":[{"${key}":1}]}`;
      const response = await api('/sources', { method: 'POST', headers, body });
      expect(response.status).toBe(400);
      expect(JSON.parse(response.body).message).toContain('__proto__');
    }
    const body = '{"name":"__proto__"}';
    expect((await api('/sources', { method: 'POST', headers, body })).status).toBe(201);
  });

  test('names the missing header of a body without a content type', async () => {
    const { api } = await startInterface();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await api('/sources', { method: 'POST', headers, body: '{"name":"x"}' });
    expect(JSON.parse(response.body).fix).toContain('Content-Type: application/json');
  });

  test('explains the limit for a body that is too large', async () => {
    const { api } = await startInterface();
    const headers = { 'content-type': 'application/json' };
    const body = `"${'x'.repeat(5_000_000)}"`;
    const response = await api('/sources', { method: 'POST', headers, body });
    expect(JSON.parse(response.body)).toMatchObject({ fix: 'Send it in several requests.' });
  });

  test('ignores the content type of an empty body', async () => {
    const { api } = await startInterface();
    const headers = { 'content-type': 'application/json' };
    const response = await api('/deliveries/1/retry', { method: 'POST', headers });
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found' });
  });

  test('has a description that needs no token', async () => {
    const { get } = await startInterface();
    const document = JSON.parse((await get('/api/openapi.json')).body);
    expect(document.openapi).toMatch(/^3\./);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/ledger', '/messages', '/deliveries/{id}/retry', '/send']),
    );
  });
});

describe('host names and origins', () => {
  test.each(['localhost', '127.0.0.1', '[::1]'])('accept %s with its port', async (name) => {
    const { get, port } = await startInterface();
    expect((await get('/', { headers: { host: `${name}:${port}` } })).status).toBe(200);
  });

  test.each(['evil.example', 'localhost', 'localhost:1', '127.0.0.1.evil.example'])(
    'reject %s, which an attacker could point at this machine',
    async (host) => {
      const { api, get } = await startInterface();
      expect((await get('/', { headers: { host } })).status).toBe(403);
      const response = await api('/ledger', { headers: { host } });
      expect(response.status).toBe(403);
      expect(JSON.parse(response.body)).toMatchObject({ code: 'forbidden' });
    },
  );

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1'])(
    'reject requests from pages of %s',
    async (origin) => {
      const { api } = await startInterface();
      expect((await api('/ledger', { headers: { origin } })).status).toBe(403);
    },
  );

  test('accept requests from its own page', async () => {
    const { api, port } = await startInterface();
    const origin = `http://127.0.0.1:${port}`;
    expect((await api('/ledger', { headers: { origin } })).status).toBe(200);
  });
});
