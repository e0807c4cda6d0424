/** Resend imports with a job that has not ended. */
import type { Database } from 'better-sqlite3';
import type { ResendImport, StartResendImport } from '#shared/schemas/resend-import.ts';
import type { Tx } from './write-queue.ts';

export interface StoredResendImport {
  readonly id: string;
  readonly jobId: number;
  readonly plan: ResendImport;
  /** May contain secrets, so it is stored only as long as it is needed. */
  readonly start: StartResendImport;
}

interface Row {
  id: string;
  job_id: number;
  plan: string;
  start: string;
}

const toStored = ({ id, job_id, plan, start }: Row): StoredResendImport => ({
  id,
  jobId: job_id,
  plan: JSON.parse(plan),
  start: JSON.parse(start),
});

export function createResendImportStore(db: Database) {
  const insert = db.prepare(
    'INSERT INTO resend_imports (id, job_id, plan, start) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM resend_imports WHERE id = ?');
  const get = db.prepare<[string], Row>('SELECT * FROM resend_imports WHERE id = ?');
  const all = db.prepare<[], Row>('SELECT * FROM resend_imports ORDER BY id');

  return {
    insert(_tx: Tx, { id, jobId, plan, start }: StoredResendImport): void {
      insert.run(id, jobId, JSON.stringify(plan), JSON.stringify(start));
    },
    remove: (_tx: Tx, id: string): void => void remove.run(id),
    get: (id: string): StoredResendImport | undefined => {
      const row = get.get(id);
      return row && toStored(row);
    },
    all: (): readonly StoredResendImport[] => all.all().map(toStored),
  };
}
