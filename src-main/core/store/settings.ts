import type { Database } from 'better-sqlite3';
import { Settings } from '#shared/schemas/settings.ts';
import type { SecretBox } from '../ports.ts';
import type { ClockMemory } from '../schedule/product-clock.ts';
import type { Tx } from './write-queue.ts';

/** A certificate with its private key, both as PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** `privateKey` is null where it cannot be read: another user or program sealed it. */
export interface StoredAuthority {
  readonly certificate: string;
  readonly privateKey: string | null;
}

export function createSettingsStore(db: Database, secretBox: SecretBox) {
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM settings');
  const one = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  const put = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const authority = db.prepare<[], { certificate: string; private_key: Uint8Array }>(
    'SELECT certificate, private_key FROM development_authority',
  );
  const putAuthority = db.prepare(`
    INSERT INTO development_authority (only, certificate, private_key) VALUES (1, ?, ?)
    ON CONFLICT (only) DO UPDATE SET certificate = excluded.certificate, private_key = excluded.private_key`);

  function openOrNull(sealed: Uint8Array): string | null {
    try {
      return secretBox.open(sealed);
    } catch {
      return null;
    }
  }

  return {
    /** Where the clock stood; null before it was ever set. */
    clock(): ClockMemory | null {
      const row = one.get('clock');
      return row === undefined ? null : (JSON.parse(row) as ClockMemory);
    },
    putClock(_tx: Tx, memory: ClockMemory): void {
      put.run('clock', JSON.stringify(memory));
    },
    get: (): Settings =>
      Settings.parse(
        Object.fromEntries(all.all().map(({ name, value }) => [name, JSON.parse(value)])),
      ),
    put(tx: Tx, settings: Settings): void {
      for (const [name, value] of Object.entries(settings)) put.run(name, JSON.stringify(value));
      tx.changed({ kind: 'settings', id: 'settings' });
    },
    /** The development authority; undefined when there is none yet. */
    authority(): StoredAuthority | undefined {
      const row = authority.get();
      return row && { certificate: row.certificate, privateKey: openOrNull(row.private_key) };
    },
    putAuthority(tx: Tx, pair: KeyPair): void {
      putAuthority.run(pair.certificate, secretBox.seal(pair.privateKey));
      // Whom webhooks are verified against has changed with it.
      tx.changed({ kind: 'settings', id: 'settings' });
    },
  };
}
