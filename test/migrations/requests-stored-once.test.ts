import { expect, it } from 'vitest';
import { createCounterStore } from '#core/store/counters.ts';
import { createMessageStore } from '#core/store/messages.ts';
import { migrate } from '#core/store/migrate.ts';
import { createRejectedStore } from '#core/store/rejected.ts';
import { createRowNumbers } from '#core/store/row-numbers.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const version = 150;

const request = {
  method: 'POST',
  path: '/v1/batch',
  headers: [['x-odd', 'Yes']],
  remoteAddress: '127.0.0.1',
  bodyBytes: 90_000,
  batchIndex: 7,
};

/** A database of the previous version. */
function open() {
  const { db, file } = databaseBefore(version);
  db.pragma('foreign_keys = ON');
  db.exec("INSERT INTO sources VALUES ('src_1', 'Web', 'key', 1, 1, 1, NULL)");
  return { db, file };
}

it('existing messages and rejected requests are read unchanged', () => {
  const { db, file } = open();
  const text = JSON.stringify(request);
  db.prepare(
    `INSERT INTO messages VALUES
      (3, 'm', 'src_1', 'track', 'E', NULL, NULL, '', 1, 'routed', 1, ?, '{}', '{}')`,
  ).run(text);
  const reject = db.prepare('INSERT INTO rejected VALUES (?, 1, ?, NULL, ?, ?, ?, ?, ?, ?)');
  reject.run(4, 'src_1', 400, 'bad_request', 'No.', text, Buffer.from('0'), 0);
  reject.run(5, 'src_1', 413, 'payload_too_large', 'No.', text, Buffer.alloc(65_536), 1);
  reject.run(9, null, 401, 'unknown_source', 'No.', text, Buffer.from('abc'), 0);
  migrate(db, file);
  const rowNumbers = createRowNumbers(db);
  expect(createMessageStore(db, rowNumbers.messages).detail(3)).toMatchObject({
    messageId: 'm',
    request,
  });
  const rejected = createRejectedStore(db, rowNumbers.rejected);
  expect(rejected.page(10, undefined).items.map(({ id }) => id)).toEqual([9, 5, 4]);
  expect(rejected.detail(4)).toMatchObject({
    sourceName: 'Web',
    code: 'bad_request',
    batch: null,
    request,
    headTruncated: false,
    bodyText: '0',
    bodyTruncated: false,
    bodyBytes: 1,
  });
  expect(rejected.detail(5)).toMatchObject({ bodyTruncated: true, bodyBytes: 90_000 });
  expect(rejected.detail(9)).toMatchObject({ sourceId: null, bodyText: 'abc' });
  const bytes = text.length + 'No.'.length;
  const kept = (scope: string) => {
    const { get } = createCounterStore(db);
    return [get('rejected_kept', { scope }), get('rejected_kept_bytes', { scope })];
  };
  expect(kept('unauthenticated')).toEqual([1, bytes + 3]);
  expect(kept('authenticated')).toEqual([2, 2 * bytes + 65_537]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});

it('only the newest rejected requests within the new limit are migrated', () => {
  const { db, file } = open();
  db.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 60000)
     INSERT INTO rejected SELECT n, 1, 'src_1', NULL, 400, 'bad_request', 'No.', ?, x'30', 0
     FROM numbers`,
  ).run(JSON.stringify(request));
  migrate(db, file);
  const kept = db.prepare('SELECT COUNT(*) AS count, MIN(id) AS first FROM rejected').get();
  expect(kept).toEqual({ count: 50_000, first: 10_001 });
});
