import type { Database } from 'better-sqlite3';
import type { SavedClock } from '#main/kit/ports.ts';
import { Settings } from '#shared/settings/settings.ts';
import type { Tx } from './write-queue.ts';

/** State of the development CA's alerts (D51). */
export interface CaAlerts {
  /** The CA was replaced automatically, so clients must trust the new one. */
  readonly isReplaced: boolean;
  /** Fingerprint of the certificate whose expiry warning was dismissed. */
  readonly expiryDismissedFor: string | null;
}

export function createSettingsStore(db: Database) {
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM settings');
  const byName = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  const put = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    /** Last saved clock; null if it was never changed. */
    clock(): SavedClock | null {
      const row = byName.get('clock');
      return row === undefined ? null : (JSON.parse(row) as SavedClock);
    },
    saveClock(_tx: Tx, clock: SavedClock): void {
      put.run('clock', JSON.stringify(clock));
    },
    get: (): Settings =>
      Settings.parse(
        Object.fromEntries(all.all().map(({ name, value }) => [name, JSON.parse(value)])),
      ),
    put(tx: Tx, settings: Settings): void {
      for (const [name, value] of Object.entries(settings)) put.run(name, JSON.stringify(value));
      tx.changed({ kind: 'settings', id: 'settings' });
    },
    caAlerts(): CaAlerts {
      const row = byName.get('caAlerts');
      return row === undefined
        ? { isReplaced: false, expiryDismissedFor: null }
        : (JSON.parse(row) as CaAlerts);
    },
    saveCaAlerts(tx: Tx, alerts: CaAlerts): void {
      put.run('caAlerts', JSON.stringify(alerts));
      // Also updates the system's CA alert and the certificate authorities for webhooks.
      tx.changed({ kind: 'settings', id: 'settings' });
    },
  };
}
