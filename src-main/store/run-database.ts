/**
 * Writes the database of a run archive: rows that a run left in the stores of its two cores, in the tables of the
 * product. Only what is named here is copied, and never before secrets are replaced in it: no page of the file had any.
 */
import { isUtf8 } from 'node:buffer';
import Database from 'better-sqlite3';
import { maxCopies } from '#shared/scenarios/schema/run-data.ts';
import { type RedactSecrets, redactNothing } from '#shared/scenarios/secret-values.ts';
import { createHeaderTemplates, type StoredHeaders } from './header-templates.ts';
import { createRunSchema } from './schema.ts';

const kept = {
  deliveries: 'id IN (SELECT id FROM main.run_deliveries)',
  messages: 'id IN (SELECT message_row_id FROM main.deliveries)',
  batch_requests: 'id IN (SELECT request_id FROM main.messages)',
  bodies: 'id IN (SELECT body_id FROM main.deliveries)',
  attempts: 'delivery_id IN (SELECT id FROM main.deliveries)',
  copies: `id IN (SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY delivery_id ORDER BY id DESC) AS place FROM source.copies
    WHERE delivery_id IN (SELECT id FROM main.deliveries)) WHERE place <= ${maxCopies})`,
  sources: 'true',
  destinations: 'true',
  mocks: 'true',
  mock_requests: 'id IN (SELECT id FROM main.run_requests)',
} as const;
type Table = keyof typeof kept;

const ofProduct: readonly Table[] = [
  ...(['deliveries', 'messages', 'batch_requests', 'bodies', 'attempts', 'copies'] as const),
  ...(['sources', 'destinations'] as const),
];
const ofMocks: readonly Table[] = ['mocks', 'mock_requests'];

const none = "'{}'";
/** In place of columns with secrets, and with settings that the deliveries are not shown with. */
const replaced: Readonly<Record<string, string>> = {
  'sources.settings': none,
  'sources.secrets': none,
  'destinations.secrets': none,
  // Filters ask for the URLs.
  'destinations.settings': `redacted('settings',
    json_object('webhookUrl', settings ->> 'webhookUrl', 'webhooks', settings -> 'webhooks'))`,
  'mocks.settings': none,
  'mocks.secrets': none,
  // The requests of a deleted mock endpoint are shown, too.
  'mocks.deleted_at': 'NULL',
};

/** Texts are replaced in their values, so that the columns remain JSON. */
const jsonColumns: ReadonlySet<string> = new Set([
  ...['connection', 'forwarded', 'headers', 'params', 'request', 'request_headers', 'response'],
  ...['response_headers', 'settings', 'signature', 'timings', 'webhooks'],
]);

/** Headers in them may refer to templates. */
const templateColumns: ReadonlySet<string> = new Set([
  'request',
  'request_headers',
  'response_headers',
]);

/** A code under a name that says it of other values. */
const codeColumns: ReadonlySet<string> = new Set(['origin', 'reason', 'signing', 'signature_fit']);

function redactedBytes(bytes: Buffer, redact: RedactSecrets): Buffer {
  // Each byte of others is a character.
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const after = redact(text);
  return after === text ? bytes : Buffer.from(after, encoding);
}

/** With all lines of headers, whose templates stay behind. */
function wholeHeaders(value: unknown, read: (stored: StoredHeaders) => unknown): unknown {
  if (Array.isArray(value)) return read(value as unknown as StoredHeaders);
  const { headers, ...others } = value as { readonly headers?: StoredHeaders };
  return headers === undefined ? value : { ...others, headers: read(headers) };
}

export interface RunRows {
  /** Database files of the two cores; null if they have none. */
  readonly product: string | null;
  readonly mocks: string | null;
  /** The deliveries and received requests to copy, with what is stored beside them, without secrets. */
  readonly deliveries: Iterable<{ readonly id: number; readonly facts: object }>;
  readonly requests: Iterable<{
    readonly id: number;
    readonly messageId: string | null;
    readonly sender: object;
  }>;
  /** Replaces secrets in all texts of a value. */
  readonly redact: RedactSecrets;
}

/** Writes a new file. */
export function writeRunDatabase(file: string, rows: RunRows): void {
  const { product, mocks, redact } = rows;
  const db = new Database(file);
  const templates = product === null ? null : new Database(product, { readonly: true });
  try {
    // The file is read only when it is complete.
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = OFF');
    createRunSchema(db);
    const { read } = createHeaderTemplates(templates ?? db);
    db.function('redacted', (column, value) => {
      if (value instanceof Uint8Array) return redactedBytes(value as Buffer, redact);
      const name = String(column);
      if (typeof value !== 'string' || value === '') return value;
      return jsonColumns.has(name)
        ? JSON.stringify(redact({ [name]: wholeHeaders(JSON.parse(value), read) })[name])
        : redact({ [name]: value })[name];
    });
    const delivery = db.prepare('INSERT INTO run_deliveries VALUES (?, ?)');
    const request = db.prepare('INSERT INTO run_requests VALUES (?, ?, ?)');
    db.transaction(() => {
      for (const { id, facts } of rows.deliveries) delivery.run(id, JSON.stringify(facts));
      for (const { id, messageId, sender } of rows.requests)
        request.run(id, messageId, JSON.stringify(sender));
    })();
    // Without secrets, most runs are copied by SQLite alone.
    const isChanged = (column: string): boolean =>
      redact === redactNothing ? templateColumns.has(column) : !codeColumns.has(column);
    copy(db, product, ofProduct, isChanged);
    copy(db, mocks, ofMocks, isChanged);
  } finally {
    templates?.close();
    db.close();
  }
}

function copy(
  db: Database.Database,
  from: string | null,
  tables: readonly Table[],
  isChanged: (column: string) => boolean,
): void {
  if (from === null) return;
  db.prepare('ATTACH ? AS source').run(from);
  db.transaction(() => {
    for (const table of tables) {
      const columns = db.pragma(`main.table_info(${table})`) as { name: string; type: string }[];
      const values = columns.map(
        ({ name, type }) =>
          replaced[`${table}.${name}`] ??
          (type !== 'INTEGER' && isChanged(name) ? `redacted('${name}', ${name})` : name),
      );
      // Two IDs may be the same without their secrets.
      db.exec(`INSERT OR IGNORE INTO main.${table} SELECT ${values.join(', ')}
        FROM source.${table} WHERE ${kept[table]}`);
      // Shorter than it was, a body would count as cut off.
      if (table === 'mock_requests')
        db.exec(`UPDATE main.mock_requests AS r SET
          body_bytes = iif(length(o.body) = o.body_bytes, length(r.body), o.body_bytes),
          delivery_id = iif(r.path IS NULL, NULL, s.sender ->> 'deliveryId')
          FROM source.mock_requests AS o, main.run_requests AS s WHERE o.id = r.id AND s.id = r.id`);
    }
  })();
  db.exec('DETACH source');
}
