/** What a mock endpoint logs about its requests, and how much. */
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRequestLog, logLimits } from '#main/mocks/request-log.ts';
import type { NewMockEntry } from '#main/store/mock-requests.ts';
import { openStore, type Store } from '#main/store/store.ts';
import type { Changed, Tx } from '#main/store/write-queue.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { plainBox } from '#test/support/core-options.ts';
import { makeMock, speak, urlOf } from '#test/support/mock-client.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { openCore, sharedCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const starting = sharedCore();

describe('the log of a mock endpoint', () => {
  it('keeps header lines as received, and bodies that are not text', async () => {
    const { core, followed } = await starting;
    const mock = await makeMock(core);
    const bytes = (host: string, path: string) =>
      `POST ${path}?q=1 HTTP/1.1\r\nHost: ${host}\r\nx-ODD:  twice \r\nX-Odd: two\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n\xff\x00\r\n1\r\na\r\n0\r\n\r\n`;
    await speak(urlOf(mock), { bytes });
    const [entry] = await followed.until(() => {
      const { items } = core.mockRequests.list({ id: mock.id, limit: 1 });
      return items.length > 0 && items;
    });
    const detail = core.mockRequests.get({ id: mock.id, requestId: entry?.id ?? 0 });
    expect(detail).toMatchObject({
      path: `/mock/${mock.name}?q=1`,
      bodyBytes: 3,
      body: { text: null, base64: Buffer.from([0xff, 0, 0x61]).toString('base64') },
      connection: { requestNumber: 1, error: null },
      signature: null,
    });
    expect(detail.headers).toEqual(
      expect.arrayContaining([
        ['x-ODD', 'twice'],
        ['X-Odd', 'two'],
      ]),
    );
  });

  it('keeps the BOM of a body', async () => {
    const { core, followed } = await starting;
    const mock = await makeMock(core);
    await fetch(urlOf(mock), { method: 'POST', body: Buffer.from('\ufeff{}') });
    const [entry] = await followed.until(() => {
      const { items } = core.mockRequests.list({ id: mock.id, limit: 1 });
      return items.length > 0 && items;
    });
    expect(core.mockRequests.get({ id: mock.id, requestId: entry?.id ?? 0 })).toMatchObject({
      bodyBytes: 5,
      body: { text: '\ufeff{}', base64: null },
    });
  });

  it('recognizes the message of a Hookwright body, whatever else it contains', async () => {
    const { core, followed } = await starting;
    const mock = await makeMock(core);
    const bodies = [
      { type: 'track', event: 'Tried', properties: {} },
      { type: 'page', event: { odd: 1 }, userId: 'ada', properties: { name: 'Home' } },
      { type: 'alias', 'User ID': 'ada' },
      { type: 'delete', userId: 7 },
      { type: 'invoice.paid' },
      [],
    ];
    for (const body of bodies)
      await fetch(urlOf(mock), { method: 'POST', body: JSON.stringify(body) });
    const items = await followed.until(() => {
      const page = core.mockRequests.list({ id: mock.id, limit: 10 });
      return page.items.length === bodies.length && page.items;
    });
    expect(items.map(({ message }) => message).reverse()).toEqual([
      { type: 'track', label: 'Tried' },
      { type: 'page', label: 'Home' },
      { type: 'alias', label: 'ada' },
      { type: 'delete', label: '' },
      null,
      null,
    ]);
  });

  it('keeps the beginning and the length of a long body, and signs all of it', async () => {
    const { core, followed } = await starting;
    const mock = await makeMock(core, { secret: 's' });
    const body = JSON.stringify({ text: 'é'.repeat(100_000) });
    await fetch(urlOf(mock), { method: 'POST', body });
    const [entry] = await followed.until(() => {
      const { items } = core.mockRequests.list({ id: mock.id, limit: 1 });
      return items.length > 0 && items;
    });
    const detail = core.mockRequests.get({ id: mock.id, requestId: entry?.id ?? 0 });
    expect(detail.body).toMatchObject({ byteLength: 200_011, truncated: true });
    expect(detail.body.text?.length).toBeGreaterThan(30_000);
    expect(detail.signature?.expectedRaw).toBe(detail.signature?.expectedParsed);
  });

  it('treats endlessly nested JSON as invalid, without parsing it', async () => {
    const { core, followed } = await starting;
    const mock = await makeMock(core, { secret: 's' });
    for (const levels of [500, 501])
      await fetch(urlOf(mock), {
        method: 'POST',
        body: '['.repeat(levels) + ']'.repeat(levels),
      });
    const items = await followed.until(() => {
      const page = core.mockRequests.list({ id: mock.id, limit: 2 });
      return page.items.length === 2 && page.items;
    });
    expect(items.map(({ signature }) => signature?.parsed)).toEqual(['not_json', 'missing']);
  });

  it('includes connections without a request, with bytes that are not HTTP, and with half a request', async () => {
    const { core, followed } = await starting;
    // Its own port: on a shared one, the mock endpoint would be unknown.
    const steps = [{}, { fault: 'refuse_connection' as const }];
    const mock = await makeMock(core, { steps });
    const { hostname, port } = new URL(urlOf(mock));
    const logged = (count: number) =>
      followed.until(() => {
        const { items } = core.mockRequests.list({ id: mock.id, limit: 10 });
        return items.length === count && items;
      });
    const send = async (text: string) => {
      const socket = net.connect({ host: hostname, port: Number(port) });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.end(text);
    };
    await send('');
    await logged(1);
    await send('NOT HTTP AT ALL\r\n\r\n');
    await logged(2);
    await send(`POST /mock/${mock.name} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf`);
    const items = await logged(3);
    expect(items).toMatchObject([
      { kind: 'broken_request', method: 'POST', bodyBytes: 4, status: null },
      { kind: 'broken_request', method: null },
      { kind: 'no_request', method: null, status: null },
    ]);
    const bytesOf = (index: number) =>
      core.mockRequests.get({ id: mock.id, requestId: items[index]?.id ?? 0 }).connection.httpBytes;
    expect([bytesOf(1), bytesOf(2)]).toEqual([19, 0]);
  });

  it('checks no signature of a request that broke off, which uses no step', async () => {
    const { core, followed } = await starting;
    const rules = [{ match: { 'body.n': 1 }, status: 201 }];
    const mock = await makeMock(core, { secret: 's', steps: [{ status: 503 }, {}], rules });
    const { hostname, port } = new URL(urlOf(mock));
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket
      .on('error', () => undefined)
      .once('connect', () =>
        socket.end(`POST /mock/${mock.name} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf`),
      );
    const entries = (count: number) =>
      followed.until(() => {
        const { items } = core.mockRequests.list({ id: mock.id, limit: 10 });
        return items.length === count && items;
      });
    expect(await entries(1)).toMatchObject([{ kind: 'broken_request', signature: null }]);
    expect((await fetch(urlOf(mock), { method: 'POST', body: '{}' })).status).toBe(503);
    expect(await entries(2)).toMatchObject([{ signature: { raw: 'missing' } }, {}]);
  });

  it('is kept across a restart, unlike the position in the steps', async () => {
    const dataFolder = temporaryFolder();
    const first = await openCore({ dataFolder });
    const { id, url } = await makeMock(first.core, { steps: [{ status: 503 }, {}] });
    await fetch(url ?? '', { method: 'POST', body: 'hi' });
    await first.stop();
    const second = await openCore({ dataFolder });
    expect(second.core.mockRequests.list({ id, limit: 5 }).items).toMatchObject([
      { status: 503, bodyBytes: 2 },
    ]);
    const { lastRequestAt, nextStep } = second.core.mocks.get({ id });
    expect(lastRequestAt).toBeGreaterThan(0);
    expect(nextStep).toBe(0);
    await second.stop();
  });
});

