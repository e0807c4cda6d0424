/** The database of a run archive has no secret, and one that anyone made is opened only if Hookwright could have. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createRunReads } from '#main/scenarios/run-reads.ts';
import { openRunStore } from '#main/store/reader/run-store.ts';
import { type RunRows, writeRunDatabase } from '#main/store/run-database.ts';
import { createSchema } from '#main/store/schema.ts';
import { everything } from '#shared/filter/filter.ts';
import { redactNothing, redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import { resultOf } from '#test/store/reader/result-of.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const nothing: RunRows = {
  ...{ product: null, mocks: null, deliveries: [], requests: [] },
  redact: redactNothing,
};

function written(rows: Partial<RunRows> = {}): string {
  const file = join(temporaryFolder(), 'run.sqlite');
  writeRunDatabase(file, { ...nothing, ...rows });
  return file;
}

const secret = 'pl4nted+se/cret=välue';
const base64 = Buffer.from(secret).toString('base64');

const filled: Readonly<Record<string, unknown>> = {
  request_headers: [1, secret],
  response_headers: [['X-Echo', secret]],
  headers: [['X-Echo', secret]],
  request: { path: `/${base64}`, headers: [1, secret] },
  settings: {
    webhookUrl: `http://a/${encodeURIComponent(secret)}`,
    webhooks: [{ url: `http://a/${secret}` }],
    note: secret,
  },
};

/** Never values of variables. */
const codes: ReadonlySet<string> = new Set([
  ...['cause', 'code', 'fault', 'kind', 'origin', 'outcome', 'reason', 'signature_fit'],
  ...['signing', 'state', 'type'],
]);

const blobs = {
  attempts: Buffer.concat([Buffer.of(0xff), Buffer.from(secret)]),
  others: Buffer.from(JSON.stringify({ token: secret, again: base64 })),
};

/** A row of each table, with the secret in every column of texts or bytes. */
function planted(): string {
  const file = join(temporaryFolder(), 'planted.sqlite');
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  createSchema(db);
  db.prepare('INSERT INTO header_templates VALUES (1, ?)').run(
    JSON.stringify([
      ['X-Key', 1],
      ['User-Agent', secret],
    ]),
  );
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'copies'")
    .pluck()
    .all()
    .filter((table) => !/^(sqlite_|header_templates|counters)/.test(table));
  for (const table of [...tables, 'copies']) {
    const columns = db.pragma(`table_info(${table})`) as { name: string; type: string }[];
    const values = columns.map(({ name, type }) => {
      if (type === 'BLOB') return table === 'attempts' ? blobs.attempts : blobs.others;
      if (type !== 'TEXT') return /^(deleted_at|request_id)$/.test(name) ? null : 1;
      if (codes.has(name)) return 'a';
      if (name === 'mock_id' && table === 'copies') return null;
      if (/^(id|.*_id)$/.test(name) && name !== 'message_id') return 'a';
      const isJson = /settings|webhooks|headers|request|response|params|timings|signature$/.test(
        name,
      );
      return isJson || /connection|forwarded/.test(name)
        ? JSON.stringify(filled[name] ?? { a: [secret, base64] })
        : `x ${secret} ${base64}`;
    });
    db.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(values);
  }
  db.close();
  return file;
}

