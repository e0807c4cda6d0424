import type { Database } from 'better-sqlite3';
import type { CertificateAuthority } from '#shared/connections/certificate-authority.ts';
import type { Tx } from './write-queue.ts';

interface Row {
  id: string;
  name: string;
  pem: string;
  subject: string;
  fingerprint: string;
  valid_to: number;
  created_at: number;
}

const toAuthority = (row: Row): CertificateAuthority => ({
  id: row.id,
  name: row.name,
  pem: row.pem,
  subject: row.subject,
  fingerprint: row.fingerprint,
  validTo: row.valid_to,
  createdAt: row.created_at,
});

export function createCertificateAuthorityStore(db: Database) {
  const all = db.prepare<[], Row>('SELECT * FROM certificate_authorities ORDER BY name');
  const insert = db.prepare(`
    INSERT INTO certificate_authorities (id, name, pem, subject, fingerprint, valid_to, created_at)
    VALUES (@id, @name, @pem, @subject, @fingerprint, @validTo, @createdAt)`);
  const remove = db.prepare('DELETE FROM certificate_authorities WHERE id = ?');

  return {
    all: (): readonly CertificateAuthority[] => all.all().map(toAuthority),
    insert(tx: Tx, authority: CertificateAuthority): void {
      insert.run(authority);
      tx.changed({ kind: 'certificateAuthority', id: authority.id });
    },
    remove(tx: Tx, id: string): void {
      remove.run(id);
      tx.changed({ kind: 'removed', noun: 'certificateAuthority', id });
    },
  };
}
