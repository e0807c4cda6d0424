import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { NewSource } from '#shared/connections/source.ts';
import { theSource, writeKey } from '#test/support/builders.ts';
import { basic, postBytes, track } from '#test/support/ingest-client.ts';
import { sharedCore } from '#test/support/start-core.ts';

const starting = sharedCore();
let core: Core;
beforeAll(async () => {
  core = (await starting).core;
  await theSource(core);
  await core.sources.create(NewSource.parse({ name: 'Two parts', writeKey: 'two:parts' }));
  await core.sources.create(NewSource.parse({ name: 'Off', writeKey: 'off-key', enabled: false }));
});

const post = (headers: Readonly<Record<string, string>>, more: object = {}) =>
  postBytes(core, '/v1/track', JSON.stringify(track(more)), { authorization: '', ...headers });

const encoded = (text: string) => Buffer.from(text).toString('base64');

describe('the write key', () => {
  it.each<[string, Readonly<Record<string, string>>, object]>([
    ['as the user name of Basic', { authorization: basic(writeKey) }, {}],
    ['of Basic without a colon', { authorization: `Basic ${encoded(writeKey)}` }, {}],
    [
      'of Basic with a password',
      { authorization: `Basic ${encoded(`${writeKey}:pass:word`)}` },
      {},
    ],
    ['of basic in small letters', { authorization: `basic ${encoded(`${writeKey}:`)}` }, {}],
    ['as X-Write-Key', { 'x-write-key': writeKey }, {}],
    ['as a Bearer', { authorization: `Bearer ${writeKey}` }, {}],
    ['in the body', {}, { writeKey }],
    [
      'in a header beside a masked one in the body',
      { 'x-write-key': writeKey },
      { writeKey: 'test***' },
    ],
    [
      'of Basic before any other',
      { authorization: basic(writeKey), 'x-write-key': 'wrong' },
      { writeKey: 'wrong' },
    ],
    ['as the id of id:secret', { 'x-write-key': `${writeKey}:any` }, { writeKey: 'test:***' }],
    ['of the form id:secret', { 'x-write-key': 'two:parts' }, { writeKey: 'two:***' }],
    [
      'of the form id:secret as user and password of Basic',
      { authorization: `Basic ${encoded('two:parts')}` },
      {},
    ],
    ['of the form id:secret as the user name of Basic', { authorization: basic('two:parts') }, {}],
    ['in the body where that of Basic is empty', { authorization: basic('') }, { writeKey }],
  ])('%s is found', async (_, headers, more) => {
    expect((await post(headers, more)).status).toBe(200);
  });

  it.each<[string, Readonly<Record<string, string>>, object]>([
    ['is nowhere', {}, {}],
    ['is unknown', { authorization: basic('unknown') }, {}],
    ['differs in capitals', { authorization: basic(writeKey.toUpperCase()) }, {}],
    [
      'is unknown in the header, though the body has a good one',
      { 'x-write-key': 'unknown' },
      { writeKey },
    ],
    ['is a number in the body', {}, { writeKey: 1 }],
    ['comes in an unknown scheme', { authorization: `Digest ${writeKey}` }, {}],
    ['is only the id of a key with a secret', { 'x-write-key': 'two' }, {}],
    ['has another secret', { 'x-write-key': 'two:wrong' }, {}],
    ['has nothing before its colon', { 'x-write-key': `:${writeKey}` }, {}],
    ['is masked', {}, { writeKey: `${writeKey}:***` }],
    ['is not base64', { authorization: 'Basic %%%' }, {}],
  ])('that %s gets a 401, and the request is kept', async (_, headers, more) => {
    const response = await post(headers, more);
    expect(response).toMatchObject({
      status: 401,
      json: { success: false, code: 'unknown_source' },
    });
    expect(core.rejected.list({ limit: 1 }).items).toMatchObject([
      { status: 401, code: 'unknown_source', sourceId: null },
    ]);
  });

  it('is read from the query after any header', async () => {
    const batch = JSON.stringify({ batch: [track()] });
    const beacon = (key: string, authorization: string) =>
      postBytes(core, `/beacon/v1/batch?writeKey=${key}`, batch, { authorization });
    expect((await beacon(writeKey, '')).status).toBe(200);
    expect((await beacon('unknown', basic(writeKey))).status).toBe(200);
    expect((await beacon('unknown', '')).status).toBe(401);
    expect((await beacon(writeKey, basic('unknown'))).status).toBe(401);
  });

  it('of a disabled source gets 403 with its name', async () => {
    const response = await post({ authorization: basic('off-key') });
    expect(response).toMatchObject({ status: 403, json: { code: 'source_disabled' } });
    expect(response.json.message).toContain('"Off"');
    expect(core.rejected.list({ limit: 1 }).items).toMatchObject([
      { sourceName: 'Off', status: 403 },
    ]);
  });

  it('is checked before the body: clients without a key learn nothing about it', async () => {
    const response = await postBytes(core, '/v1/track', 'no json', { authorization: '' });
    expect(response.status).toBe(401);
  });

  it('of a deleted source is rejected, and accepted again when it is restored', async () => {
    const source = await core.sources.create(NewSource.parse({ name: 'Brief', writeKey: 'brief' }));
    await core.sources.remove({ id: source.id });
    expect((await post({ authorization: basic('brief') })).status).toBe(401);
    await core.sources.restore({ id: source.id });
    expect((await post({ authorization: basic('brief') })).status).toBe(200);
  });

  it('works only with its new value after a change', async () => {
    const source = await core.sources.create(
      NewSource.parse({ name: 'Rolled', writeKey: 'before' }),
    );
    await core.sources.update({ id: source.id, writeKey: 'afterwards' });
    expect((await post({ authorization: basic('before') })).status).toBe(401);
    expect((await post({ authorization: basic('afterwards') })).status).toBe(200);
  });
});