describe('the database of a run archive', () => {
  it('has no secret in any table, column or encoding', () => {
    const source = planted();
    expect(readFileSync(source).includes(secret)).toBe(true);
    const redact = redactSecretsOf({
      variables: { token: secret },
      secretVariables: { token: null as never },
    });
    const file = written({
      ...{ product: source, mocks: source, redact },
      deliveries: [{ id: 1, facts: {} }],
      requests: [{ id: 1, messageId: 'a', sender: { deliveryId: 1 } }],
    });
    const bytes = readFileSync(file);
    for (const form of [secret, base64, encodeURIComponent(secret), 'pl4nted'])
      expect(bytes.includes(form)).toBe(false);
    const store = openRunStore(file);
    try {
      const [attempt] = store.attempts.byDelivery(1);
      expect(attempt?.request.headers).toEqual([
        ['X-Key', '(token)'],
        ['User-Agent', '(token)'],
      ]);
      expect(Buffer.from(attempt?.response?.body.base64 ?? '', 'base64')).toEqual(
        Buffer.concat([Buffer.of(0xff), Buffer.from('(token)')]),
      );
      expect(store.mockRequests.ofDelivery(1)).toMatchObject([{ id: 1 }]);
      expect(JSON.parse(Buffer.from(store.deliveries.bodyOf(1).bytes ?? []).toString())).toEqual({
        ...{ token: '(token)', again: '(token)==' },
      });
    } finally {
      store.close();
    }
  });

  it('is read without waiting, and has only what was kept', () => {
    const { reads, close } = createRunReads(written());
    const page = reads.requests({ limit: 10, cursor: undefined, messageId: undefined }).next();
    expect(page).toEqual({ done: true, value: { items: [], nextCursor: null } });
    expect(() => reads.delivery(1).next()).toThrow(expect.objectContaining({ code: 'not_found' }));
    close();
  });
});

/** Changes the file of an empty run as a program could. */
function changed(sql: string): string {
  const file = written();
  const db = new Database(file);
  db.unsafeMode(true);
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
  return file;
}

function patched(offset: number, bytes: readonly number[]): string {
  const file = written();
  const content = readFileSync(file);
  content.set(bytes, offset);
  writeFileSync(file, content);
  return file;
}

function rawFile(content: string): string {
  const file = join(temporaryFolder(), 'run.sqlite');
  writeFileSync(file, content);
  return file;
}

function cutFile(): string {
  const file = written();
  truncateSync(file, 8_192);
  return file;
}

const message = (label: string, received: string): string =>
  `INSERT INTO messages VALUES (1, 'a', 'a', 'track', ${label}, '', '', '', 0, 'routed', 1, '', ${received}, '', NULL, NULL, NULL, NULL)`;
const attempts = (count: number): string => `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
  INSERT INTO attempts SELECT i, 1, '', 1, 0, '[]', NULL, NULL, NULL, 0, 0, 'failed', '{}', 1, NULL, NULL FROM n`;

interface Rows {
  readonly items: readonly { readonly id: number }[];
  readonly nextCursor: string | null;
}

