import { expect, it } from 'vitest';
import { createDeletionStore } from '#core/store/deletions.ts';
import { createJobStore } from '#core/store/jobs.ts';
import { migrate } from '#core/store/migrate.ts';
import { createSyncStore } from '#core/store/syncs.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const version = 410;

/** Has one job, so that equal IDs are not a coincidence. */
function olderDatabase() {
  const { db, file } = databaseBefore(version);
  db.exec(`
    INSERT INTO jobs (id, kind, state, undoing, params, cursor, done_count, skipped, counts,
      undone_count, not_undone, created_at)
    VALUES (7, 'retry', 'undone', 0, '{"filter":{"kind":"all"},"now":1}', '{"reached":0}', 3, '{}', '{}',
      1, '{"begun":2}', 1)`);
  return { db, file };
}

const computation = (row: number, syncCount: number) => `
  INSERT INTO computations (row, id, class, name, key, source_id, integrations, user_count,
    sync_count, replacement_count, created_at, updated_at)
  VALUES (${row}, 'aud_${row}', 'audience', 'Audience ${row}', 'a${row}', 'src', '{}', 5,
    ${syncCount}, 0, 1, 1);`;

const sync = (
  id: number,
  row: number,
  number: number,
  state: string,
  reason: string,
  sent: number,
) => `
  INSERT INTO syncs (id, computation_row, number, state, stop_reason, cause, per_second, user_count,
    additions, additions_sent, removals, removals_sent, told_up_to, started_at, ended_at, is_full)
  VALUES (${id}, ${row}, ${number}, '${state}', ${reason}, 'hand', 2.5, 5, 4, ${sent}, 1, 0,
    'u${sent}', 10, ${state === 'running' ? 'NULL' : 20}, 0);`;

it('syncs become jobs with their state, progress and reason', () => {
  const { db, file } = olderDatabase();
  db.exec(`PRAGMA foreign_keys = OFF;
    ${computation(1, 3)} ${computation(2, 1)}
    ${sync(1, 1, 1, 'cancelled', `'Its source "W" is switched off: switch it on in Sources.'`, 1)}
    ${sync(2, 1, 2, 'completed', 'NULL', 4)}
    ${sync(3, 1, 3, 'cancelled', `'Its source "W" is switched off: switch it on in Sources.'`, 2)}
    ${sync(4, 2, 1, 'running', 'NULL', 3)}`);
  migrate(db, file);
  const syncs = createSyncStore(db);
  expect(syncs.get(1)).toMatchObject({ state: 'cancelled', error: null, resumable: false });
  expect(syncs.get(2)).toMatchObject({ state: 'completed', startedAt: 10, endedAt: 20 });
  expect(syncs.get(3)).toMatchObject({
    state: 'paused',
    error: { code: 'source_disabled', params: { source: 'W' } },
    resumable: true,
    additions: 4,
    additionsSent: 2,
    perSecond: 2.5,
    endedAt: null,
  });
  expect(createJobStore(db).get(11)).toMatchObject({
    kind: 'sync',
    state: 'running',
    params: {
      syncId: 4,
      computationClass: 'audience',
      computationId: 'aud_2',
      computationName: 'Audience 2',
      number: 1,
    },
    cursor: { syncedUpTo: 'u3' },
    totalCount: 5,
    doneCount: 3,
    counts: { additions: 3, removals: 0 },
  });
});

it('started deletion requests become jobs, drafts do not', () => {
  const { db, file } = olderDatabase();
  db.exec(`
    INSERT INTO deletions VALUES
      (1, 'del_draft', 'draft', 2, 0, 0, 0, 0, 10, NULL, NULL),
      (2, 'del_new', 'running', 5, 0, 0, 1, 0, 10, 11, NULL),
      (3, 'del_half', 'running', 5, 3, 6, 1, 2, 10, 12, NULL),
      (4, 'del_done', 'completed', 5, 5, 10, 0, 0, 10, 13, 14)`);
  migrate(db, file);
  const deletions = createDeletionStore(db);
  const jobs = createJobStore(db);
  expect(deletions.get('del_draft')).toMatchObject({
    state: 'draft',
    jobId: null,
    cancelPending: null,
    startedAt: null,
  });
  expect(deletions.get('del_done')).toMatchObject({
    state: 'completed',
    forwardedCount: 5,
    noticesSent: 10,
    cancelPending: false,
    startedAt: 13,
    completedAt: 14,
  });
  const cursorOf = (id: string) => jobs.get(deletions.get(id)?.jobId ?? 0)?.cursor;
  expect(cursorOf('del_new')).toEqual({ state: 'pending', after: 0 });
  expect(cursorOf('del_half')).toBeNull();
  expect(deletions.get('del_half')).toMatchObject({
    state: 'running',
    cancelPending: true,
    cancelledCount: 2,
  });
});

it('an undo that came too late is reported as started', () => {
  const { db, file } = olderDatabase();
  migrate(db, file);
  expect(createJobStore(db).get(7)).toMatchObject({ notUndone: { started: 2 } });
});
