import { expect, it } from 'vitest';
import { createJobStore } from '#core/store/jobs.ts';
import { migrate } from '#core/store/migrate.ts';
import { createResendImportStore } from '#core/store/resend-imports.ts';
import { databaseBefore } from '#test/support/old-database.ts';

it('imports that were sending become paused jobs with their progress', () => {
  const { db, file } = databaseBefore(535);
  const insert = db.prepare(
    `INSERT INTO resend_imports (id, plan, start, sent, delivered, failed, blocked)
     VALUES (?, ?, ?, ?, ?, 1, 0)`,
  );
  const plan = { name: 'a.har', bodies: 12, toSend: 12, startedAt: 1_000 };
  const start = { id: 'rim_b', to: { kind: 'file', origins: ['http://a.test'] }, perSecond: 5 };
  insert.run('rim_b', JSON.stringify(plan), JSON.stringify(start), 7, 4);
  insert.run('rim_a', JSON.stringify({ ...plan, name: 'b.har' }), '{"id":"rim_a"}', 1, 0);
  migrate(db, file);
  const jobs = createJobStore(db);
  const imports = createResendImportStore(db).all();
  expect(imports).toMatchObject([{ id: 'rim_a' }, { id: 'rim_b', plan: { bodies: 12 }, start }]);
  expect(imports.map(({ jobId }) => jobs.get(jobId))).toMatchObject([
    { params: { importId: 'rim_a', file: 'b.har' }, cursor: { reached: 1 }, perSecond: null },
    {
      kind: 'resend_import',
      state: 'paused',
      params: { importId: 'rim_b', file: 'a.har' },
      cursor: { reached: 7 },
      totalCount: 12,
      doneCount: 7,
      counts: { delivered: 4, failed: 1, blocked: 0 },
      perSecond: 5,
      error: null,
      startedAt: 1_000,
      endedAt: null,
    },
  ]);
});
