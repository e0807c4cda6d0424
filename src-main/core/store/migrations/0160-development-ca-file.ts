import type { Database } from 'better-sqlite3';

/**
 * The development CA leaves the database: a new, name-constrained one lies in a file of its own
 * (D51). Whoever had one is told to trust the new one. Its key is overwritten, not only unlinked.
 */
export function up(db: Database): void {
  const before = db.pragma('secure_delete', { simple: true });
  db.pragma('secure_delete = ON');
  db.exec(`
    INSERT INTO settings (name, value)
      SELECT 'caAlerts', '{"isReplaced":true,"expiryDismissedFor":null}' FROM development_authority
      WHERE true ON CONFLICT DO NOTHING;
    DELETE FROM development_authority;
    DROP TABLE development_authority;
  `);
  db.pragma(`secure_delete = ${before}`);
}
