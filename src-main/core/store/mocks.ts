import type { Database } from 'better-sqlite3';
import { parseExact } from '#shared/lib/exact-json.ts';
import { MockSettings } from '#shared/schemas/mock.ts';
import type { SecretBox } from '../ports.ts';
import { clearedSecret, readSecret, resealed, sealSecret, zeroing } from './secret.ts';
import type { Tx } from './write-queue.ts';

interface Row {
  id: string;
  name: string;
  secret: Uint8Array;
  settings: string;
  port: number | null;
  created_at: number;
  updated_at: number;
}

export interface StoredMock extends MockSettings {
  readonly id: string;
  /** The mock endpoint's own port; null if it never needed one. */
  readonly port: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** False if another user or machine sealed the secret, so it can't be read here. */
  readonly secretReadable: boolean;
}

export function createMockStore(db: Database, secretBox: SecretBox) {
  const all = db.prepare<[], Row>('SELECT * FROM mocks WHERE deleted_at IS NULL ORDER BY name');
  const byId = db.prepare<[string], Row>('SELECT * FROM mocks WHERE id = ?');
  const any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM mocks)').pluck();
  const sealed = db.prepare<[string], Uint8Array>('SELECT secret FROM mocks WHERE id = ?').pluck();
  const upsert = db.prepare(`
    INSERT INTO mocks (id, name, secret, settings, created_at, updated_at)
    VALUES (@id, @name, @secret, @settings, @createdAt, @updatedAt)
    ON CONFLICT (id) DO UPDATE SET name = @name, secret = @secret, settings = @settings,
      updated_at = @updatedAt, deleted_at = NULL`);
  const savePort = db.prepare('UPDATE mocks SET port = ? WHERE id = ?');
  const remove = db.prepare('UPDATE mocks SET deleted_at = ? WHERE id = ?');

  const allSealed = db.prepare<[], Pick<Row, 'id' | 'secret'>>('SELECT id, secret FROM mocks');
  const replaceSealed = db.prepare('UPDATE mocks SET secret = ? WHERE id = ?');
  const clearSecrets = db.prepare<[Buffer]>(
    'UPDATE mocks SET secret = ? WHERE deleted_at IS NOT NULL AND length(secret) > 0',
  );

  function toMock(row: Row): StoredMock {
    const { secret, readable } = readSecret(secretBox, row.secret);
    return {
      ...MockSettings.parse({
        ...(parseExact(row.settings) as object),
        name: row.name,
        secret,
      }),
      id: row.id,
      port: row.port,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      secretReadable: readable,
    };
  }

  return {
    all: (): readonly StoredMock[] => all.all().map(toMock),
    /** Includes deleted mock endpoints. */
    get: (id: string): StoredMock | undefined => {
      const row = byId.get(id);
      return row && toMock(row);
    },
    /** Whether any mock endpoint ever existed, including deleted ones. */
    everExisted: (): boolean => any.get() === 1,
    /** Inserts, updates or restores a mock endpoint. With `keep`, the sealed secret stays unchanged. */
    put(
      tx: Tx,
      mock: Omit<StoredMock, 'port' | 'secretReadable'>,
      secret: 'replace' | 'keep',
    ): void {
      const { id, name, secret: text, createdAt, updatedAt, ...settings } = mock;
      const row = {
        id,
        name,
        secret: (secret === 'keep' ? sealed.get(id) : undefined) ?? sealSecret(secretBox, text),
        settings: JSON.stringify(settings),
        createdAt,
        updatedAt,
      };
      zeroing(db, () => upsert.run(row));
      tx.changed({ kind: 'mock', id });
    },
    /** Stores the mock endpoint's own port, so that its URL doesn't change. */
    savePort(_tx: Tx, id: string, port: number): void {
      zeroing(db, () => savePort.run(port, id));
    },
    /** Seals secrets stored without a keychain. */
    sealPlainSecrets(_tx: Tx): void {
      for (const { id, secret } of allSealed.all()) {
        const sealedSecret = resealed(secretBox, secret);
        if (sealedSecret !== secret) zeroing(db, () => replaceSealed.run(sealedSecret, id));
      }
    },
    /** Makes the deletions permanent. */
    clearDeletedSecrets(_tx: Tx): void {
      zeroing(db, () => clearSecrets.run(clearedSecret));
    },
    /** Keeps the row for the log and for undo. */
    remove(tx: Tx, id: string, now: number): void {
      zeroing(db, () => remove.run(now, id));
      tx.changed({ kind: 'removed', noun: 'mock', id });
    },
  };
}
