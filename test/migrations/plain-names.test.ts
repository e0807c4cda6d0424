import { expect, it } from 'vitest';
import { createDeletionStore } from '#core/store/deletions.ts';
import { createJobStore } from '#core/store/jobs.ts';
import { migrate } from '#core/store/migrate.ts';
import { createReceiverRequestStore } from '#core/store/receiver-requests.ts';
import { createResendImportStore } from '#core/store/resend-imports.ts';
import { createSettingsStore } from '#core/store/settings.ts';
import { databaseBefore } from '#test/support/old-database.ts';

function migrated(sql: string) {
  const { db, file } = databaseBefore(460);
  db.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  migrate(db, file);
  return db;
}

it('deletion requests keep their setting and their counts', () => {
  const job = (id: number, params: string, counts: string) => `
    INSERT INTO jobs (id, kind, state, undoing, params, cursor, total_count, done_count, skipped,
      counts, undone_count, not_undone, created_at, started_at)
    VALUES (${id}, 'deletion_request', 'running', 0, '${params}', 'null', 2, 1, '{}', '${counts}', 0,
      '{}', 5, 5);
    INSERT INTO deletions (row, id, user_count, created_at, job_id)
    VALUES (${id}, 'del_${id}', 2, 1, ${id});`;
  const db = migrated(`
    ${job(1, '{"deletionId":"del_1","dropWaiting":true}', '{"notices":3,"dropped":2}')}
    ${job(2, '{"deletionId":"del_2","dropWaiting":false}', '{"notices":1}')}
    INSERT INTO deletion_users (deletion_row, user_id, dropped) VALUES (1, 'u', 2);
    INSERT INTO settings VALUES ('dropOnDeletion', 'true');`);
  const deletions = createDeletionStore(db);
  expect(deletions.get('del_1')).toMatchObject({
    noticesSent: 3,
    cancelPending: true,
    cancelledCount: 2,
  });
  expect(deletions.get('del_2')).toMatchObject({
    noticesSent: 1,
    cancelPending: false,
    cancelledCount: 0,
  });
  expect(deletions.users(1, '', undefined, 10).items).toMatchObject([{ cancelled: 2 }]);
  expect(createJobStore(db).get(1)).toMatchObject({ counts: { notices: 3, cancelled: 2 } });
  expect(createSettingsStore(db).get()).toMatchObject({ cancelPendingOnDeletion: true });
});

it('a delivery that a deletion request cancels in flight stays so', () => {
  const db = migrated(`
    INSERT INTO undo_log (delivery_id, kind, state, round, window_rounds)
    VALUES (1, 'drop', 'sending', 1, 1), (2, 'cancel', 'sending', 1, 1);`);
  expect(db.prepare('SELECT kind FROM undo_log ORDER BY delivery_id').pluck().all()).toEqual([
    'deletion',
    'cancel',
  ]);
});

it('interrupted imports keep how they sign, and their counts', () => {
  const insert = (id: string, to: string) =>
    `INSERT INTO resend_imports (id, plan, start, sent, delivered, failed, refused)
     VALUES ('${id}', '{"id":"${id}"}', '{"id":"${id}","to":${to}}', 6, 1, 2, 3);`;
  const db = migrated(`
    ${insert('a', '{"kind":"webhook","signing":"anew"}')}
    ${insert('b', '{"kind":"webhook","signing":"as_is"}')}
    ${insert('c', '{"kind":"file","origins":[]}')}`);
  expect(createResendImportStore(db).all()).toMatchObject([
    { start: { to: { signing: 're_sign' } } },
    { start: { to: { signing: 'as_is' } } },
    { start: { to: { kind: 'file', origins: [] } } },
  ]);
  expect(createJobStore(db).get(1)?.counts).toEqual({ delivered: 1, failed: 2, blocked: 3 });
});

it('entries of receivers keep the signature that they received', () => {
  const entry = (signature: string) => `
    INSERT INTO receiver_requests (receiver_id, received_at, kind, body_bytes, signature, fault,
      kept_bytes, headers, connection, body)
    VALUES ('rcv', 1, 'request', 0, ${signature}, 'none', 0, '[]', '{}', x'');`;
  const db = migrated(`
    ${entry(`'{"raw":"match","parsed":"match","given":"ab","expectedRaw":"ab"}'`)}
    ${entry(`'{"raw":"missing","parsed":"missing","given":null,"expectedRaw":"ab"}'`)}
    ${entry('NULL')}`);
  const store = createReceiverRequestStore(db);
  // The only profile that receivers checked.
  const of = { profile: 'segment-classic', header: 'X-Signature' };
  expect([1, 2, 3].map((id) => store.detail('rcv', id)?.signature)).toEqual([
    { ...of, raw: 'match', parsed: 'match', received: 'ab', expectedRaw: 'ab' },
    { ...of, raw: 'missing', parsed: 'missing', received: null, expectedRaw: 'ab' },
    null,
  ]);
});
