/** The tables of what users configure: a JSON column of settings, and secrets that are stored sealed. */
import type { Database } from 'better-sqlite3';
import type { SecretBox } from '#main/kit/ports.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { clearedSecret, readSecret, resealed, sealSecret, zeroing } from './secret.ts';
import type { Tx } from './write-queue.ts';

/** Fields of every item. */
export interface EntityFields {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type Stored<Item> = Item & {
  /** False if another user or machine sealed a secret, so that it can't be read here. */
  readonly secretReadable: boolean;
};

/** How a field with secrets is divided into what is stored openly and what is sealed. */
export interface SecretField<Value> {
  readonly open: (value: Value) => Value;
  /** Empty if there is nothing to seal. */
  readonly secret: (value: Value) => string;
  readonly join: (open: Value, secret: string) => Value;
}

export const secretText: SecretField<string> = {
  open: () => '',
  secret: (value) => value,
  join: (_, secret) => secret,
};

interface Definition<Item, SecretName extends keyof Item, OtherName extends keyof Item> {
  readonly noun: 'source' | 'destination' | 'mock';
  readonly table: 'sources' | 'destinations' | 'mocks';
  readonly secrets: { readonly [Name in SecretName]: SecretField<Item[Name]> };
  /** Fields that are stored elsewhere, read by the ID of their item. */
  readonly elsewhere: { readonly [Name in OtherName]: (id: string) => Item[Name] };
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly settings: string;
  /** The bytes of the sealed secrets as Latin-1, by field. */
  readonly secrets: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
}

type Sealed = Readonly<Record<string, string>>;

const bytesOf = (sealed: string | undefined): Uint8Array => Buffer.from(sealed ?? '', 'latin1');
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From, key: string) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

export function createEntityTable<
  Item extends EntityFields,
  SecretName extends keyof Item & string = never,
  OtherName extends keyof Item & string = never,
