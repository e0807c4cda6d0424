/** Requests recorded from real SDKs, replayed byte for byte with their own write keys. */
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { NewDestination } from '#shared/connections/destination.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';
import { connectRaw, readResponse } from '#test/support/raw-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { expectedBody } from './support/expected-body.ts';
import { type Recorded, readRecordings, recordingNames } from './support/recordings.ts';

/** A core whose only source has the recording's write key, connected to a target. */
async function startFor(writeKey: string) {
  const started = await startCore({ clock: new FakeClock() });
  const target = await startTarget();
  const { core } = started;
  const source = await core.sources.create({ name: 'Recorded', writeKey, enabled: true });
  await core.destinations.create(
    NewDestination.parse({ name: 'Hooks', sourceIds: [source.id], webhookUrl: target.url }),
  );
  return { ...started, target };
}

async function replay(core: Core, bytes: Buffer) {
  const { socket, until } = await connectRaw(core);
  socket.write(bytes);
  return readResponse(await until(/\r\n\r\n\{.*\}$/s));
}

/** The recorded request with another body and the correct length. */
function withBody({ bytes }: Recorded, change: (body: string) => string): Buffer {
  const [head = '', body = ''] = bytes.toString().split('\r\n\r\n');
  const changed = change(body);
  expect(changed).not.toBe(body);
  const length = `Content-Length: ${Buffer.byteLength(changed)}`;
  return Buffer.from(`${head.replace(/content-length: \d+/i, length)}\r\n\r\n${changed}`);
}

describe.each(recordingNames)('%s', (name) => {
  it.each(readRecordings(name).map((recorded) => [recorded.name, recorded] as const))(
    '%s: every message is accepted and delivered with the right body',
    async (_, { bytes, batch, writeKey }) => {
      const { core, followed, target } = await startFor(writeKey);
      const count = batch.batch.length;
      expect(await replay(core, bytes)).toMatchObject({
        status: 200,
        json: { success: true, accepted: count, rejected: [] },
      });
      await followed.ledger(({ delivered }) => delivered === count);
      const expected = batch.batch.map((message) =>
        expectedBody(message, { receivedAt: startOfTests, batch }),
      );
      expect(target.requests.map(({ body }) => body.toString()).sort()).toEqual(expected.sort());
      expect(core.rejected.list({ limit: 10 }).items).toEqual([]);
      expect(core.ledger.get()).toMatchObject({ accepted: count, routed: count, duplicates: 0 });
      expect(core.messages.list({ limit: 50 }).items.map(({ messageId }) => messageId)).toEqual(
        batch.batch.map(({ messageId }) => messageId).reverse(),
      );
    },
  );

  it('gets the same responses when replayed, and nothing is delivered twice', async () => {
    const [first] = readRecordings(name);
    if (first === undefined) throw new Error('There is no recorded request.');
    const { core, followed, target } = await startFor(first.writeKey);
    const count = first.batch.batch.length;
    const responses = [await replay(core, first.bytes), await replay(core, first.bytes)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await followed.ledger(({ delivered }) => delivered === count);
    expect(core.ledger.get()).toMatchObject({ accepted: count, duplicates: count, routed: count });
    expect(target.requests).toHaveLength(count);
  });
});

describe('the integrations in a recording', () => {
  const first = (name: (typeof recordingNames)[number]): Recorded => {
    const [recorded] = readRecordings(name);
    if (recorded === undefined) throw new Error('There is no recorded request.');
    return recorded;
  };

  it('exclude a message from webhooks when All is false and Webhooks is missing', async () => {
    const recorded = first('analytics-go-2.1');
    const { core, followed } = await startFor(recorded.writeKey);
    await replay(
      core,
      withBody(recorded, (body) => body.replace(',"Webhooks":true', '')),
    );
    const others = recorded.batch.batch.length - 1;
    await followed.ledger(({ delivered }) => delivered === others);
    expect(core.ledger.get()).toMatchObject({ notSentBy: { excluded: 1 }, accepted: others + 1 });
  });

  it('ignore "all", as version 3 of the Go library writes it, because names are case-sensitive', async () => {
    const recorded = first('analytics-go-3.3');
    const { core, followed } = await startFor(recorded.writeKey);
    await replay(
      core,
      withBody(recorded, (body) => body.replace('"Webhooks":true,', '')),
    );
    const all = recorded.batch.batch.length;
    await followed.ledger(({ delivered }) => delivered === all);
    expect(core.ledger.get()).toMatchObject({ notSentBy: { excluded: 0 }, accepted: all });
  });
});
