/** Mock endpoints and their log. */
import { describe, expect, it } from 'vitest';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

const newName = () => `r-${crypto.randomUUID()}`;

export function describeMocks(open: () => Connected): void {
  describe('mocks', () => {
    it('are created, listed, read by id or name, changed, deleted and restored', async () => {
      const { mocks } = open().client;
      const name = newName();
      const steps = [{ status: 503, times: 3 }, { status: 200 }];
      const created = await mocks.create({ name, secret: ' é ', steps });
      expect(created).toMatchObject({
        name,
        secret: ' é ',
        strict: false,
        steps: [
          { status: 503, times: 3, headers: {}, body: '', delayMs: 0, fault: 'none' },
          { status: 200, times: 1 },
        ],
        then: 'stay',
        tls: 'none',
        url: expect.stringMatching(`^http://127\\.0\\.0\\.1:\\d+/mock/${name}$`),
        listening: 'listening',
        problem: null,
        responded: 0,
        nextStep: 0,
        lastRequestAt: null,
      });
      expect(await mocks.list()).toContainEqual(created);
      expect(await mocks.get({ id: created.id })).toEqual(created);
      expect(await mocks.get({ id: name })).toEqual(created);
      const changed = await mocks.update({ id: created.id, then: 'repeat' });
      expect(changed).toMatchObject({ then: 'repeat', secret: ' é ', steps: created.steps });
      expect(await mocks.remove({ id: created.id })).toBeUndefined();
      await expectError(mocks.get({ id: created.id }), 'not_found', 'Mock endpoint not found');
      expect(await mocks.restore({ id: created.id })).toMatchObject({ then: 'repeat' });
      await expectError(mocks.restore({ id: created.id }), 'not_found', 'Deleted');
    });

    it('are rejected with the name of the invalid field, at any depth', async () => {
      const { mocks } = open().client;
      const create = (more: object) => mocks.create({ name: newName(), ...more });
      await expectFieldError(mocks.create({ name: 'a b' }), ['name'], 'part of the');
      const { name } = await create({});
      await expectFieldError(mocks.create({ name }), ['name'], 'already in use');
      await expectFieldError(
        create({ steps: [{}, { fault: 'sulk' }] }),
        ['steps', 1, 'fault'],
        'fault must be one of none, hang',
      );
      await expectFieldError(create({ steps: [] }), ['steps'], 'at least one step');
      await expectFieldError(create({ steps: [{ delay: 1 }] }), ['steps', 0], '"delay"');
      await expectFieldError(
        create({ steps: [{ headers: { 'Content-Length': '1' } }] }),
        ['steps', 0, 'headers', 'Content-Length'],
        'wrong_content_length',
      );
      await expectFieldError(
        create({ steps: [{ headers: { trailer: 'Expires' } }] }),
        ['steps', 0, 'headers', 'trailer'],
        'send trailers',
      );
      await expectFieldError(
        create({ steps: [{ fault: 'refuse_connection' }, {}] }),
        ['steps', 0, 'fault'],
        'only be the last step',
      );
      await expectFieldError(create({ strict: true }), ['strict'], 'needs a secret');
      const outage = { from: '25:00', to: '02:30' };
      await expectFieldError(create({ outage }), ['outage', 'from'], 'time of day');
      const window = { durationMs: 'long' as unknown as number };
      await expectFieldError(create({ outage: window }), ['outage'], 'durationMs');
      await expectFieldError(create({ tls: 'rotten' }), ['tls'], 'tls must be one of');
    });

    it('have a log that is listed, read and cleared; their steps can be reset', async () => {
      const { mocks, mockRequests } = open().client;
      const steps = [{ status: 503 }, { status: 200, body: 'ok' }];
      const { id, url } = await mocks.create({ name: newName(), steps, secret: 's' });
      const post = (body: string) => fetch(url ?? '', { method: 'POST', body });
      expect((await post('{"a":1}')).status).toBe(503);
      expect((await post('two')).status).toBe(200);
      const followed = open().started.followed;
      await followed.until(() => open().started.core.mockRequests.list({ id, limit: 2 }).items[1]);
      expect(await mocks.get({ id })).toMatchObject({ responded: 2, nextStep: 1 });
      const { items } = await mockRequests.list({ id, limit: 2 });
      expect(items).toMatchObject([
        { kind: 'request', method: 'POST', status: 200, signature: { parsed: 'not_json' } },
        { status: 503, cause: 'step', fault: 'none', signature: { raw: 'missing' } },
      ]);
      const page = await mockRequests.list({ id, limit: 1 });
      const next = await mockRequests.list({ id, limit: 1, cursor: page.nextCursor ?? '' });
      expect([...page.items, ...next.items]).toEqual(items);
      const requestId = items[0]?.id ?? 0;
      expect(await mockRequests.get({ id, requestId })).toMatchObject({
        body: { text: 'two' },
        signature: { received: null, raw: 'missing', expectedParsed: null },
        response: { status: 200, body: { text: 'ok' }, step: 1 },
        connection: { remoteAddress: '127.0.0.1', tls: null },
      });
      expect(await mocks.resetSteps({ id })).toMatchObject({ responded: 0, nextStep: 0 });
      await mockRequests.clear({ id });
      expect(await mockRequests.list({ id })).toEqual({ items: [], nextCursor: null });
      expect(await mocks.get({ id })).toMatchObject({ lastRequestAt: null });
      await expectError(mockRequests.get({ id, requestId }), 'not_found', 'Request not found');
      await expectError(
        mockRequests.list({ id: 'mock_x' }),
        'not_found',
        'Mock endpoint not found',
      );
    });

    it('have requests that are previewed and copied', async () => {
      const { client, started } = open();
      const { mocks, mockRequests, copies } = client;
      const { id, name, url } = await mocks.create({
        name: newName(),
        steps: [{ status: 207 }],
      });
      await fetch(`${url}/a?b=c`, { method: 'PUT', body: 'one', headers: { 'X-Env': 'dev' } });
      const entry = await started.followed.until(
        () => started.core.mockRequests.list({ id, limit: 1 }).items[0],
      );
      const requestId = entry.id;
      const edit = { id: name, requestId, body: 'two', method: 'POST' };
      const preview = await mockRequests.previewCopy(edit);
      expect(preview).toMatchObject({
        request: { method: 'POST', url: `${url}/a?b=c` },
        body: { text: 'two' },
        signing: 'as_is',
        signatureFit: 'unsigned',
      });
      const sent = await mockRequests.sendCopy(edit);
      expect(sent).toMatchObject({
        ...preview,
        method: 'POST',
        status: 207,
        received: { mockId: id, mock: name, requestId },
      });
      expect(await copies.get({ id: sent.id })).toEqual(sent);
      expect((await copies.listAll({ limit: 1 })).items).toMatchObject([{ id: sent.id }]);
      const sendCopy = (more: object) => mockRequests.sendCopy({ id, requestId, ...more });
      await expectFieldError(sendCopy({ method: 'CONNECT' }), ['method'], "can't be sent");
      await expectFieldError(sendCopy({ signing: 'stale' }), ['secret'], 'needs a secret');
      await expectError(sendCopy({ requestId: 999_999 }), 'not_found', 'Request not found');
      await fetch(url ?? '', { method: 'POST', body: 'x'.repeat(70_000) });
      const long = await started.followed.until(() =>
        started.core.mockRequests
          .list({ id, limit: 9 })
          .items.find(({ bodyBytes }) => bodyBytes === 70_000),
      );
      await expectError(
        sendCopy({ requestId: long.id }),
        'body_truncated',
        'not recorded completely',
      );
    });

    it('come with presets that can be created', async () => {
      const { mocks } = open().client;
      const [first, ...others] = await mocks.gallery();
      expect(others.length).toBeGreaterThan(20);
      if (first === undefined) throw new Error('The gallery is empty.');
      const created = await mocks.create(first.settings);
      expect(created).toMatchObject(first.settings);
      const [again] = await mocks.gallery();
      expect(again?.settings.name).toBe(`${first.settings.name}-2`);
      await mocks.remove({ id: created.id });
    });

    it('are configured by name, and exported with secrets only on request', async () => {
      const { configuration } = open().client;
      const name = newName();
      const wanted = {
        mocks: [
          { name, secret: 'hidden', strict: true, steps: [{ status: 503 }], tls: 'none' as const },
        ],
      };
      const applied = {
        created: [`mock endpoint ${name}`],
        updated: [],
        unchanged: [],
        omitted: [],
      };
      expect(await configuration.apply(wanted)).toEqual(applied);
      expect(await configuration.apply(wanted)).toMatchObject({ unchanged: applied.created });
      const ours = (exported: Awaited<ReturnType<typeof configuration.get>>) =>
        exported.mocks.filter((mock) => mock.name === name);
      expect(ours(await configuration.get({ secrets: true }))).toMatchObject(wanted.mocks);
      const plain = ours(await configuration.get({}));
      expect(plain[0]).not.toHaveProperty('secret');
      expect(await configuration.apply({ mocks: plain })).toMatchObject({
        unchanged: applied.created,
      });
      await expectFieldError(
        configuration.apply({ mocks: [{ name: newName(), strict: true, secret: '' }] }),
        ['mocks', 0, 'strict'],
        'needs a secret',
      );
      await expectFieldError(
        configuration.apply({ mocks: [{ name: newName(), step: [] } as { name: string }] }),
        ['mocks', 0],
        '"step"',
      );
    });
  });
}
