/** Resend imports that are running or were interrupted. */
import type { Database } from 'better-sqlite3';
import type { AttemptResult } from '#shared/schemas/delivery.ts';
import type { ResendImport, StartResendImport } from '#shared/schemas/resend-import.ts';
import type { Tx } from './write-queue.ts';

export interface StoredResendImport {
  /** The plan and its progress. */
  readonly progress: ResendImport;
  readonly start: StartResendImport;
}

interface Row {
  id: string;
  plan: string;
  start: string;
  sent: number;
  delivered: number;
  failed: number;
  blocked: number;
}

const toStored = ({ plan, start, sent, delivered, failed, blocked }: Row): StoredResendImport => ({
  progress: { ...JSON.parse(plan), sent, delivered, failed, blocked },
  start: JSON.parse(start),
});

export function createResendImportStore(db: Database) {
  const insert = db.prepare('INSERT INTO resend_imports (id, plan, start) VALUES (?, ?, ?)');
  const sent = db.prepare(
    'UPDATE resend_imports SET sent = @number WHERE id = @id AND sent = @number - 1',
  );
  const countOutcome = {
    delivered: db.prepare('UPDATE resend_imports SET delivered = delivered + 1 WHERE id = ?'),
    failed: db.prepare('UPDATE resend_imports SET failed = failed + 1 WHERE id = ?'),
    blocked: db.prepare('UPDATE resend_imports SET blocked = blocked + 1 WHERE id = ?'),
  };
  const remove = db.prepare('DELETE FROM resend_imports WHERE id = ?');
  const all = db.prepare<[], Row>('SELECT * FROM resend_imports ORDER BY id');

  return {
    insert(_tx: Tx, { progress, start }: StoredResendImport): void {
      insert.run(progress.id, JSON.stringify(progress), JSON.stringify(start));
    },
    /**
     * Records that a request was sent. Numbers start at 1. Throws if the previous request was not
     * recorded, because an import resumes from this number.
     */
    sent(_tx: Tx, id: string, number: number): void {
      if (sent.run({ id, number }).changes === 0)
        throw new Error(`Request ${number} of ${id} is out of order.`);
    },
    countOutcome: (_tx: Tx, id: string, kind: AttemptResult['outcome']): void =>
      void countOutcome[kind].run(id),
    /** Removes a finished import. */
    remove: (_tx: Tx, id: string): void => void remove.run(id),

    all: (): readonly StoredResendImport[] => all.all().map(toStored),
  };
}
