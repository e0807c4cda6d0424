import { expect, it } from 'vitest';
import { migrate } from '#core/store/migrate.ts';
import { createSettingsStore } from '#core/store/settings.ts';
import { defaultRetention, unlimitedRetention } from '#shared/schemas/retention.ts';
import { databaseBefore } from '#test/support/old-database.ts';

function openBefore(version: number) {
  const { db, file } = databaseBefore(version);
  db.pragma('foreign_keys = ON');
  return { db, file };
}

it('an existing database starts without limits and is offered them; a new one has them', () => {
  const used = openBefore(340);
  used.db.exec(`INSERT INTO sources VALUES ('src_1', 'Web', 'key', 1, 1, 1, NULL)`);
  migrate(used.db, used.file);
  const ofUsed = createSettingsStore(used.db);
  expect(ofUsed.get().retention).toEqual(unlimitedRetention);
  expect(ofUsed.offersLimits()).toBe(true);

  const fresh = openBefore(340);
  migrate(fresh.db, fresh.file);
  const ofFresh = createSettingsStore(fresh.db);
  expect(ofFresh.get().retention).toEqual(defaultRetention);
  expect(ofFresh.offersLimits()).toBe(false);
});

it('deliveries and their bodies are kept', () => {
  const { db, file } = openBefore(340);
  db.exec(`
    INSERT INTO sources VALUES ('src_1', 'Web', 'key', 1, 1, 1, NULL);
    INSERT INTO destinations (id, name, enabled, shared_secret, webhook_url, webhooks, track_filter,
        payload_shape, fan_out, retry, created_at, updated_at)
      VALUES ('dst_1', 'Hooks', 1, x'', '', '[]', '{}', 'documented', 'any', '{}', 1, 1);
    INSERT INTO messages (id, message_id, source_id, type, label, timestamp, received_at, outcome,
        delivery_count, request, received, normalised, origin)
      VALUES (1, 'm', 'src_1', 'track', '', '', 1, 'routed', 1, '{}', '{}', '{}', 'sdk');
    INSERT INTO bodies (id, bytes) VALUES (7, x'7b7d');
    INSERT INTO deliveries (id, message_row_id, destination_id, state, body_id, body_bytes, webhooks,
        round, window_rounds, attempts, warning, created_at, updated_at)
      VALUES (3, 1, 'dst_1', 'delivered', 7, 2, '[]', 1, 1, 1, 0, 1, 1);`);
  migrate(db, file);
  expect(db.prepare('SELECT id, body_id FROM deliveries').all()).toEqual([{ id: 3, body_id: 7 }]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  // Deleting a body no longer scans all deliveries.
  const references = db.pragma('foreign_key_list(deliveries)') as { readonly table: string }[];
  expect(references.map(({ table }) => table)).not.toContain('bodies');
});
