import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { messageSamples } from '#main/sending/samples/messages.ts';
import { NewSource } from '#shared/connections/source.ts';
import { SendRequest } from '#shared/sending/send.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { post } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

const request = (given: object) => SendRequest.parse(given);
const message = { type: 'track', userId: 'u', event: 'E' };

describe('sending', () => {
  it('goes through ingestion: the message shows its request', async () => {
    const { core } = await startCore();
    await theSource(core);
    const progress = await core.send.now(request({ sample: 'track' }));
    expect(progress).toMatchObject({
      sent: 1,
      accepted: 1,
      rejected: 0,
      lastResponse: { status: 200 },
    });
    const [newest] = core.messages.list({ limit: 1 }).items;
    expect(progress.messageIds).toEqual([newest?.messageId]);
    expect(core.messages.get({ id: newest?.id ?? 0 }).request).toMatchObject({
      method: 'POST',
      path: '/v1/track',
    });
  });

  it.each([
    ['a sample', { sample: 'track' }, 1],
    ['a message', { message }, 1],
    ['a message without a type', { message: { userId: 'u' } }, 0],
    ['many messages', { message, count: 30 }, 30],
  ])('%s goes to a single destination if asked to', async (_, given, count) => {
    const { core, followed } = await startCore();
    const target = await startTarget();
    const other = await startTarget();
    const { id, name } = await connect(core, { urls: [target.url] });
    await connect(core, { urls: [other.url] });
    for (const destinationId of [id, name])
      await core.send.now(request({ ...given, destinationId }));
    await followed.ledger(({ delivered }) => delivered === 2 * count);
    expect([target.requests.length, other.requests.length]).toEqual([2 * count, 0]);
    expect(core.messages.list({ limit: 500 }).items).toHaveLength(2 * count);
  });

  it('an SDK cannot choose the destination', async () => {
    const { core } = await startCore();
    const { id } = await connect(core);
    await connect(core);
    await post(core, '/v1/track', message, { 'hookwright-send-to': id });
    const [newest] = core.messages.list({ limit: 1 }).items;
    expect(core.messages.get({ id: newest?.id ?? 0 }).deliveries).toHaveLength(2);
  });

  it.each([
    ['unknown', 'dst_none'],
    ['disabled', 'Off'],
    ['not connected', 'Elsewhere'],
  ])('to a destination that is %s is an error that names the field', async (_, destinationId) => {
    const { core } = await startCore();
    await theSource(core);
    await connect(core, { name: 'Off', enabled: false });
    await connect(core, { name: 'Elsewhere', sourceIds: [] });
    await expect(core.send.now(request({ message, destinationId }))).rejects.toMatchObject({
      issues: [{ path: ['destinationId'] }],
    });
    expect(core.ledger.get().accepted).toBe(0);
  });

  it('accepts every sample', async () => {
    const { core } = await startCore();
    await theSource(core);
    for (const { name } of messageSamples)
      expect(await core.send.now(request({ sample: name }))).toMatchObject({ accepted: 1 });
  });

  it('sends many messages with unique IDs, and reports progress', async () => {
    const { core } = await startCore();
    await theSource(core);
    const seen: number[] = [];
    for await (const { sent } of core.send.follow(request({ message, count: 30 }))) seen.push(sent);
    expect(seen.at(-1)).toBe(30);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(core.ledger.get()).toMatchObject({ accepted: 30, duplicates: 0 });
  });

  it('replaces placeholders in every message of a run', async () => {
    const { core } = await startCore();
    await theSource(core);
    const properties = {
      total: '{int:5-9}',
      range: 'from {int:3-3} on',
      id: '{uuid}',
      template: '{{name}} {n} {unknown}',
      quote: '"{int:1-2}"',
      at: '{now}',
      mail: '{name} {email}',
      '{int:1-1}': '{n}',
      exact: 1e30,
    };
    const numbered = { ...message, userId: 'user-{n}', properties };
    await core.send.now(request({ message: numbered, count: 3 }));
    const { items } = core.messages.list({ limit: 3 });
    expect(items.map(({ userId }) => userId)).toEqual(['user-3', 'user-2', 'user-1']);
    const sent = JSON.parse(core.messages.get({ id: items[2]?.id ?? 0 }).receivedText).properties;
    expect(sent).toMatchObject({ range: 'from 3 on', template: '{{name}} 1 {unknown}', '1': '1' });
    expect([5, 6, 7, 8, 9]).toContain(sent.total);
    expect(sent.id).toMatch(/^[0-9a-f]{8}-/);
    expect(sent.quote).toMatch(/^"[12]"$/);
    expect(Date.parse(sent.at)).toBeGreaterThan(0);
    expect(sent.mail).toMatch(/^(\w+) \1\d@example\.com$/);
    const preview = core.send.preview({
      source: core.sources.list()[0]?.id ?? '',
      message: { ...message, userId: '{n}' },
    });
    expect(preview.rejection).toBe(null);
    await core.send.now(request({ message: numbered }));
    expect(core.messages.list({ limit: 1 }).items[0]?.userId).toBe('user-1');
  });

  it('sends each of several messages once, as it is', async () => {
    const { core, followed } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    const messages = Array.from({ length: 25 }, (_, index) => ({
      type: 'track',
      userId: `user-${index}`,
      event: '{n} of {uuid}',
    }));
    const progress = await core.send.now(request({ messages }));
    expect(progress).toMatchObject({ sent: 25, count: 25, accepted: 25, rejected: 0 });
    await core.send.now(request({ messages: messages.slice(0, 1) }));
    await followed.ledger(({ delivered }) => delivered === 26);
    const bodies = target.requests.map(
      ({ body }) => JSON.parse(String(body)) as (typeof messages)[0],
    );
    expect(bodies.map(({ userId }) => userId).sort()).toEqual(
      [...messages, messages[0]].map((one) => one?.userId).sort(),
    );
    expect(new Set(bodies.map(({ event }) => event))).toEqual(new Set(['{n} of {uuid}']));
  });

  it.each([
    [{ messages: [message], count: 2 }, 'count'],
    [{ messages: [] }, 'messages'],
    [{ messages: [message], messageId: 'm' }, 'messageId'],
    [{ messages: [message], message }, 'message'],
    [{ messages: [message, 7] }, 'messages'],
    [{ message, placeholders: false }, 'placeholders'],
    [{ payload: '\ud800', destinationId: 'd' }, 'payload'],
  ])('rejects %o and names the field', (given, field) => {
    const { error } = SendRequest.safeParse(given);
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  });

  it('keeps to the rate of the virtual clock', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    await theSource(core);
    const startedAt = clock.now();
    const following = core.send.follow(request({ message, count: 3, perSecond: 2 }));
    expect((await following.next()).value).toMatchObject({ sent: 1 });
    const second = following.next();
    await clock.scheduled(startedAt + 500);
    expect(core.ledger.get().accepted).toBe(1);
    clock.advance(500);
    expect((await second).value).toMatchObject({ sent: 2 });
    const third = following.next();
    await clock.scheduled(startedAt + 1_000);
    clock.advance(500);
    expect((await third).value).toMatchObject({ sent: 3 });
    expect(await following.next()).toMatchObject({ done: true });
  });

  it('stops when it is cancelled, also during a wait', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    await theSource(core);
    const stopping = new AbortController();
    const following = core.send.follow(
      request({ message, count: 100, perSecond: 1 }),
      stopping.signal,
    );
    await following.next();
    const next = following.next();
    await clock.scheduled(clock.now() + 1_000);
    stopping.abort();
    expect(await next).toMatchObject({ done: true });
    expect(core.ledger.get().accepted).toBe(1);
  });

  it('sends many messages in batches, through the client library', async () => {
    const { core } = await startCore();
    await theSource(core);
    const { messageIds } = await core.send.now(request({ message, count: 50 }));
    expect(new Set(messageIds).size).toBe(50);
    const { items } = core.messages.list({ limit: 50 });
    expect(items.map(({ messageId }) => messageId).sort()).toEqual(messageIds.toSorted());
    const paths = items.map(({ id }) => core.messages.get({ id }).request?.path);
    expect(new Set(paths)).toEqual(new Set(['/v1/batch']));
    expect(items.every(({ origin }) => origin.kind === 'send')).toBe(true);
  });

  it('counts the messages of a request in flight when it is cancelled', async () => {
    const { core } = await startCore();
    await theSource(core);
    const seen: number[] = [];
    const following = core.send.follow(request({ message, count: 10_000, run: 'load' }));
    for await (const { sent } of following) {
      seen.push(sent);
      // The next batch is in flight when this runs.
      if (seen.length === 3) setImmediate(() => core.send.cancel({ run: 'load' }));
    }
    expect(seen.at(-1)).toBeLessThan(10_000);
    expect(seen.at(-1)).toBe(core.ledger.get().accepted);
  });

  it('stops retrying when it is cancelled while ingestion fails', async () => {
    const { core, dataFolder, log } = await startCore({ expectedErrors: /Can't store/ });
    await theSource(core);
    const db = new Database(join(dataFolder, 'hookwright.sqlite'));
    db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON messages BEGIN
      SELECT RAISE(ROLLBACK, 'database or disk is full'); END`);
    const following = core.send.follow(request({ message, count: 100, run: 'load' }));
    const last = following.next();
    await expect.poll(() => log.errors().length).toBeGreaterThan(0);
    db.exec('DROP TRIGGER refuse');
    db.close();
    core.send.cancel({ run: 'load' });
    expect((await last).value).toMatchObject({ sent: 0, accepted: 0, rejected: 0 });
    expect(await following.next()).toMatchObject({ done: true });
    expect(core.ledger.get().accepted).toBe(0);
  });

  it('sends many messages as previewed', async () => {
    const { core, followed } = await startCore({ clock: new FakeClock() });
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    // A sentAt would shift the timestamp, and the library's name would be in the context.
    const dated = { ...message, timestamp: '2020-01-01T00:00:00.000Z', odd: 1 };
    const preview = core.send.preview({ source: 'Web', message: dated });
    await core.send.now(request({ message: dated, count: 3 }));
    await followed.ledger(({ delivered }) => delivered === 3);
    for (const { body } of target.requests)
      expect(body.toString()).toBe(preview.deliveries[0]?.bodyText);
    expect(target.requests).toHaveLength(3);
  });

  it.each([
    ['invalid', { type: 'track' }, 400, 'no_user_anon_id'],
    ['of no type', { type: 'odd' }, 400, 'bad_request'],
    ['over 32 KB', { ...message, pad: 'x'.repeat(33_000) }, 400, 'payload_too_large'],
    ['over 500 KB', { ...message, pad: 'x'.repeat(600_000) }, 413, 'payload_too_large'],
  ])('counts many messages that are %s as rejected', async (_, given, status, code) => {
    const { core } = await startCore();
    await theSource(core);
    expect(await core.send.now(request({ message: given, count: 21 }))).toMatchObject({
      sent: 21,
      accepted: 0,
      rejected: 21,
      lastResponse: { status, code },
    });
  });

  it.each([1, 21])('parses no message that ingestion rejects unread: %i of them', async (count) => {
    const { core } = await startCore();
    await theSource(core);
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const pad = Array(300_000).fill(1);
    expect(await core.send.now(request({ message: { ...message, pad }, count }))).toMatchObject({
      rejected: count,
      lastResponse: { status: 413, code: 'payload_too_large' },
    });
    const lengths = parse.mock.calls.map(([text]) => text.length);
    expect(Math.max(0, ...lengths)).toBeLessThan(500_000);
  });

  it('reports the error of ingestion unchanged', async () => {
    const { core } = await startCore();
    await theSource(core);
    expect(await core.send.now(request({ message: { type: 'track' } }))).toMatchObject({
      accepted: 0,
      rejected: 1,
      messageIds: [],
      lastResponse: { status: 400, code: 'no_user_anon_id' },
    });
  });

  it('names the field of an unknown source or sample', async () => {
    const { core } = await startCore();
    const refused = (given: object, field: string) =>
      expect(core.send.now(request(given))).rejects.toMatchObject({ issues: [{ path: [field] }] });
    await refused({ message }, 'source');
    await theSource(core);
    await refused({ sample: 'nothing' }, 'sample');
    await refused({ message, source: 'Unknown' }, 'source');
    await core.sources.create(NewSource.parse({ name: 'Second' }));
    await refused({ message }, 'source');
    expect(await core.send.now(request({ message, source: 'Second' }))).toMatchObject({
      accepted: 1,
    });
  });
});

describe('a preview', () => {
  it('is exactly the sent request, header by header and byte by byte', async () => {
    const { core } = await startCore({ clock: new FakeClock() });
    const target = await startTarget();
    await connect(core, {
      sharedSecret: 's',
      webhooks: [{ url: target.url, headers: { 'X-Env': 'prod' } }],
    });
    const preview = core.send.preview({ source: 'Web', message });
    expect(core.ledger.get()).toMatchObject({ accepted: 0, rejected: 0 });
    await core.send.now(request({ message }));
    const { headers, body } = await target.received(1);
    expect(preview.deliveries).toMatchObject([
      { notSent: null, signed: true, bodyText: body.toString(), requests: [{ url: target.url }] },
    ]);
    expect(preview.deliveries[0]?.requests[0]?.headers).toEqual(headers);
  });

  it('shows why a message would be rejected, filtered or excluded', async () => {
    const { core } = await startCore();
    await connect(core, { trackFilter: { mode: 'block', events: ['Noise'] } });
    const preview = (more: object) =>
      core.send.preview({ source: 'Web', message: { ...message, ...more } });
    expect(preview({ userId: null }).rejection).toMatchObject({ code: 'no_user_anon_id' });
    expect(preview({ pad: 'x'.repeat(33_000) }).rejection).toMatchObject({
      code: 'payload_too_large',
    });
    expect(preview({ event: 'Noise' }).deliveries).toMatchObject([
      { notSent: 'filtered', requests: [] },
    ]);
    expect(preview({ integrations: { All: false } }).deliveries).toMatchObject([
      { notSent: 'excluded', bodyText: null },
    ]);
    expect(core.rejected.list({ limit: 1 }).items).toEqual([]);
  });
});
