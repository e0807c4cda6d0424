/**
 * Sockets and ports carry every kind of operation, value and error of the contract. They have nothing
 * of their own per operation, so that each operation is tested over REST only.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#main/kit/app-error.ts';
import { ExactNumber } from '#shared/kit/exact-json.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import { type ErrorCode, errorStatuses } from '#shared/kit/operation-errors.ts';
import { lastOf } from './audiences.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import { kindOf, valueKindsOf } from './kinds.ts';
import { operationsOf } from './operations.ts';
import { makeSource, message } from './sending.ts';
import { type Connected, connectOver, type Served, serveContract } from './transports.ts';

type Row = (connected: Connected) => Promise<void>;

const newName = (): string => `Thing ${crypto.randomUUID()}`;

/** Thrown by listing alerts, and by following a send after its last event. */
let failure: unknown;
/** Of the last call that gets statistics, which has no result. */
let signalOfCall: AbortSignal | undefined;

let served: Served;
beforeAll(async () => {
  served = await serveContract({
    expectedErrors: /^Unexpected error in an operation/,
    replace: (core) => ({
      alerts: {
        list() {
          throw failure;
        },
      },
      send: {
        ...core.send,
        async *follow(...request: Parameters<typeof core.send.follow>) {
          yield* core.send.follow(...request);
          if (failure !== undefined) throw failure;
        },
      },
      statistics: {
        get(_request, signal) {
          signalOfCall = signal;
          return new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
        },
      },
    }),
  });
});
afterEach(() => {
  failure = undefined;
});
afterAll(() => served?.started.stop());

const operations: Readonly<Record<string, Row>> = {
  async 'without input, an object'({ client, started }) {
    expect(await client.ledger.get()).toEqual(started.core.ledger.get());
  },
  async 'without input, a list'({ client, started }) {
    await client.sources.create({ name: newName() });
    expect(await client.sources.list()).toEqual(started.core.sources.list());
  },
  async 'without input, nothing'({ client }) {
    expect(await client.developmentCa.dismissAlert()).toBeUndefined();
  },
  async 'without input, events'({ client }) {
    // Nothing runs.
    for await (const { kind } of await client.scenarios.follow()) expect.fail(kind);
  },
  async 'with input, an object'({ client, started }) {
    const created = await client.sources.create({ name: newName() });
    expect(created).toEqual(started.core.sources.get({ id: created.id }));
  },
  async 'with input, a list'({ client }) {
    expect(await client.scenarios.runs({ file: 'never-run.yaml' })).toEqual([]);
  },
  async 'with input, a page'({ client, started }) {
    const source = await makeSource({ client });
    await client.send.now({ source, message, count: 3 });
    const page = await client.messages.list({ limit: 2 });
    expect(page).toEqual(started.core.messages.list({ limit: 2 }));
    const next = await client.messages.list({ limit: 2, cursor: page.nextCursor ?? '' });
    expect(next.items[0]?.id).toBe((page.items[1]?.id ?? 0) - 1);
  },
  async 'with input, nothing'({ client, started }) {
    const { id } = await client.sources.create({ name: newName() });
    expect(await client.sources.remove({ id })).toBeUndefined();
    expect(started.core.sources.list().map((source) => source.id)).not.toContain(id);
  },
  async 'with input, events'({ client }) {
    const source = await makeSource({ client });
    const events = await client.send.follow({ source, message, count: 3 });
    expect(await lastOf(events)).toMatchObject({ sent: 3, accepted: 3 });
  },
};

const jsonValues = {
  string: 'é 🔑 "\\ \u0000',
  number: -1.5e-7,
  boolean: false,
  null: null,
  list: [[], [1]],
  object: { '': {} },
  [ExactNumber.name]: new ExactNumber('9007199254740993.10'),
} satisfies Readonly<Record<string, JsonValue>>;

const values: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    Object.entries<JsonValue>(jsonValues).map(([kind, value]): [string, Row] => [
      kind,
      async ({ client }) => {
        const sourceId = await makeSource({ client });
        const { id } = await client.traits.create({ name: newName(), sourceId });
        await client.traits.values.set({ id, values: [{ userId: 'u', value: { value } }] });
        const { items } = await client.traits.values.list({ id });
        expect(items.map((item) => item.value)).toStrictEqual([{ value }]);
      },
    ]),
  ),
  async time({ client, clock }) {
    const createdAt = clock.now();
    expect(await client.sources.create({ name: newName() })).toMatchObject({ createdAt });
    const outage = { startsAt: createdAt + 1_000, durationMs: 1_000 };
    const mock = await client.mocks.create({ name: crypto.randomUUID(), outage });
    expect(mock).toMatchObject({ outage });
  },
  async undefined({ client }) {
    const sourceId = await makeSource({ client });
    const schedule = { everyMinutes: 60 };
    const created = await client.audiences.create({ name: newName(), sourceId, schedule });
    const patch = { id: created.id, name: undefined, schedule: null };
    const changed = { name: created.name, schedule: null };
    expect(await client.audiences.update(patch)).toMatchObject(changed);
  },
};

