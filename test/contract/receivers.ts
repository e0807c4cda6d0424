/** Receivers and their log. */
import { describe, expect, it } from 'vitest';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

const newName = () => `r-${crypto.randomUUID()}`;

export function describeReceivers(open: () => Connected): void {
  describe('receivers', () => {
    it('are created, listed, read by id or name, changed, deleted and restored', async () => {
      const { receivers } = open().client;
      const name = newName();
      const steps = [{ status: 503, times: 3 }, { status: 200 }];
      const created = await receivers.create({ name, secret: ' é ', steps });
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
        url: expect.stringMatching(`^http://127\\.0\\.0\\.1:\\d+/r/${name}$`),
        listening: 'listening',
        problem: null,
        responded: 0,
        nextStep: 0,
        lastRequestAt: null,
      });
      expect(await receivers.list()).toContainEqual(created);
      expect(await receivers.get({ id: created.id })).toEqual(created);
      expect(await receivers.get({ id: name })).toEqual(created);
      const changed = await receivers.update({ id: created.id, then: 'repeat' });
      expect(changed).toMatchObject({ then: 'repeat', secret: ' é ', steps: created.steps });
      expect(await receivers.remove({ id: created.id })).toBeUndefined();
      await expectError(receivers.get({ id: created.id }), 'not_found', 'Receiver not found');
      expect(await receivers.restore({ id: created.id })).toMatchObject({ then: 'repeat' });
      await expectError(receivers.restore({ id: created.id }), 'not_found', 'Deleted');
    });

    it('are rejected with the name of the invalid field, at any depth', async () => {
      const { receivers } = open().client;
      const create = (more: object) => receivers.create({ name: newName(), ...more });
      await expectFieldError(receivers.create({ name: 'a b' }), ['name'], 'part of the');
      const { name } = await create({});
      await expectFieldError(receivers.create({ name }), ['name'], 'already in use');
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
      const { receivers, receiverRequests } = open().client;
      const steps = [{ status: 503 }, { status: 200, body: 'ok' }];
      const { id, url } = await receivers.create({ name: newName(), steps, secret: 's' });
      const post = (body: string) => fetch(url ?? '', { method: 'POST', body });
      expect((await post('{"a":1}')).status).toBe(503);
      expect((await post('two')).status).toBe(200);
      const followed = open().started.followed;
      await followed.until(
        () => open().started.core.receivers.requests.page(id, 2, undefined).items[1],
      );
      expect(await receivers.get({ id })).toMatchObject({ responded: 2, nextStep: 1 });
      const { items } = await receiverRequests.list({ id, limit: 2 });
      expect(items).toMatchObject([
        { kind: 'request', method: 'POST', status: 200, signature: { parsed: 'not_json' } },
        { status: 503, cause: 'step', fault: 'none', signature: { raw: 'missing' } },
      ]);
      const page = await receiverRequests.list({ id, limit: 1 });
      const next = await receiverRequests.list({ id, limit: 1, cursor: page.nextCursor ?? '' });
      expect([...page.items, ...next.items]).toEqual(items);
      const requestId = items[0]?.id ?? 0;
      expect(await receiverRequests.get({ id, requestId })).toMatchObject({
        body: { text: 'two' },
        signature: { received: null, raw: 'missing', expectedParsed: null },
        response: { status: 200, body: { text: 'ok' }, step: 1 },
        connection: { remoteAddress: '127.0.0.1', tls: null },
      });
      expect(await receivers.resetSteps({ id })).toMatchObject({ responded: 0, nextStep: 0 });
      await receiverRequests.clear({ id });
      expect(await receiverRequests.list({ id })).toEqual({ items: [], nextCursor: null });
      expect(await receivers.get({ id })).toMatchObject({ lastRequestAt: null });
      await expectError(receiverRequests.get({ id, requestId }), 'not_found', 'Request not found');
      await expectError(receiverRequests.list({ id: 'rcv_x' }), 'not_found', 'Receiver not found');
    });

    it('have requests that are previewed and copied', async () => {
      const { client, started } = open();
      const { receivers, receiverRequests, copies } = client;
      const { id, name, url } = await receivers.create({
        name: newName(),
        steps: [{ status: 207 }],
      });
      await fetch(`${url}/a?b=c`, { method: 'PUT', body: 'one', headers: { 'X-Env': 'dev' } });
      const entry = await started.followed.until(
        () => started.core.receivers.requests.page(id, 1, undefined).items[0],
      );
      const requestId = entry.id;
      const edit = { id: name, requestId, body: 'two', method: 'POST' };
      const preview = await receiverRequests.previewCopy(edit);
      expect(preview).toMatchObject({
        request: { method: 'POST', url: `${url}/a?b=c` },
        body: { text: 'two' },
        signing: 'as_is',
        signatureFit: 'unsigned',
      });
      const sent = await receiverRequests.sendCopy(edit);
      expect(sent).toMatchObject({
        ...preview,
        method: 'POST',
        status: 207,
        received: { receiverId: id, receiver: name, requestId },
      });
      expect(await copies.get({ id: sent.id })).toEqual(sent);
      expect((await copies.listAll({ limit: 1 })).items).toMatchObject([{ id: sent.id }]);
      const sendCopy = (more: object) => receiverRequests.sendCopy({ id, requestId, ...more });
      await expectFieldError(sendCopy({ method: 'CONNECT' }), ['method'], "can't be sent");
      await expectFieldError(sendCopy({ signing: 'stale' }), ['secret'], 'needs a secret');
      await expectError(sendCopy({ requestId: 999_999 }), 'not_found', 'Request not found');
      await fetch(url ?? '', { method: 'POST', body: 'x'.repeat(70_000) });
      const long = await started.followed.until(() =>
        started.core.receivers.requests
          .page(id, 9, undefined)
          .items.find(({ bodyBytes }) => bodyBytes === 70_000),
      );
      await expectError(
        sendCopy({ requestId: long.id }),
        'body_truncated',
        'not recorded completely',
      );
    });

    it('come with presets that can be created', async () => {
      const { receivers } = open().client;
      const [first, ...others] = await receivers.gallery();
      expect(others.length).toBeGreaterThan(20);
      if (first === undefined) throw new Error('The gallery is empty.');
      const created = await receivers.create(first.settings);
      expect(created).toMatchObject(first.settings);
      const [again] = await receivers.gallery();
      expect(again?.settings.name).toBe(`${first.settings.name}-2`);
      await receivers.remove({ id: created.id });
    });

    it('are configured by name, and exported with secrets only on request', async () => {
      const { configuration } = open().client;
      const name = newName();
      const wanted = {
        receivers: [
          { name, secret: 'hidden', strict: true, steps: [{ status: 503 }], tls: 'none' as const },
        ],
      };
      const applied = { created: [`receiver ${name}`], updated: [], unchanged: [], omitted: [] };
      expect(await configuration.apply(wanted)).toEqual(applied);
      expect(await configuration.apply(wanted)).toMatchObject({ unchanged: applied.created });
      const ours = (exported: Awaited<ReturnType<typeof configuration.get>>) =>
        exported.receivers.filter((receiver) => receiver.name === name);
      expect(ours(await configuration.get({ secrets: true }))).toMatchObject(wanted.receivers);
      const plain = ours(await configuration.get({}));
      expect(plain[0]).not.toHaveProperty('secret');
      expect(await configuration.apply({ receivers: plain })).toMatchObject({
        unchanged: applied.created,
      });
      await expectFieldError(
        configuration.apply({ receivers: [{ name: newName(), strict: true, secret: '' }] }),
        ['receivers', 0, 'strict'],
        'needs a secret',
      );
      await expectFieldError(
        configuration.apply({ receivers: [{ name: newName(), step: [] } as { name: string }] }),
        ['receivers', 0],
        '"step"',
      );
    });
  });
}
