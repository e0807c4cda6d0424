/** Random deliveries, and a database with them. */
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import { addFilterFunctions } from '#main/store/filter/condition.ts';
import { createHeaderTemplates, type HeaderTemplates } from '#main/store/header-templates.ts';
import { createSchema } from '#main/store/schema.ts';
import { DatabaseWithStablePlans } from '#main/store/stable-plans.ts';
import type { Tx } from '#main/store/write-queue.ts';
import {
  AttemptCode,
  type DeliveryReason,
  type DeliveryState,
  deliveryReasons,
  deliveryStates,
} from '#shared/deliveries/delivery.ts';
import type { Filter, NamedEntity } from '#shared/filter/filter.ts';
import { type MessageOrigin, MessageType } from '#shared/ingestion/message.ts';
import type { RunDelivery } from '#shared/scenarios/schema/run-data.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createDeliveryMatcher, mockNames } from './match-delivery.ts';

export interface RandomDelivery {
  readonly id: number;
  readonly state: DeliveryState;
  readonly type: MessageType;
  readonly label: string;
  readonly messageId: string;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  readonly origin: MessageOrigin;
  readonly source: NamedEntity;
  readonly destination: NamedEntity & { readonly urls: readonly string[] };
  /** Webhooks with attempts. */
  readonly urls: readonly string[];
  readonly sentHeaders: readonly (readonly [string, string])[];
  readonly lastStatus: number | null;
  readonly reason: DeliveryReason | null;
  readonly lastCode: AttemptCode | null;
  readonly attempts: number;
  readonly warning: boolean;
  readonly createdAt: number;
  /** When its attempts started. */
  readonly attemptedAt: readonly number[];
  /** Null when it is not sent. */
  readonly body: unknown;
  /** What its text has before the body, with keys that may be the same: the last one counts. */
  readonly before: Readonly<Record<string, unknown>>;
}

export const now = 1_800_000_000_000;

/**
 * Few values, so that filters match; with characters special to SQL, LIKE, JSON and letter case.
 */
export const text = fc.constantFrom(
  ...['Order', 'order completed', 'É', 'é', '%', '_', "'; --", 'a"b', 'a\\b', 'line\nbreak', '100'],
  ...['a\0b', 'a'],
  ...[
    'true',
    'null',
    'Web',
    'web',
    '',
    'x',
    'https://a.test/hook',
    'src_1',
    'dst_2',
    'hook',
    '3001',
  ],
);
/** That is the same in JSON. */
export const word = text.filter((one) => one !== '' && JSON.stringify(one) === `"${one}"`);
export const number = fc.constantFrom(0, 1, 3, 100, 129.9, -5, 500, 503);
export const bodyValue = fc.oneof(text, number, fc.boolean(), fc.constant(null));
export const path = fc.constantFrom(
  ['properties', 'total'],
  ['properties', 'a b'],
  ['properties'],
  ['properties', 'list', 0],
  ['properties', 'list', 1, 'deep'],
  ['x.y'],
  ['0'],
);
export const ageMs = fc.constantFrom(0, 1_000, 60_000, 600_000);
export const createdTime = ageMs.map((age) => now - age);
/** Also ahead of the clock, as after a fast-forward and a return to real time. */
const createdAt = fc.oneof(
  { weight: 3, arbitrary: createdTime },
  ageMs.map((age) => now + age),
);
export const originId = fc.constantFrom('1', '17', 'del_1');
const origin: fc.Arbitrary<MessageOrigin> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sdk' as const, 'send' as const), id: fc.constant(null) }),
  fc.record({ kind: fc.constantFrom('sync' as const, 'deletion' as const), id: originId }),
);
export const headerName = fc.constantFrom('x-env', 'content-type', 'x-none');

const webhook = fc.constantFrom(
  'https://a.test/hook',
  'https://B.test/Hook?x=1',
  'http://127.0.0.1:3000/',
  'http://127.0.0.1:8379/mock/Web/orders?x=1',
  'http://127.0.0.1:8379/mock/hook',
  'https://a.test/hook/mock/hook',
  'https://a.test/mock/Web',
);