describe('the log of all mock endpoints', () => {
  const entry = (mockId: string, receivedAt: number): NewMockEntry => ({
    mockId,
    deliveryId: null,
    receivedAt,
    kind: 'request',
    method: 'POST',
    path: '/mock/x',
    bodyBytes: 100,
    signature: null,
    status: 200,
    fault: 'none',
    cause: 'step',
    headers: [],
    body: Buffer.alloc(100),
    response: null,
    forwarded: null,
    connection: {
      remoteAddress: '',
      remotePort: 0,
      requestNumber: 1,
      tls: null,
      httpBytes: 0,
      error: null,
    },
  });
  const now = 1_000_000_000_000;

  async function open(limits: Partial<typeof logLimits>) {
    const published: Changed[] = [];
    const store: Store = openStore({
      dataFolder: temporaryFolder(),
      secretBox: plainBox,
      log: createRecordedLog().log,
      clock: () => null,
      committed: (changes) => void published.push(...changes),
    });
    onTestFinished(() => store.close());
    const id = 'mock_x';
    const settings = NewMock.parse({ name: 'x' });
    await store.write((tx) =>
      store.mocks.put(tx, { ...settings, id, port: null, createdAt: 0, updatedAt: 0 }),
    );
    const { log } = createRecordedLog();
    const make = (into = store) =>
      createRequestLog({ store: into, log, limits: { ...logLimits, ...limits } });
    const add = async (count: number) => {
      const requestLog = make();
      for (let index = 0; index < count; index += 1) requestLog.add(entry(id, now));
      await requestLog.flushed();
    };
    const deletedIds = () =>
      published.flatMap((change) =>
        change.kind === 'deleted' && change.noun === 'mockRequest' ? change.ids : [],
      );
    return { store, make, add, deletedIds };
  }

  it('keeps the newest entries up to its maximum count', async () => {
    const { store, add } = await open({ entries: 1_500 });
    await add(3_000);
    expect(store.mockRequests.totals().entries).toBe(1_500);
    expect(store.mockRequests.oldest(1)).toMatchObject([{ id: 1_501 }]);
  });

  it('publishes which entries it deleted, whatever deleted them', async () => {
    const { store, make, add, deletedIds } = await open({ entries: 1_500 });
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    await add(3_000);
    expect(deletedIds()).toEqual(upTo(1_500));
    // As retention and deletion jobs do.
    await store.write((tx) => make().deleteSome(tx, 1_600, 1_000));
    expect(deletedIds()).toEqual(upTo(1_600));
    await store.write((tx) => make().deleteSome(tx, 1_600, 1_000));
    expect(deletedIds()).toEqual(upTo(1_600));
  });

  it('keeps entries up to its maximum size', async () => {
    const { store, add } = await open({ bytes: 100 * 102 });
    await add(1_000);
    expect(store.mockRequests.totals()).toEqual({ entries: 100, bytes: 100 * 102 });
  });

  it('also clears entries that are not on disk yet', async () => {
    const { store, make } = await open({});
    const requestLog = make();
    for (let index = 0; index < 500; index += 1) requestLog.add(entry('mock_x', now));
    await requestLog.clear('mock_x');
    await requestLog.flushed();
    expect(store.mockRequests.totals().entries).toBe(0);
  });

  it('counts again when it was cleared during the removal of the oldest', async () => {
    const { store, make } = await open({ entries: 1_000 });
    await store.write((tx) => {
      for (let index = 0; index < 1_500; index += 1)
        store.mockRequests.insert(tx, entry('mock_x', now));
    });
    const requestLog = make();
    // The removal counts before the clearing is on disk, and ends after it.
    const clearing = requestLog.clear('mock_x');
    requestLog.add(entry('mock_x', now));
    await clearing;
    await requestLog.flushed();
    for (let index = 0; index < 1_000; index += 1) requestLog.add(entry('mock_x', now));
    await requestLog.flushed();
    expect(store.mockRequests.totals().entries).toBe(1_000);
  });

  it('holds only the kept part of a long body in memory', async () => {
    const { store, make } = await open({});
    const entries: NewMockEntry[] = [];
    const watched = {
      ...store,
      mockRequests: {
        ...store.mockRequests,
        insert: (tx: Tx, given: NewMockEntry) => {
          entries.push(given);
          return store.mockRequests.insert(tx, given);
        },
      },
    };
    const requestLog = make(watched);
    requestLog.add({ ...entry('mock_x', now), body: Buffer.alloc(4_000_000, 'x'), bodyBytes: 4e6 });
    await requestLog.flushed();
    expect(entries.map(({ body }) => body.buffer.byteLength)).toEqual([65_536]);
    expect(store.mockRequests.oldest(1)[0]?.keptBytes).toBe(65_538);
  });

  it('drops entries when too many bytes wait for the disk, and accepts more afterwards', async () => {
    const { store } = await open({});
    const { log, records } = createRecordedLog();
    const requestLog = createRequestLog({ store, log });
    const large = { ...entry('mock_x', now), body: Buffer.alloc(65_536), bodyBytes: 65_536 };
    for (let round = 1; round <= 2; round += 1) {
      for (let index = 0; index < 1_500; index += 1) requestLog.add(large);
      await requestLog.flushed();
      // 64 MB wait, in addition to the first one, which is already being written.
      expect(store.mockRequests.totals().entries).toBe(round * 1_025);
    }
    const reported = { level: 'error', message: expect.stringContaining('475') };
    expect(records).toMatchObject([reported, reported]);
  });
});
