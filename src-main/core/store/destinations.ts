import type { Database } from 'better-sqlite3';
import { type Destination, ProfileChoice } from '#shared/schemas/destination.ts';
import type { SecretBox } from '../ports.ts';
import { clearedSecret, readSecret, resealed, sealSecret, zeroing } from './secret.ts';
import type { Tx } from './write-queue.ts';

interface Row {
  id: string;
  name: string;
  enabled: number;
  shared_secret: Uint8Array;
  webhook_url: string;
  webhooks: string;
  webhook_headers: Uint8Array;
  track_filter: string;
  payload_shape: Destination['payloadShape'];
  fan_out: Destination['fanOut'];
  profile: string;
  retry: string;
  created_at: number;
  updated_at: number;
}

/** Stored fields. `problem` is computed. */
export type StoredDestination = Omit<Destination, 'problem'> & {
  /** False if another user or machine sealed the secret or headers, so they can't be read here. */
  readonly secretReadable: boolean;
};

/** Secrets to keep sealed. Rewriting secrets that can't be read here would lose them. */
export interface SecretChange {
  readonly sharedSecret: boolean;
  readonly webhooks: boolean;
}

type Webhooks = Destination['webhooks'];

const withoutHeaders = (webhooks: Webhooks): string =>
  JSON.stringify(webhooks.map((webhook) => ({ ...webhook, headers: {} })));

const hasHeaders = (webhooks: Webhooks): boolean =>
  webhooks.some(({ headers }) => Object.keys(headers).length > 0);

