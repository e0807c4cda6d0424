import type { Database } from 'better-sqlite3';
import type { Destination } from '#shared/schemas/destination.ts';
import type { SecretBox } from '../ports.ts';
import { readSecret, sealSecret } from './secret.ts';
import type { Tx } from './write-queue.ts';

interface Row {
  id: string;
  name: string;
  enabled: number;
  shared_secret: Uint8Array;
  webhook_url: string;
  webhooks: string;
  track_filter: string;
  payload_shape: Destination['payloadShape'];
  fan_out: Destination['fanOut'];
  retry: string;
  created_at: number;
  updated_at: number;
}

/** As stored; `problem` is worked out from it. */
export type StoredDestination = Omit<Destination, 'problem'> & {
  /** False when the secret was sealed by another user or machine and cannot be read here. */
  readonly secretReadable: boolean;
};

export function createDestinationStore(db: Database, secretBox: SecretBox) {
  const all = db.prepare<[], Row>(
    'SELECT * FROM destinations WHERE deleted_at IS NULL ORDER BY name',
  );
  const one = db.prepare<[string], Row>('SELECT * FROM destinations WHERE id = ?');
  const allIds = db.prepare<[], string>('SELECT id FROM destinations').pluck();
  const sourceIds = db
    .prepare<[string], string>(
      `SELECT source_id FROM connections JOIN sources ON sources.id = source_id
       WHERE destination_id = ? AND sources.deleted_at IS NULL ORDER BY source_id`,
    )
    .pluck();
  const upsert = db.prepare(`
    INSERT INTO destinations (id, name, enabled, shared_secret, webhook_url, webhooks, track_filter,
      payload_shape, fan_out, retry, created_at, updated_at)
    VALUES (@id, @name, @enabled, @sharedSecret, @webhookUrl, @webhooks, @trackFilter,
      @payloadShape, @fanOut, @retry, @createdAt, @updatedAt)
    ON CONFLICT (id) DO UPDATE SET name = @name, enabled = @enabled, shared_secret = @sharedSecret,
      webhook_url = @webhookUrl, webhooks = @webhooks, track_filter = @trackFilter,
      payload_shape = @payloadShape, fan_out = @fanOut, retry = @retry, updated_at = @updatedAt,
      deleted_at = NULL`);
  const disconnect = db.prepare('DELETE FROM connections WHERE destination_id = ?');
  const connect = db.prepare('INSERT INTO connections (destination_id, source_id) VALUES (?, ?)');
  const remove = db.prepare('UPDATE destinations SET deleted_at = ? WHERE id = ?');

  const sealedSecret = db
    .prepare<[string], Uint8Array>('SELECT shared_secret FROM destinations WHERE id = ?')
    .pluck();

  function toDestination(row: Row): StoredDestination {
    const { secret, readable } = readSecret(secretBox, row.shared_secret);
    return {
      id: row.id,
      name: row.name,
      enabled: row.enabled === 1,
      sharedSecret: secret,
      secretReadable: readable,
      webhookUrl: row.webhook_url,
      webhooks: JSON.parse(row.webhooks),
      sourceIds: sourceIds.all(row.id),
      trackFilter: JSON.parse(row.track_filter),
      payloadShape: row.payload_shape,
      fanOut: row.fan_out,
      retry: JSON.parse(row.retry),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }

  return {
    all: (): readonly StoredDestination[] => all.all().map(toDestination),
    /** Ids of all destinations, the deleted ones included. */
    allIds: (): readonly string[] => allIds.all(),
    /** A destination, also a deleted one: its deliveries still show its settings. */
    get: (id: string): StoredDestination | undefined => {
      const row = one.get(id);
      return row && toDestination(row);
    },
    /**
     * Writes a destination, new or changed; a deleted one comes back. A secret that is `kept` stays
     * sealed as it is: one that cannot be read here would otherwise be lost with the first change.
     */
    put(tx: Tx, destination: Omit<Destination, 'problem'>, secret: 'given' | 'kept'): void {
      upsert.run({
        ...destination,
        enabled: Number(destination.enabled),
        sharedSecret:
          (secret === 'kept' ? sealedSecret.get(destination.id) : undefined) ??
          sealSecret(secretBox, destination.sharedSecret),
        webhooks: JSON.stringify(destination.webhooks),
        trackFilter: JSON.stringify(destination.trackFilter),
        retry: JSON.stringify(destination.retry),
      });
      disconnect.run(destination.id);
      for (const sourceId of new Set(destination.sourceIds)) connect.run(destination.id, sourceId);
      tx.changed({ kind: 'destination', id: destination.id });
    },
    /** The row stays, for the deliveries that went to it. */
    remove(tx: Tx, id: string, now: number): void {
      remove.run(now, id);
      tx.changed({ kind: 'removed', noun: 'destination', id });
    },
  };
}
