/** Secrets are stored sealed, or as an empty value if there is none. */
import type { Database } from 'better-sqlite3';
import type { SecretBox } from '#main/kit/ports.ts';

export const sealSecret = (box: SecretBox, secret: string): Uint8Array =>
  secret === '' ? new Uint8Array() : box.seal(secret);

/** A secret stored without a keychain, sealed with it. All others stay unchanged. */
export const resealed = (box: SecretBox, sealed: Uint8Array): Uint8Array =>
  box.isPlain?.(sealed) === true ? box.seal(box.open(sealed)) : sealed;

/** Replaces the secret of a deleted item. Shows only that it had one. */
export const clearedSecret = Buffer.of(0xff);

/** A secret sealed by another user or machine can't be read here. */
export function readSecret(
  box: SecretBox,
  sealed: Uint8Array,
): { readonly secret: string; readonly readable: boolean } {
  if (sealed.length === 0) return { secret: '', readable: true };
  if (clearedSecret.equals(sealed)) return { secret: '', readable: false };
  try {
    return { secret: box.open(sealed), readable: true };
  } catch {
    return { secret: '', readable: false };
  }
}

/**
 * Required for all changes to rows with secrets. SQLite rewrites the whole row, and everything
 * overwritten or freed is zeroed in the file.
 */
export function zeroing<T>(db: Database, change: () => T): T {
  db.pragma('secure_delete = ON');
  try {
    return change();
  } finally {
    db.pragma(defaultZeroing);
  }
}

/** For all other writes: zeroes deleted rows if this needs no extra page write. */
export const defaultZeroing = 'secure_delete = FAST';
