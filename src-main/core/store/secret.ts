/** Secrets in a column: sealed, and empty where there is none. */
import type { Database } from 'better-sqlite3';
import type { SecretBox } from '../ports.ts';

export const sealSecret = (box: SecretBox, secret: string): Uint8Array =>
  secret === '' ? new Uint8Array() : box.seal(secret);

/** In place of the secret of something that was deleted: that it had one, and no more. */
export const forgottenSecret = Buffer.of(0xff);

/** A secret that another user or machine sealed cannot be read here. */
export function readSecret(
  box: SecretBox,
  sealed: Uint8Array,
): { readonly secret: string; readonly readable: boolean } {
  if (sealed.length === 0) return { secret: '', readable: true };
  if (forgottenSecret.equals(sealed)) return { secret: '', readable: false };
  try {
    return { secret: box.open(sealed), readable: true };
  } catch {
    return { secret: '', readable: false };
  }
}

/**
 * For every change of rows with secrets, whatever it changes: SQLite writes the row anew, and what it
 * overwrites or frees is zeroed wherever it lies in the file.
 */
export function zeroing<T>(db: Database, change: () => T): T {
  db.pragma('secure_delete = ON');
  try {
    return change();
  } finally {
    db.pragma(usualZeroing);
  }
}

/** For all other writes: deleted rows are zeroed where that costs no further page. */
export const usualZeroing = 'secure_delete = FAST';