>(
  db: Database,
  secretBox: SecretBox,
  { noun, table, ...definition }: Definition<Item, SecretName, OtherName>,
) {
  const secrets = definition.secrets as Readonly<Record<string, SecretField<unknown>>>;
  const elsewhere = definition.elsewhere as Readonly<Record<string, (id: string) => unknown>>;
  const select = `SELECT id, name, settings, secrets, created_at, updated_at, deleted_at FROM ${table}`;
  const all = db.prepare<[], Row>(`${select} WHERE deleted_at IS NULL ORDER BY name`);
  const byId = db.prepare<[string], Row>(`${select} WHERE id = ?`);
  const named = db
    .prepare<[string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM ${table} WHERE name = ? AND id <> ? AND deleted_at IS NULL)`,
    )
    .pluck();
  const count = db
    .prepare<[], number>(
      `SELECT count(*) FROM ${table} INDEXED BY ${table}_by_name WHERE deleted_at IS NULL`,
    )
    .pluck();
  const allIds = db.prepare<[], string>(`SELECT id FROM ${table}`).pluck();
  const upsert = db.prepare(`
    INSERT INTO ${table} (id, name, settings, secrets, created_at, updated_at)
    VALUES (@id, @name, @settings, @secrets, @createdAt, @updatedAt)
    ON CONFLICT (id) DO UPDATE SET name = @name, settings = @settings, secrets = @secrets,
      updated_at = @updatedAt, deleted_at = NULL`);
  const remove = db.prepare(`UPDATE ${table} SET deleted_at = ? WHERE id = ?`);
  const allSealed = db.prepare<[], Pick<Row, 'id' | 'secrets' | 'deleted_at'>>(
    `SELECT id, secrets, deleted_at FROM ${table}`,
  );
  const replaceSealed = db.prepare(`UPDATE ${table} SET secrets = ? WHERE id = ?`);

  /** Settings were checked when they were written: rules may have thousands of patterns. */
  function toItem(row: Row): Stored<Item> {
    const settings = parseExact(row.settings) as Readonly<Record<string, unknown>>;
    const sealed: Sealed = JSON.parse(row.secrets);
    const opened = mapped(secrets, (_, field) => readSecret(secretBox, bytesOf(sealed[field])));
    return {
      id: row.id,
      name: row.name,
      ...settings,
      ...mapped(secrets, ({ join }, field) => join(settings[field], opened[field]?.secret ?? '')),
      ...mapped(elsewhere, (read) => read(row.id)),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      // Items without secrets have no such field.
      ...(Object.keys(secrets).length > 0 && {
        secretReadable: Object.values(opened).every(({ readable }) => readable),
      }),
    } as Stored<Item>;
  }

  function find(id: string, isFound: (row: Row) => boolean): Stored<Item> | undefined {
    const row = byId.get(id);
    return row && isFound(row) ? toItem(row) : undefined;
  }

  function reseal(change: (sealed: Uint8Array, isDeleted: boolean) => Uint8Array): void {
    for (const { id, secrets: before, deleted_at } of allSealed.all()) {
      const sealed: Sealed = JSON.parse(before);
      const after = JSON.stringify(
        mapped(sealed, (text) => textOf(change(bytesOf(text), deleted_at !== null))),
      );
      if (after !== before) zeroing(db, () => replaceSealed.run(after, id));
    }
  }

  return {
    all: (): readonly Stored<Item>[] => all.all().map(toItem),
    count: (): number => count.get() ?? 0,
    /** IDs of all items, including deleted ones. */
    allIds: (): readonly string[] => allIds.all(),
    active: (id: string) => find(id, (row) => row.deleted_at === null),
    /** To undo a deletion. */
    deleted: (id: string) => find(id, (row) => row.deleted_at !== null),
    /** Includes deleted items, because their deliveries and logs still show them. */
    get: (id: string) => find(id, () => true),
    /** Whether another item has the name. */
    isNameTaken: ({ id, name }: Pick<EntityFields, 'id' | 'name'>): boolean =>
      named.get(name, id) === 1,
    /**
     * Inserts, updates or restores an item. The secrets of `kept` fields stay as they are stored:
     * rewriting secrets that can't be read here would lose them.
     */
    put(tx: Tx, item: Item, kept: readonly SecretName[] = []): void {
      const { id, name, createdAt, updatedAt, ...settings } = item;
      const { secretReadable: _, ...fields } = settings as Readonly<Record<string, unknown>>;
      const before: Sealed = kept.length === 0 ? {} : JSON.parse(byId.get(id)?.secrets ?? '{}');
      const open = {
        ...fields,
        ...mapped(secrets, (field, key) => field.open(fields[key])),
        // JSON has no undefined values.
        ...mapped(elsewhere, () => undefined),
      };
      const sealed = mapped(secrets, ({ secret }, key) =>
        (kept as readonly string[]).includes(key) && before[key] !== undefined
          ? before[key]
          : textOf(sealSecret(secretBox, secret(fields[key]))),
      );
      zeroing(db, () =>
        upsert.run({
          ...{ id, name, createdAt, updatedAt },
          settings: JSON.stringify(open),
          secrets: JSON.stringify(sealed),
        }),
      );
      tx.changed({ kind: noun, id });
    },
    /** Keeps the row for deliveries, logs and undo. */
    remove(tx: Tx, id: string, now: number): void {
      zeroing(db, () => remove.run(now, id));
      tx.changed({ kind: 'removed', noun, id });
    },
    /** Seals secrets stored without a keychain, and makes deletions permanent. */
    protectSecrets(_tx: Tx): void {
      reseal((sealed, isDeleted) =>
        isDeleted && sealed.length > 0 ? clearedSecret : resealed(secretBox, sealed),
      );
    },
  };
}

export type EntityTable<Item extends EntityFields, SecretName extends keyof Item & string> = Pick<
  ReturnType<typeof createEntityTable<Item, SecretName>>,
  'active' | 'deleted' | 'isNameTaken' | 'put' | 'remove' | 'count'
>;