const sources = ['Web', 'web shop', 'Backend'].map((name, n) => ({ id: `src_${n}`, name }));
export const destinations = ['Staging hooks', 'Order hooks', 'x'].map((name, n) => ({
  id: `dst_${n}`,
  name,
  urls: [`https://a.test/hook`, `https://127.0.0.1:300${n}/mock/x`].slice(0, n),
}));

const bodyObject = fc.record(
  {
    properties: fc.oneof(
      bodyValue,
      fc.record(
        {
          total: bodyValue,
          'a b': bodyValue,
          list: fc.tuple(bodyValue, fc.oneof(bodyValue, fc.record({ deep: bodyValue }))),
        },
        { requiredKeys: [] },
      ),
    ),
    'x.y': bodyValue,
    'x.y\0': bodyValue,
    '0': bodyValue,
  },
  { requiredKeys: [] },
);

export const deliveries: fc.Arbitrary<readonly RandomDelivery[]> = fc
  .array(
    fc.record({
      state: fc.constantFrom(...deliveryStates),
      type: fc.constantFrom(...MessageType.options),
      label: text,
      userId: fc.option(text),
      anonymousId: fc.option(text),
      origin,
      source: fc.constantFrom(...sources),
      destination: fc.constantFrom(...destinations),
      urls: fc.uniqueArray(webhook, { maxLength: 2 }),
      sentHeaders: fc.array(fc.tuple(fc.constantFrom('X-Env', 'Content-Type', 'x-other'), text), {
        maxLength: 4,
      }),
      lastStatus: fc.option(fc.constantFrom(100, 200, 404, 500, 503)),
      reason: fc.option(fc.constantFrom(...deliveryReasons)),
      lastCode: fc.option(fc.constantFrom(...AttemptCode.options)),
      attempts: fc.nat(4),
      warning: fc.boolean(),
      createdAt,
      attemptedAt: fc.array(createdTime, { maxLength: 2 }),
      body: fc.option(bodyObject),
      before: fc.oneof(fc.constant({}), bodyObject),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map((one, index) => ({
      ...one,
      // Headers are sent with attempts.
      sentHeaders: one.attemptedAt.length === 0 ? [] : one.sentHeaders,
      lastCode: one.attempts === 0 ? null : one.lastCode,
      id: index + 1,
      messageId: `m-${index}`,
    })),
  );

function bodyTextOf({ body, before }: RandomDelivery): string | null {
  if (body === null) return null;
  const members = [before, body].map((part) => JSON.stringify(part).slice(1, -1));
  return `{${members.filter((text) => text !== '').join(',')}}`;
}

/** Whether a filter matches in memory. */
export function matcherOf(filter: Filter, now: number): (one: RandomDelivery) => boolean {
  const matches = createDeliveryMatcher(filter, now);
  return (one) => matches(shownOf(one));
}

/** As in the archive of a run, with what filters read. */
function shownOf(one: RandomDelivery): RunDelivery {
  const { label, source, destination, userId, anonymousId, origin } = one;
  // While a delivery waits, the URLs of its destination match, too.
  const isWaiting = one.state === 'waiting' || one.state === 'paused';
  const urls = [...one.urls, ...(isWaiting ? destination.urls : [])];
  return {
    ...one,
    ...{ label, sourceId: source.id, sourceName: source.name },
    ...{ destinationId: destination.id, destinationName: destination.name },
    message: { userId, anonymousId, origin },
    webhooks: urls.map((url) => ({ url })),
    warnings: one.warning ? ['number_precision'] : [],
    attemptList: one.attemptedAt.map((startedAt, index) => ({
      startedAt,
      request: { headers: index === 0 ? one.sentHeaders : [] },
    })),
    bodyText: bodyTextOf(one),
  } as unknown as RunDelivery;
}

export function openDatabase(): Database.Database {
  const file = join(temporaryFolder(), 'test.sqlite');
  const db = new DatabaseWithStablePlans(file);
  onTestFinished(() => void db.close());
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = ON');
  addFilterFunctions(db);
  createSchema(db);
  const insert = (table: string) =>
    db.prepare(`INSERT INTO ${table} (id, name, settings, secrets, created_at, updated_at)
      VALUES (@id, @name, @settings, '{}', 0, 0)`);
  for (const { id, name } of sources) insert('sources').run({ id, name, settings: '{}' });
  for (const { id, name, urls } of destinations) {
    const webhooks = urls.map((url) => ({ url, headers: {} }));
    const settings = JSON.stringify({ enabled: true, webhookUrl: '', webhooks });
    insert('destinations').run({ id, name, settings });
  }
  for (const name of mockNames) insert('mocks').run({ id: name, name, settings: '{}' });
  return db;
}

const tx: Tx = {
  changed: () => undefined,
  count: () => undefined,
  counted: () => 0,
  whenCommitted: (follow) => follow(),
};

function insertOne(
  db: Database.Database,
  headerTemplates: HeaderTemplates,
  one: RandomDelivery,
): void {
  const { id } = one;
  const bodyText = bodyTextOf(one);
  const origin = [one.origin.kind === 'sdk' ? null : one.origin.kind, one.origin.id];
  db.prepare(`INSERT INTO messages (id, message_id, source_id, type, label, user_id, anonymous_id,
      timestamp, received_at, outcome, delivery_count, request, received, normalized, origin, origin_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, 'routed', 1, '{}', '{}', ?, ?, ?)`).run(
    id,
    one.messageId,
    one.source.id,
    one.type,
    one.label,
    one.userId,
    one.anonymousId,
    one.createdAt,
    bodyText ?? '',
    ...origin,
  );
  if (bodyText !== null)
    db.prepare('INSERT INTO bodies (id, bytes) VALUES (?, ?)').run(id, Buffer.from(bodyText));
  db.prepare(`INSERT INTO deliveries (id, message_row_id, destination_id, state, sending, reason, body_id, body_bytes,
      webhooks, round, window_rounds, attempts, last_status, last_code, number_precision, created_at,
      updated_at, origin, origin_id)
    VALUES (?, ?, ?, ?, 0, ?, ?, 0, ?, 0, 0, ?, ?, ?, ?, ?, 0, ?, ?)`).run(
    id,
    id,
    one.destination.id,
    one.state,
    one.reason,
    bodyText === null ? null : id,
    JSON.stringify(one.urls.map((url) => ({ url }))),
    one.attempts,
    one.lastStatus,
    one.lastCode,
    Number(one.warning),
    one.createdAt,
    ...origin,
  );
  // Some headers with each of the attempts.
  for (const [number, startedAt] of one.attemptedAt.entries()) {
    const lines = one.sentHeaders.filter((_, index) => index % one.attemptedAt.length === number);
    db.prepare(`INSERT INTO attempts (delivery_id, url, round, window_round, started_at, request_headers,
        response_bytes, response_truncated, outcome, timings)
      VALUES (?, '', 1, 1, ?, ?, 0, 0, 'accepted', '{}')`).run(
      id,
      startedAt,
      // Both stored forms.
      JSON.stringify(
        id % 2 === 0
          ? lines
          : headerTemplates.store(
              tx,
              lines.map(([name, value]) => [name, value]),
            ),
      ),
    );
  }
}

/** Replaces the content of the database with these. */
export function fill(db: Database.Database, all: readonly RandomDelivery[]): void {
  const headerTemplates = createHeaderTemplates(db);
  db.transaction(() => {
    db.exec(
      'DELETE FROM attempts; DELETE FROM deliveries; DELETE FROM bodies; DELETE FROM messages',
    );
    for (const one of all) insertOne(db, headerTemplates, one);
  })();
}
