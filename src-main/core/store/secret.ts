/** Secrets in a column: sealed, and empty where there is none. */
import type { Database } from 'better-sqlite3';
import type { SecretBox } from '../ports.ts';

export const sealSecret = (box: SecretBox, secret: string): Uint8Array =>
  secret === '' ? new Uint8Array() : box.seal(secret);

/** Replaces the secret of a deleted item: shows only that it had one. */
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
 * Required for every change of rows with secrets: SQLite rewrites the whole row, and everything that it
 * overwrites or frees is zeroed in the file.
 */
export function zeroing<T>(db: Database, change: () => T): T {
  db.pragma('secure_delete = ON');
  try {
    return change();
  } finally {
    db.pragma(usualZeroing);
  }
}

/** For all other writes: deleted rows are zeroed if that writes no extra page. */
export const usualZeroing = 'secure_delete = FAST';
