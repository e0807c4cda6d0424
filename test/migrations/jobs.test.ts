import { expect, it } from 'vitest';
import { createJobStore } from '#core/store/jobs.ts';
import { migrate } from '#core/store/migrate.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const version = 320;

function olderDatabase() {
  const { db, file } = databaseBefore(version);
  return { db, file };
}

it('runs of bulk actions become jobs with the same IDs, and can be resumed and undone', () => {
  const { db, file } = olderDatabase();
  const filter = JSON.stringify({ kind: 'state', state: 'retrying' });
  const skipped = JSON.stringify([{ reason: 'ended', count: 2 }]);
  db.exec(`
    INSERT INTO bulk_runs (id, action, filter, state, per_second, planned_at, match_count, apply_count,
      reached, done_count, sending_count, skipped, delivered, failed, refused, restored_count,
      not_restored, started_at, ended_at)
    VALUES
      (1, 'resend', '${filter}', 'completed', 2.5, 10, 7, 5, 0, 5, 0, '${skipped}', 3, 2, 0, 0, '[]', 11, 12),
      (2, 'cancel', '${filter}', 'undoing', NULL, 20, 7, 5, 0, 5, 1, '[]', 0, 0, 0, 4,
        '[{"reason":"changed","count":1}]', 21, NULL),
      (3, 'retry', '${filter}', 'interrupted', NULL, 30, 7, 5, 4, 2, 0, '[]', 0, 0, 0, 0, '[]', 31, 32);
    PRAGMA foreign_keys = OFF;
    INSERT INTO hand_changes VALUES (8, 'retry', 3, 'retrying', 1, 1, 5, 6, '[]');`);
  migrate(db, file);
  const jobs = createJobStore(db);
  expect(jobs.get(1)).toMatchObject({
    kind: 'resend',
    state: 'completed',
    undoing: false,
    params: { filter: { kind: 'state', state: 'retrying' }, now: 10 },
    totalCount: 7,
    doneCount: 5,
    skipped: { ended: 2 },
    counts: { delivered: 3, failed: 2, blocked: 0 },
    perSecond: 2.5,
    startedAt: 11,
    endedAt: 12,
  });
  expect(jobs.get(2)).toMatchObject({
    state: 'paused',
    undoing: true,
    counts: { sending: 1 },
    undoneCount: 4,
    notUndone: { changed: 1 },
  });
  expect(jobs.get(3)).toMatchObject({ state: 'paused', cursor: { reached: 4 }, doneCount: 2 });
  expect(db.prepare('SELECT delivery_id, job_id FROM undo_log').all()).toEqual([
    { delivery_id: 8, job_id: 3 },
  ]);
});
