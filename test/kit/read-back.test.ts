/** Exports are read back as fixtures of scenarios. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { messagesIn } from '#main/scenarios/fixture.ts';
import { exported } from '#test/deliveries/exports/exported.ts';
import { connect } from '#test/support/builders.ts';
import { postBytes } from '#test/support/ingest-client.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

/** As SDKs send them, in this order. */
const messages = [
  '{"type":"identify","userId":"u1","traits":{"plan":"pro","id":1236546565217899832645}}',
  '{"type":"track","anonymousId":"a1","event":"Paid ☃","properties":{"total":1e400}}',
  '{"type":"page","userId":"u1","name":"Home","category":"Shop","properties":{"path":"/"}}',
  '{"type":"screen","userId":"u1","name":"Main","context":{"os":{"name":"iOS"}}}',
  '{"type":"group","userId":"u1","groupId":"g1","traits":{"employees":7}}',
  '{"type":"alias","previousId":"a1","userId":"u1"}',
];

async function ingest(core: Core, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const { status } = await postBytes(core, '/v1/batch', `{"batch":[${text}]}`);
    expect(status, text).toBe(200);
  }
}

describe('as a fixture, an export', () => {
  it.each([
    ['documented', 'segment-classic', 's'],
    ['full', 'segment-classic', 's'],
    ['documented', 'standard-webhooks', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ] as const)('has what was sent: %s bodies of %s', async (payloadShape, profile, sharedSecret) => {
    const { core, followed } = await startCore();
    const steps = [{ status: 503, times: 1 }, { status: 200 }];
    const mock = await makeMock(core, { steps });
    await connect(core, { urls: [urlOf(mock)], payloadShape, profile, sharedSecret });
    await ingest(core, messages);
    // One delivery has two requests.
    await followed.ledger(({ delivered }) => delivered === 5);
    await followed.retries(1);
    await core.clock.fastForwardToNextAttempt();
    await followed.ledger(({ delivered }) => delivered === messages.length);
    const log = { mockId: mock.id };
    const files = [
      await exported(core, { format: 'jsonl' }),
      await exported(core, { format: 'har' }),
      await exported(core, { ...log, format: 'jsonl' }),
      await exported(core, { ...log, format: 'har' }),
    ];
    // The second core shows what each list of messages becomes.
    const other = await startCore();
    const target = await startTarget();
    await connect(other.core, { urls: [target.url] });
    const bodiesOf = async (texts: readonly string[]): Promise<readonly string[]> => {
      const before = target.requests.length;
      await ingest(other.core, texts);
      await expect.poll(() => target.requests.length).toBe(before + texts.length);
      return target.requests
        .slice(before)
        .map(({ body }) => body.toString().replace(/"timestamp":"[^"]*"/, ''))
        .toSorted();
    };
    const expected = await bodiesOf(messages);
    for (const [index, { name, bytes }] of files.entries()) {
      const again = messagesIn(bytes.toString(), name);
      const types = again.map(({ message }) => message.type);
      // In the log of the mock endpoint, requests are in the order of their arrival.
      if (index === 0) expect(types).toEqual(messages.map((text) => JSON.parse(text).type));
      // Steps give each message an ID of their own.
      const texts = again.map(({ message }) =>
        JSON.stringify({ ...message, messageId: undefined }),
      );
      expect(await bodiesOf(texts), name).toEqual(expected);
    }
  });

  it.each([
    ['a payload of a provider', '{"zen":"x"}'],
    ['a deletion notice', '{"type":"delete","userId":"u1","timestamp":"2026-01-01T00:00:00.000Z"}'],
    ['another list', '[]'],
  ])('that has %s is not sent in part', (_, data) => {
    const line = { kind: 'hookwright.delivery', id: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    const text = JSON.stringify({ ...line, body: { encoding: 'utf8', data } });
    expect(() => messagesIn(`${messages[0]}\n${text}\n`, 'f.jsonl')).toThrow(/f\.jsonl, line 2/);
  });

  it('without recorded bodies is not sent', () => {
    const line = { kind: 'hookwright.delivery', id: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    expect(() => messagesIn(JSON.stringify({ ...line, body: null }), 'f.json')).toThrow(/entry 1/);
    expect(() => messagesIn('[1]', 'f.json')).toThrow(/entry 1/);
  });
});

describe('a compressed body of a fixture', () => {
  const fixture = (body: Buffer) =>
    JSON.stringify({
      ...{ kind: 'hookwright.request', deliveryId: null, receivedAt: '2026-01-01T00:00:00.000Z' },
      headers: [['Content-Encoding', 'gzip']],
      body: { encoding: 'base64', data: body.toString('base64') },
      truncated: false,
    });

  it('is read', () => {
    expect(messagesIn(fixture(gzipSync('{"type":"track"}')), 'f.json')).toMatchObject([
      { message: { type: 'track' } },
    ]);
  });

  it.each([
    ['is invalid', Buffer.from([31, 139, 8, 0, 255])],
    ['becomes too large', gzipSync(`{"type":"track","a":"${'a'.repeat(5_000_000)}"}`)],
  ])('that %s leaves the run inconclusive', (_, body) => {
    expect(() => messagesIn(fixture(body), 'f.json')).toThrow(
      expect.objectContaining({ code: 'fixture_invalid' }),
    );
  });
});
