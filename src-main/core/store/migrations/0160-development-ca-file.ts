import type { Database } from 'better-sqlite3';

/**
 * Removes the development CA from the database: a new, name-constrained CA has its own file (D51). Users
 * of the old one get an alert to trust the new one. The old key is overwritten, not only unlinked.
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
