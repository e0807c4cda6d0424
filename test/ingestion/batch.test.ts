import { describe, expect, it } from 'vitest';
import { connect, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { post, postBytes, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

async function started() {
  const { core } = await startCore({ clock: new FakeClock() });
  await theSource(core);
  const normalized = () =>
    core.messages
      .list({ limit: 100 })
      .items.map(({ id }) => JSON.parse(core.messages.get({ id }).normalizedText))
      .reverse();
  return { core, normalized };
}

describe('a batch', () => {
  it('of valid messages gets 200 with their number', async () => {
    const { core } = await started();
    const response = await post(core, '/v1/batch', { batch: [track(), track(), track()] });
    expect(response).toMatchObject({
      status: 200,
      json: { success: true, accepted: 3, rejected: [] },
    });
  });

  it('is also accepted at /v1/import', async () => {
    const { core } = await started();
    expect((await post(core, '/v1/import', { batch: [track()] })).status).toBe(200);
  });

  it('with some invalid messages accepts the others, and lists these by index and code', async () => {
    const { core, normalized } = await started();
    const batch = [
      track({ event: 'A' }),
      { type: 'track', userId: 'u' },
      'text',
      track({ event: 'B' }),
    ];
    const { status, json } = await post(core, '/v1/batch', { batch });
    expect(status).toBe(200);
    expect(json).toMatchObject({ success: true, accepted: 2 });
    expect(json.rejected?.map(({ index, code }) => [index, code])).toEqual([
      [1, 'event_not_defined'],
      [2, 'bad_request'],
    ]);
    expect(normalized().map(({ event }) => event)).toEqual(['A', 'B']);
    const rejected = core.rejected
      .list({ limit: 10 })
      .items.map(({ id }) => core.rejected.get({ id }));
    expect(rejected.map(({ request }) => request.batchIndex)).toEqual([2, 1]);
    expect(rejected[1]?.bodyText).toBe('{"type":"track","userId":"u"}');
    expect(core.ledger.get()).toMatchObject({ accepted: 2, rejected: 2, balanced: true });
  });

  it('without a valid message gets 400 with the first reason and the list', async () => {
    const { core } = await started();
    const { status, json } = await post(core, '/v1/batch', { batch: [{ type: 'track' }, null] });
    expect(status).toBe(400);
    expect(json).toMatchObject({ success: false, code: 'no_user_anon_id', accepted: 0 });
    expect(json.rejected).toHaveLength(2);
  });

  it('adds its context and integrations to its messages, whose own keys take precedence', async () => {
    const { core, normalized } = await started();
    await post(core, '/v1/batch', {
      context: { ip: 'batch', library: { name: 'sdk' } },
      integrations: { All: true, A: true },
      batch: [track(), track({ context: { ip: 'own' }, integrations: { A: false } })],
    });
    expect(normalized()).toMatchObject([
      { context: { ip: 'batch', library: { name: 'sdk' } }, integrations: { All: true, A: true } },
      { context: { ip: 'own', library: { name: 'sdk' } }, integrations: { All: true, A: false } },
    ]);
  });

  it('has a sentAt that takes precedence over those of its messages', async () => {
    const { core, normalized } = await started();
    const timestamp = '2026-11-20T06:59:00.000Z';
    await post(core, '/v1/batch', {
      sentAt: '2026-11-20T07:00:00.000Z',
      batch: [track({ timestamp }), track({ timestamp, sentAt: '2026-11-20T06:59:30.000Z' })],
    });
    expect(normalized().map((message) => message.timestamp)).toEqual([
      '2026-11-20T07:59:00.000Z',
      '2026-11-20T07:59:00.000Z',
    ]);
  });

  it.each([undefined, null, 'now', 1_732_089_457])(
    'with sentAt %s leaves it to its messages',
    async (sentAt) => {
      const { core, normalized } = await started();
      const item = track({ timestamp: '2026-11-20T06:59:00Z', sentAt: '2026-11-20T06:59:30Z' });
      await post(core, '/v1/batch', { sentAt, batch: [item] });
      expect(normalized()).toMatchObject([{ timestamp: '2026-11-20T07:59:30.000Z' }]);
    },
  );

  it('sent now keeps the time of a stored message that was first sent a month ago', async () => {
    const { core, normalized } = await started();
    const [timestamp, sentAt] = ['2026-10-20T08:00:00.000Z', '2026-10-20T08:00:01.000Z'];
    const batch = [track({ timestamp, sentAt })];
    await post(core, '/v1/batch', { sentAt: '2026-11-20T08:00:00.000Z', batch });
    expect(normalized()).toMatchObject([{ timestamp, sentAt: '2026-11-20T08:00:00.000Z' }]);
  });

  it('keeps the order of its messages, in the store and in deliveries', async () => {
    const { core, normalized } = await started();
    await connect(core);
    const events = Array.from({ length: 50 }, (_, index) => `E${index}`);
    await post(core, '/v1/batch', { batch: events.map((event) => track({ event })) });
    expect(normalized().map(({ event }) => event)).toEqual(events);
    expect((await core.deliveries.list({ limit: 100 })).items.map(({ label }) => label)).toEqual(
      events.toReversed(),
    );
  });

  it('stores the index and the request of each message', async () => {
    const { core } = await started();
    await post(core, '/v1/batch', { batch: [track(), track()] });
    const details = core.messages
      .list({ limit: 2 })
      .items.map(({ id }) => core.messages.get({ id }));
    expect(details.map(({ request }) => [request?.path, request?.batchIndex])).toEqual([
      ['/v1/batch', 1],
      ['/v1/batch', 0],
    ]);
  });
});

describe('a repeated messageId', () => {
  it('is a different one if only a broken half of a character differs', async () => {
    const { core } = await started();
    const body = (id: string) => `{"type":"track","userId":"u","event":"E","messageId":"${id}"}`;
    for (const id of ['\\ud800', '\\ud801', '\\udc00', '\ufffd', '\\ud83d\\ude00'])
      expect((await postBytes(core, '/v1/track', body(id))).status).toBe(200);
    expect(core.ledger.get()).toMatchObject({ accepted: 5, duplicates: 0 });
    await postBytes(core, '/v1/track', body('\\ud800'));
    expect(core.ledger.get()).toMatchObject({ accepted: 5, duplicates: 1 });
  });

  it('from the same source gets 200, is shown as a duplicate, and is not delivered again', async () => {
    const { core } = await started();
    await connect(core);
    await post(core, '/v1/track', track({ messageId: 'm' }));
    const again = await post(core, '/v1/track', track({ messageId: 'm' }));
    expect(again).toMatchObject({ status: 200, json: { success: true } });
    const [newest] = core.messages.list({ limit: 1 }).items;
    expect(newest).toMatchObject({ messageId: 'm', outcome: 'duplicate', deliveryCount: 0 });
    expect(core.messages.get({ id: newest?.id ?? 0 }).deliveries).toEqual([]);
    expect(core.ledger.get()).toMatchObject({
      accepted: 1,
      duplicates: 1,
      routed: 1,
      balanced: true,
    });
  });

  it('within one batch counts too, also as a number', async () => {
    const { core } = await started();
    const batch = [track({ messageId: '7' }), track({ messageId: 7 }), track({ messageId: '7' })];
    expect((await post(core, '/v1/batch', { batch })).json).toMatchObject({ accepted: 3 });
    expect(core.ledger.get()).toMatchObject({ accepted: 1, duplicates: 2 });
  });

  it('in many simultaneous requests is delivered once', async () => {
    const { core } = await started();
    await connect(core);
    const message = track({ messageId: 'same' });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(core, '/v1/track', message)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(core.ledger.get()).toMatchObject({ accepted: 1, duplicates: 19, routed: 1 });
  });

  it('of a rejected message can be used again', async () => {
    const { core } = await started();
    await post(core, '/v1/track', { userId: 'u', messageId: 'm' });
    await post(core, '/v1/track', track({ messageId: 'm' }));
    expect(core.ledger.get()).toMatchObject({ accepted: 1, duplicates: 0, rejected: 1 });
  });

  it('from another source is a different message', async () => {
    const { core } = await started();
    await core.sources.create({ name: 'Other', writeKey: 'other', enabled: true });
    await post(core, '/v1/track', track({ messageId: 'm' }));
    await post(core, '/v1/track', track({ messageId: 'm' }), { authorization: 'Bearer other' });
    expect(core.ledger.get()).toMatchObject({ accepted: 2, duplicates: 0 });
  });

  it('is derived from the messageId of its batch and its index if it is missing', async () => {
    const { core } = await started();
    const batch = [track(), track({ messageId: '' }), track({ messageId: 'own' })];
    for (const [messageId, ledger] of [
      ['b-1', { accepted: 3, duplicates: 0 }],
      ['b-1', { accepted: 3, duplicates: 3 }],
      ['b-2', { accepted: 5, duplicates: 4 }],
      [7, { accepted: 7, duplicates: 5 }],
      ['7', { accepted: 7, duplicates: 8 }],
      ['', { accepted: 9, duplicates: 9 }],
      ['', { accepted: 11, duplicates: 10 }],
    ] as const) {
      expect((await post(core, '/v1/batch', { messageId, batch })).status).toBe(200);
      expect(core.ledger.get()).toMatchObject(ledger);
    }
  });

  it('is a new random UUID if both are missing', async () => {
    const { core } = await started();
    await post(core, '/v1/batch', { batch: [track(), track({ messageId: '' })] });
    const ids = core.messages.list({ limit: 2 }).items.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