it('the tables have every kind of operation and value of the contract', () => {
  const all = operationsOf();
  expect(Object.keys(operations).sort()).toEqual([...new Set(all.map(kindOf))].sort());
  expect(Object.keys(values).sort()).toEqual([...new Set(all.flatMap(valueKindsOf))].sort());
});

describe.each(['WebSocket', 'MessagePort'] as const)('over %s,', (name) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connectOver(name, served);
  });
  afterAll(() => connected?.close());

  describe('an operation', () => {
    it.each(Object.entries(operations))('%s', async (kind, call) => {
      connected.called.clear();
      await call(connected);
      const called = operationsOf().filter((operation) => connected.called.has(operation.name));
      expect(called.map(kindOf)).toContain(kind);
    });

    it('is aborted by its client, which continues', async () => {
      const { client } = connected;
      const leaving = new AbortController();
      const call = client.statistics.get({}, { signal: leaving.signal });
      const rejected = expect(call).rejects.toThrow();
      await expect.poll(() => signalOfCall?.aborted).toBe(false);
      leaving.abort();
      await rejected;
      await expect.poll(() => signalOfCall?.aborted).toBe(true);
      expect(await client.ledger.get()).toMatchObject({ balanced: true });
    });
  });

  describe('a value', () => {
    it.each(Object.entries(values))('%s', (_kind, pass) => pass(connected));

    it('of the largest size is unchanged', async () => {
      const { client } = connected;
      const { id } = await client.destinations.create({ name: newName(), profile: 'github' });
      const payload = 'é'.repeat(1_048_576);
      const preview = await client.send.preview({ destinationId: id, payload, event: 'push' });
      expect(preview.deliveries[0]?.bodyText === payload).toBe(true);
    });
  });

  describe('an error', () => {
    const codes = new Set(operationsOf().flatMap(({ errors }) => errors));
    // Of changes only.
    codes.delete('too_many_subscribers');

    it.each([...codes] as ErrorCode[])('%s', async (code) => {
      failure = new AppError(code, 'A message.', { fix: 'A fix.' });
      await expect(connected.client.alerts.list()).rejects.toMatchObject({
        ...{ code, status: errorStatuses[code], defined: true },
        ...{ message: 'A message.', data: { fix: 'A fix.' } },
      });
    });

    it('names the invalid field, and how to fix it', async () => {
      const { destinations } = connected.client;
      await expectFieldError(
        destinations.create({
          name: newName(),
          webhooks: [{ url: 'http://x' }, { url: 'example.com' }],
        }),
        ['webhooks', 1, 'url'],
        'http:// or https://',
      );
      const issue = { path: ['a', 0], message: 'Wrong.', fix: 'Right.' };
      failure = new AppError('bad_request', 'Wrong.', { issues: [issue] });
      await expect(connected.client.alerts.list()).rejects.toMatchObject({
        code: 'bad_request',
        data: { field: 'a[0]', fix: 'Right.', issues: [issue] },
      });
    });

    it('that is unexpected has no details', async () => {
      failure = new Error('secret detail');
      const error = await connected.client.alerts.list().catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: 'internal_server_error', status: 500 });
      expect(JSON.stringify(error)).not.toContain('secret detail');
    });
  });

  describe('a stream', () => {
    it('has the error that ends it', async () => {
      const { client } = connected;
      const source = await makeSource(connected);
      failure = new AppError('conflict', 'A message.');
      const events = await client.send.follow({ source, message });
      const read: unknown[] = [];
      const reading = (async () => {
        for await (const event of events) read.push(event);
      })();
      await expectError(reading, 'conflict', 'A message.');
      expect(read.at(-1)).toMatchObject({ sent: 1 });
    });

    it.each(['returns', 'aborts'] as const)('stops when its client %s', async (how) => {
      const { client, clock } = connected;
      const source = await makeSource(connected);
      const leaving = new AbortController();
      const request = { source, message, count: 100, perSecond: 1 };
      const events = await client.send.follow(request, { signal: leaving.signal });
      expect((await events.next()).value).toMatchObject({ sent: 1 });
      const nextAt = clock.now() + 1_000;
      await clock.scheduled(nextAt);
      if (how === 'returns') await events.return();
      else leaving.abort();
      await clock.cancelled(nextAt);
    });

    it('of changes has each change, and frees its place at the end', async () => {
      const { client, started } = connected;
      const feed = await client.changes.follow({});
      const { value: first } = await feed.next();
      expect(first).toMatchObject({ resync: false, changes: [] });
      const source = await client.sources.create({ name: newName() });
      expect((await feed.next()).value).toMatchObject({ changes: [{ kind: 'source', source }] });
      const others: { stop(): void }[] = [];
      onTestFinished(() => {
        for (const other of others) other.stop();
      });
      expect(() => {
        for (;;) others.push(started.core.changes.subscribe({}));
      }).toThrow(AppError);
      await expectError(client.changes.follow({}), 'too_many_subscribers', '');
      await feed.return();
      await expect.poll(() => client.changes.follow({}).then(() => 'follows')).toBe('follows');
    });
  });
});