export function createDestinationStore(db: Database, secretBox: SecretBox) {
  const all = db.prepare<[], Row>(
    'SELECT * FROM destinations WHERE deleted_at IS NULL ORDER BY name',
  );
  const otherNamed = db
    .prepare<[string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM destinations
       WHERE name = ? AND id <> ? AND deleted_at IS NULL)`,
    )
    .pluck();
  const activeById = db.prepare<[string], Row>(
    'SELECT * FROM destinations WHERE id = ? AND deleted_at IS NULL',
  );
  const byId = db.prepare<[string], Row>('SELECT * FROM destinations WHERE id = ?');
  const allIds = db.prepare<[], string>('SELECT id FROM destinations').pluck();
  const sourceIds = db
    .prepare<[string], string>(
      `SELECT source_id FROM connections JOIN sources ON sources.id = source_id
       WHERE destination_id = ? AND sources.deleted_at IS NULL ORDER BY source_id`,
    )
    .pluck();
  const upsert = db.prepare(`
    INSERT INTO destinations (id, name, enabled, shared_secret, webhook_url, webhooks,
      webhook_headers, track_filter, payload_shape, fan_out, profile, retry, created_at, updated_at)
    VALUES (@id, @name, @enabled, @sharedSecret, @webhookUrl, @webhooks,
      @webhookHeaders, @trackFilter, @payloadShape, @fanOut, @profile, @retry, @createdAt, @updatedAt)
    ON CONFLICT (id) DO UPDATE SET name = @name, enabled = @enabled, shared_secret = @sharedSecret,
      webhook_url = @webhookUrl, webhooks = @webhooks, webhook_headers = @webhookHeaders, track_filter = @trackFilter,
      payload_shape = @payloadShape, fan_out = @fanOut, profile = @profile, retry = @retry, updated_at = @updatedAt,
      deleted_at = NULL`);
  const disconnect = db.prepare('DELETE FROM connections WHERE destination_id = ?');
  const connect = db.prepare('INSERT INTO connections (destination_id, source_id) VALUES (?, ?)');
  const remove = db.prepare('UPDATE destinations SET deleted_at = ? WHERE id = ?');

  const sealed = db.prepare<[string], Pick<Row, 'shared_secret' | 'webhook_headers'>>(
    'SELECT shared_secret, webhook_headers FROM destinations WHERE id = ?',
  );
  const allSealed = db.prepare<[], Pick<Row, 'id' | 'shared_secret' | 'webhook_headers'>>(
    'SELECT id, shared_secret, webhook_headers FROM destinations',
  );
  const replaceSealed = db.prepare(
    'UPDATE destinations SET shared_secret = ?, webhook_headers = ? WHERE id = ?',
  );
  const clearSecrets = db.prepare<[Buffer, Buffer]>(`
    UPDATE destinations SET
      shared_secret = iif(length(shared_secret) > 0, ?, shared_secret),
      webhook_headers = iif(length(webhook_headers) > 0, ?, webhook_headers)
    WHERE deleted_at IS NOT NULL`);

  const sealHeaders = (webhooks: Webhooks): Uint8Array =>
    sealSecret(
      secretBox,
      hasHeaders(webhooks) ? JSON.stringify(webhooks.map(({ headers }) => headers)) : '',
    );

  function readWebhooks(row: Row): { readonly webhooks: Webhooks; readonly readable: boolean } {
    const webhooks: Webhooks = JSON.parse(row.webhooks);
    const { secret, readable } = readSecret(secretBox, row.webhook_headers);
    if (secret === '') return { webhooks, readable };
    const headers: Webhooks[number]['headers'][] = JSON.parse(secret);
    return {
      webhooks: webhooks.map((webhook, index) => ({ ...webhook, headers: headers[index] ?? {} })),
      readable,
    };
  }

  function toDestination(row: Row): StoredDestination {
    const { secret, readable } = readSecret(secretBox, row.shared_secret);
    const { webhooks, readable: headersReadable } = readWebhooks(row);
    return {
      id: row.id,
      name: row.name,
      enabled: row.enabled === 1,
      sharedSecret: secret,
      secretReadable: readable && headersReadable,
      webhookUrl: row.webhook_url,
      webhooks,
      sourceIds: sourceIds.all(row.id),
      trackFilter: JSON.parse(row.track_filter),
      payloadShape: row.payload_shape,
      fanOut: row.fan_out,
      profile: ProfileChoice.parse(JSON.parse(row.profile)),
      retry: JSON.parse(row.retry),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }

  return {
    all: (): readonly StoredDestination[] => all.all().map(toDestination),
    /** IDs of all destinations, including deleted ones. */
    allIds: (): readonly string[] => allIds.all(),
    active: (id: string): StoredDestination | undefined => {
      const row = activeById.get(id);
      return row && toDestination(row);
    },
    /** Whether another destination has the name. */
    isNameTaken: ({ id, name }: Pick<Destination, 'id' | 'name'>): boolean =>
      otherNamed.get(name, id) === 1,
    /** Includes deleted destinations, because their deliveries still show the settings. */
    get: (id: string): StoredDestination | undefined => {
      const row = byId.get(id);
      return row && toDestination(row);
    },
    /** Inserts, updates or restores a destination. */
    put(tx: Tx, destination: Omit<Destination, 'problem'>, keptSecrets: SecretChange): void {
      const { sharedSecret, webhooks } = destination;
      const before = sealed.get(destination.id);
      zeroing(db, () =>
        upsert.run({
          ...destination,
          enabled: Number(destination.enabled),
          sharedSecret:
            (keptSecrets.sharedSecret ? before?.shared_secret : undefined) ??
            sealSecret(secretBox, sharedSecret),
          webhooks: withoutHeaders(webhooks),
          webhookHeaders:
            (keptSecrets.webhooks ? before?.webhook_headers : undefined) ?? sealHeaders(webhooks),
          trackFilter: JSON.stringify(destination.trackFilter),
          profile: JSON.stringify(destination.profile),
          retry: JSON.stringify(destination.retry),
        }),
      );
      disconnect.run(destination.id);
      for (const sourceId of new Set(destination.sourceIds)) connect.run(destination.id, sourceId);
      tx.changed({ kind: 'destination', id: destination.id });
    },
    /** Seals secrets stored without a keychain. */
    sealPlainSecrets(_tx: Tx): void {
      for (const { id, shared_secret, webhook_headers } of allSealed.all()) {
        const secret = resealed(secretBox, shared_secret);
        const headers = resealed(secretBox, webhook_headers);
        if (secret !== shared_secret || headers !== webhook_headers)
          zeroing(db, () => replaceSealed.run(secret, headers, id));
      }
    },
    /** Makes the deletions permanent. */
    clearDeletedSecrets(_tx: Tx): void {
      zeroing(db, () => clearSecrets.run(clearedSecret, clearedSecret));
    },
    /** Keeps the row for existing deliveries. */
    remove(tx: Tx, id: string, now: number): void {
      zeroing(db, () => remove.run(now, id));
      tx.changed({ kind: 'removed', noun: 'destination', id });
    },
  };
}
