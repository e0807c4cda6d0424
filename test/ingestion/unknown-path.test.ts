import { request } from 'undici';
import { expect, it } from 'vitest';
import { post, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

it('keeps a request to an unknown path, and lists the valid paths', async () => {
  const { core } = await startCore();
  for (const path of ['/track', '/v2/batch', '/v1/unknown', '/']) {
    const response = await post(core, path, track());
    expect(response).toMatchObject({ status: 404, json: { success: false, code: 'not_found' } });
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    expect(rejected).toMatchObject({
      status: 404,
      code: 'not_found',
      sourceId: null,
      problem: { code: 'path_unknown' },
    });
    expect(core.rejected.get({ id: rejected?.id ?? 0 }).request).toMatchObject({
      method: 'POST',
      path,
    });
  }
  expect(core.ledger.get().rejected).toBe(4);
});

it('keeps a request with an unsupported method', async () => {
  const { core } = await startCore();
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const { statusCode, body } = await request(`${core.ingestUrl}/v1/track`, { method });
    expect(statusCode).toBe(404);
    expect(await body.json()).toMatchObject({ code: 'not_found' });
  }
  expect(core.rejected.list({ limit: 10 }).items).toHaveLength(3);
});

it('returns 404 to automatic browser requests without keeping them', async () => {
  const { core } = await startCore();
  for (const path of [
    '/',
    '/?x',
    '/favicon.ico',
    '/robots.txt',
    '/apple-touch-icon-precomposed.png',
    '/.well-known/appspecific/com.chrome.devtools.json',
  ])
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, body } = await request(`${core.ingestUrl}${path}`, { method });
      expect(statusCode).toBe(404);
      await body.dump();
    }
  expect(core.ledger.get().rejected).toBe(0);
});
