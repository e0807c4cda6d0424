/** Downloads an export over REST, as curl does. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startInterface, token } from './support/start-interface.ts';

const run = promisify(execFile);

async function used() {
  const started = await startInterface();
  const target = await startTarget();
  await connect(started.core, { urls: [target.url] });
  await send(started.core, track({ event: 'Order Completed' }));
  await send(started.core, track({ event: 'Other' }));
  await target.received(2);
  return started;
}

describe('GET /api/deliveries/export', () => {
  test('names the file for curl -OJ and contains the matching deliveries', async () => {
    const { port } = await used();
    const folder = temporaryFolder();
    await run(
      'curl',
      [
        ...['-sS', '--fail', '-OJG', '-H', `Authorization: Bearer ${token}`],
        ...['--data-urlencode', 'filter=event="Order Completed"', '-d', 'format=jsonl'],
        `http://127.0.0.1:${port}/api/deliveries/export`,
      ],
      { cwd: folder },
    );
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^hookwright-deliveries-\d{4}-\d\d-\d\d\.jsonl$/);
    const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: { label: 'Order Completed' } });
  });

  test('names its type and forbids caching', async () => {
    const { api } = await used();
    const response = await api('/deliveries/export?format=har');
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': expect.stringMatching(/^attachment; filename="hookwright-.*\.har"$/),
      'cache-control': 'no-store',
    });
    expect(JSON.parse(response.body).log.version).toBe('1.2');
  });

  test('has one-time links, valid for 60 seconds without the token', async () => {
    const { api, get } = await used();
    const ticket = async (): Promise<string> => {
      const response = await api('/deliveries/export/tickets', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ format: 'jsonl', filter: 'event="Order Completed"' }),
      });
      expect(response.status).toBe(201);
      return JSON.parse(response.body).path;
    };
    const path = await ticket();
    const file = await get(path);
    expect(file.status).toBe(200);
    expect(file.body.trim().split('\n')).toHaveLength(1);
    expect((await get(path)).status).toBe(404);
    const late = await ticket();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
    onTestFinished(() => void vi.useRealTimers());
    expect(JSON.parse((await get(late)).body)).toMatchObject({ code: 'invalid_ticket' });
    const noToken = await get('/api/deliveries/export/tickets', { method: 'POST' });
    expect(noToken.status).toBe(401);
  });

  test('rejects invalid options before the first byte of the file', async () => {
    const { api, get } = await used();
    expect((await get('/api/deliveries/export?format=har')).status).toBe(401);
    const unknown = await api('/deliveries/export?format=pdf');
    expect(unknown.status).toBe(400);
    expect(JSON.parse(unknown.body).message).toContain('format must be one of curl, har');
    const misspelt = await api('/deliveries/export?format=har&filtre=x');
    expect(misspelt.status).toBe(400);
    expect(JSON.parse(misspelt.body).message).toContain('filtre');
    const unreadable = await api('/deliveries/export?format=har&filter=state:');
    expect(unreadable.status).toBe(400);
    expect(JSON.parse(unreadable.body).message).toContain('Character');
    expect((await api('/deliveries/export?format=har&deliveryId=999')).status).toBe(404);
  });

  test('stops when the client disconnects, and reads no further than a slow client', async () => {
    const { port, core, api } = await startInterface();
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    // More than the sockets buffer.
    const event = track({ properties: { text: 'x'.repeat(20_000) } });
    const batch = Array.from({ length: 20 }, () => event);
    for (let count = 0; count < 40; count += 1) await post(core, '/v1/batch', { batch });
    const read = vi.spyOn(core.exports, 'read');
    const cancelled = Promise.withResolvers<void>();
    const { cancel } = core.exports;
    vi.spyOn(core.exports, 'cancel').mockImplementation(async ({ id }) => {
      await cancel({ id });
      cancelled.resolve();
    });
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/api/deliveries/export?format=jsonl',
      headers: { authorization: `Bearer ${token}` },
    });
    const response = new Promise<import('node:http').IncomingMessage>((resolve) =>
      asked.on('response', resolve),
    );
    asked.end();
    (await response).pause();
    const all = (800 * 20_000) / 262_144;
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(1);
    // Time for all other pieces, each read in one turn of the event loop.
    for (let count = 0; count < 2 * all; count += 1) await api('/ledger');
    expect(read.mock.calls.length).toBeLessThan(all * 0.75);
    asked.destroy();
    await cancelled.promise;
    expect(read.mock.calls.length).toBeLessThan(all * 0.75);
  });

  test('stops when the client disconnects before the first match', async () => {
    const { port, core } = await used();
    const asking = Promise.withResolvers<string>();
    const resume = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<string>();
    const { read, cancel } = core.exports;
    const reads = vi.spyOn(core.exports, 'read').mockImplementation(async ({ id }) => {
      asking.resolve(id);
      await resume.promise;
      return read({ id });
    });
    vi.spyOn(core.exports, 'cancel').mockImplementation(async ({ id }) => {
      await cancel({ id });
      cancelled.resolve(id);
    });
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/api/deliveries/export?format=jsonl&filter=event:Unknown',
      headers: { authorization: `Bearer ${token}` },
    });
    asked.on('error', () => undefined).end();
    const id = await asking.promise;
    asked.destroy();
    expect(await cancelled.promise).toBe(id);
    resume.resolve();
    await Promise.allSettled(reads.mock.results.map(({ value }) => value));
    expect(reads).toHaveBeenCalledTimes(1);
    await expect(cancel({ id })).rejects.toThrow('Export not found');
  });
});