describe('a database that anyone made', () => {
  it.each<[string, () => string, string]>([
    ['is no database', () => rawFile('x'.repeat(8_192)), 'damaged'],
    ['is empty', () => rawFile(''), 'other tables'],
    ['has a log beside it', () => changed('PRAGMA journal_mode = WAL'), 'is in WAL mode'],
    ['has more tables', () => changed('CREATE TABLE other (a)'), 'other tables'],
    ['has fewer tables', () => changed('DROP TABLE copies'), 'other tables'],
    ['has other columns', () => changed('ALTER TABLE bodies ADD COLUMN a TEXT'), 'other tables'],
    [
      'has a view in place of a table',
      () =>
        changed(
          'DROP TABLE bodies; CREATE VIEW bodies AS SELECT 1 AS id, load_extension(1) AS bytes',
        ),
      'other tables',
    ],
    [
      'has a trigger',
      () => changed('CREATE TRIGGER t AFTER INSERT ON bodies BEGIN DELETE FROM bodies; END'),
      'other tables',
    ],
    ['has a virtual table', () => changed('CREATE VIRTUAL TABLE t USING fts5 (a)'), 'other tables'],
    ['has another index', () => changed('CREATE INDEX i ON bodies (bytes)'), 'other tables'],
    [
      'has a table that is described otherwise',
      () =>
        changed(`PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'bodies'`),
      'other tables',
    ],
    ['has a damaged description', () => patched(100, Array(3_000).fill(0xee)), 'damaged'],
    ['claims to have two billion pages', () => patched(28, [0x7f, 0xff, 0xff, 0xfe]), 'damaged'],
    ['is cut off', cutFile, 'damaged'],
    ['has damaged pages', () => patched(3 * 4_096, Array(4_096).fill(0xee)), 'damaged'],
    [
      'has headers for many rows',
      () => changed("INSERT INTO header_templates VALUES (1, '[]')"),
      'too large',
    ],
    [
      'has settings',
      () => changed(`INSERT INTO settings VALUES ('listColumn', '"a"')`),
      'too large',
    ],
    ['has a long label', () => changed(message('hex(zeroblob(1000))', "'{}'")), 'too large'],
    [
      'has a long ID of a message',
      () => changed(`${message("''", "'{}'")}; UPDATE messages SET user_id = hex(zeroblob(20001))`),
      'too large',
    ],
    [
      'has a long name',
      () =>
        changed(`INSERT INTO sources VALUES ('a', hex(zeroblob(1000)), '{}', '{}', 0, 0, NULL)`),
      'too large',
    ],
    [
      'has a long sender of a request',
      () => changed('INSERT INTO run_requests VALUES (1, NULL, hex(zeroblob(20001)))'),
      'too large',
    ],
    ['has a long message', () => changed(message("''", 'hex(zeroblob(13000000))')), 'too large'],
    [
      'hides a long message',
      () => changed(message("''", 'char(0) || hex(zeroblob(13000000))')),
      'too large',
    ],
    [
      'has a long body',
      () => changed('INSERT INTO bodies VALUES (1, zeroblob(26000000))'),
      'too large',
    ],
    ['has a delivery with many attempts', () => changed(attempts(50_001)), 'too large'],
  ])('%s', (_, file, problem) => {
    expect(() => openRunStore(file())).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining(problem) }),
    );
  });

  it.each(['deliveries', 'requests'] as const)('has long rows: a page has few %s', (read) => {
    const rows = 500;
    const file = changed(`
      INSERT INTO sources VALUES ('a', 'a', '{}', '{}', 0, 0, NULL);
      INSERT INTO destinations VALUES ('a', 'a', '{"webhookUrl":"","webhooks":[]}', '{}', 0, 0, NULL);
      INSERT INTO mocks VALUES ('a', 'a', '{}', '{}', NULL, 0, 0, NULL);
      ${message("''", "'{}'")}; UPDATE messages SET message_id = hex(zeroblob(19900));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
        INSERT INTO deliveries SELECT i, 1, 'a', 'delivered', 0, NULL, NULL, 0, '[]', 1, 1, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL FROM n;
      INSERT INTO mock_requests
        SELECT id, 'a', 0, 'request', 'POST', '/' || hex(zeroblob(19900)), 0, NULL, 200, 'none', NULL, 0, '[]', NULL, '{}', x'', NULL, NULL FROM deliveries;
      INSERT INTO run_requests
        SELECT id, NULL, '{"mock":"a","messageId":null,"destination":null,"attempt":null,"copiedBy":null,"deliveryId":null}' FROM deliveries`);
    const { reads, close } = createRunReads(file);
    const ids: number[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const query = { filter: everything, now: 0, limit: rows, cursor, messageId: undefined };
      const page = resultOf<Rows>(reads[read](query));
      expect(JSON.stringify(page).length).toBeLessThan(3_000_000);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    close();
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, at) => at + 1));
    expect(pages).toBeGreaterThan(5);
  });

  it('is of another build', () => {
    expect(() => openRunStore(changed('PRAGMA user_version = 1'))).toThrow(
      expect.objectContaining({ message: expect.stringContaining('another build') }),
    );
  });

  it.each([
    ['no JSON', "'{'"],
    ['other fields', `'{"webhooks":1}'`],
    ['JSON that is nested too deep', `'{"a":' || replace(hex(zeroblob(50000)), '00', '[') || '}'`],
  ])('has %s in a row', (_, facts) => {
    const file = changed(`${message("''", "'{}'")};
      INSERT INTO sources VALUES ('a', 'a', '{}', '{}', 0, 0, NULL);
      INSERT INTO destinations VALUES ('a', 'a', '{}', '{}', 0, 0, NULL);
      INSERT INTO deliveries VALUES (1, 1, 'a', 'delivered', 0, NULL, NULL, 0, '[]', 1, 1, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL);
      INSERT INTO run_deliveries VALUES (1, ${facts})`);
    const { reads, close } = createRunReads(file);
    const { delivery } = reads;
    expect(() => delivery(1).next()).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(() => delivery(2).next()).toThrow(expect.objectContaining({ code: 'not_found' }));
    close();
  });
});
