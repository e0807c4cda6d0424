/** Limits the cost of a small batch: messages, disk, and response size (D47). */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Core } from '#main/app.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { post, postBytes, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { databaseBytes } from '#test/support/used-folder.ts';

const maxBatchMessages = 2_500;
const maxKept = 100;

let core: Core;
let dataFolder: string;
beforeEach(async () => {
  ({ core, dataFolder } = await startCore({ clock: new FakeClock() }));
  await theSource(core);
});

const zeros = (count: number): string => JSON.stringify({ batch: Array(count).fill(0) });
const bigHead = { 'x-pad': 'h'.repeat(14_000) };

describe('a batch of more than 2,500 messages', () => {
  it('is rejected as a whole', async () => {
    const batch = Array.from({ length: maxBatchMessages + 1 }, () => track());
    const response = await post(core, '/v1/batch', { batch });
    expect(response).toMatchObject({ status: 400, json: { code: 'too_many_messages' } });
    expect(core.ledger.get()).toMatchObject({ accepted: 0, rejected: 1 });
    expect(core.rejected.list({ limit: 2 }).items).toMatchObject([
      { code: 'too_many_messages', batch: null },
    ]);
  });

  it('is rejected before its messages are read', async () => {
    const { json, text } = await postBytes(core, '/v1/batch', zeros(250_000), bigHead);
    expect(json.code).toBe('too_many_messages');
    expect(text.length).toBeLessThan(1_000);
    expect(core.ledger.get().rejected).toBe(1);
  });

  it('is rejected before the digits of its numbers are checked', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const body = zeros(250_000).replace(']', ',1e5]');
    for (const [path, headers, code] of [
      ['/v1/batch', {}, 'too_many_messages'],
      ['/v1/batch', { authorization: '' }, 'unknown_source'],
      ['/v1/track', {}, 'payload_too_large'],
    ] as const)
      expect((await postBytes(core, path, body, headers)).json.code).toBe(code);
    expect(parse.mock.calls.filter(([text, revive]) => text === body && revive)).toEqual([]);
  });

  it('exceeds the limit by one; 2,500 are accepted', async () => {
    const batch = Array.from({ length: maxBatchMessages }, () => track());
    const { json } = await post(core, '/v1/batch', { batch });
    expect(json).toMatchObject({ accepted: maxBatchMessages, rejectedCount: 0 });
    expect(core.ledger.get()).toMatchObject({ accepted: maxBatchMessages, rejected: 0 });
  });
});

describe('a batch with many rejected messages', () => {
  it('keeps and lists the first 100 items, and counts all', async () => {
    const { status, json } = await postBytes(core, '/v1/batch', zeros(maxBatchMessages));
    expect(status).toBe(400);
    expect(json).toMatchObject({ accepted: 0, rejectedCount: maxBatchMessages });
    expect(json.rejected?.map(({ index }) => index)).toEqual([...Array(maxKept).keys()]);
    expect(core.ledger.get()).toMatchObject({ rejected: maxBatchMessages, balanced: true });
    const { items } = core.rejected.list({ limit: 500 });
    expect(items).toHaveLength(maxKept);
    expect(items[0]?.batch).toEqual({ rejected: maxBatchMessages, kept: maxKept });
  });

  it('accepts the others, in order', async () => {
    await connect(core);
    const batch = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? 0 : track()));
    const { json } = await post(core, '/v1/batch', { batch }, { 'x-odd': 'Yes' });
    expect(json).toMatchObject({ accepted: 500, rejectedCount: 500 });
    expect(core.ledger.get()).toMatchObject({ accepted: 500, routed: 500, rejected: 500 });
    const [newest] = core.messages.list({ limit: 1 }).items;
    const [rejected] = core.rejected.list({ limit: 1 }).items;
    const requests = [
      core.messages.get({ id: newest?.id ?? 0 }).request,
      core.rejected.get({ id: rejected?.id ?? 0 }).request,
    ].filter((request) => request !== null);
    expect(requests.map(({ batchIndex }) => batchIndex)).toEqual([999, 198]);
    for (const { path, headers } of requests) {
      expect(path).toBe('/v1/batch');
      expect(headers).toContainEqual(['x-odd', 'Yes']);
    }
  });

  it('uses less than 100 KB of disk with a head of 14 KB', async () => {
    const count = 50;
    const before = databaseBytes(dataFolder);
    const body = zeros(maxBatchMessages);
    for (let sent = 0; sent < count; sent += 10)
      await Promise.all(
        Array.from({ length: 10 }, () => postBytes(core, '/v1/batch', body, bigHead)),
      );
    expect(core.ledger.get().rejected).toBe(count * maxBatchMessages);
    expect((databaseBytes(dataFolder) - before) / count).toBeLessThan(100_000);
  });
});

it('the request of valid messages is stored once', async () => {
  await connect(core);
  const before = databaseBytes(dataFolder);
  for (let sent = 0; sent < 5; sent += 1) {
    const batch = Array.from({ length: maxBatchMessages }, () => track());
    await post(core, '/v1/batch', { batch }, bigHead);
  }
  // Without it, 14 KB each.
  expect((databaseBytes(dataFolder) - before) / (5 * maxBatchMessages)).toBeLessThan(3_000);
});
