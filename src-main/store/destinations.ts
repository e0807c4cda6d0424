import type { Database } from 'better-sqlite3';
import type { SecretBox } from '#main/kit/ports.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { createEntityTable, type SecretField, type Stored, secretText } from './entity-table.ts';
import type { Tx } from './write-queue.ts';

/** `problem` is computed. */
export type DestinationSettings = Omit<Destination, 'problem'>;

export type StoredDestination = Stored<DestinationSettings>;

type Webhooks = Destination['webhooks'];

/** Headers often have tokens. */
const webhooks: SecretField<Webhooks> = {
  open: (all) => all.map((webhook) => ({ ...webhook, headers: {} })),
  secret: (all) =>
    all.some(({ headers }) => Object.keys(headers).length > 0)
      ? JSON.stringify(all.map(({ headers }) => headers))
      : '',
  join(open, secret) {
    if (secret === '') return open;
    const headers: readonly Webhooks[number]['headers'][] = JSON.parse(secret);
    return open.map((webhook, index) => ({ ...webhook, headers: headers[index] ?? {} }));
  },
};

export function createDestinationStore(db: Database, secretBox: SecretBox) {
  const sourceIds = db
    .prepare<[string], string>(
      `SELECT source_id FROM connections JOIN sources ON sources.id = source_id
       WHERE destination_id = ? AND sources.deleted_at IS NULL ORDER BY source_id`,
    )
    .pluck();
  const table = createEntityTable<DestinationSettings, 'sharedSecret' | 'webhooks', 'sourceIds'>(
    db,
    secretBox,
    {
      noun: 'destination',
      table: 'destinations',
      secrets: { sharedSecret: secretText, webhooks },
      elsewhere: { sourceIds: (id) => sourceIds.all(id) },
    },
  );
  const connectionCount = db
    .prepare<[], number>(
      `SELECT count(*)
       FROM destinations INDEXED BY destinations_by_name CROSS JOIN connections ON destination_id = id
       WHERE deleted_at IS NULL`,
    )
    .pluck();
  const connectedTo = db
    .prepare<[string], string>(
      `SELECT DISTINCT destination_id FROM connections
       WHERE source_id IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  // Those to deleted sources stay, since a deletion can be undone.
  const disconnect = db.prepare(
    `DELETE FROM connections WHERE destination_id = ?
     AND source_id IN (SELECT id FROM sources WHERE deleted_at IS NULL)`,
  );
  const connect = db.prepare(
    'INSERT OR IGNORE INTO connections (destination_id, source_id) VALUES (?, ?)',
  );

  return {
    ...table,
    /** Of all destinations, also with deleted sources, which may be restored. */
    connectionCount: (): number => connectionCount.get() ?? 0,
    /** IDs of the destinations connected to any of the sources, including deleted ones. */
    connectedTo: (ids: readonly string[]): readonly string[] =>
      connectedTo.all(JSON.stringify(ids)),
    put(tx: Tx, destination: DestinationSettings, kept?: Parameters<typeof table.put>[2]): void {
      table.put(tx, destination, kept);
      disconnect.run(destination.id);
      for (const sourceId of new Set(destination.sourceIds)) connect.run(destination.id, sourceId);
    },
  };
}
