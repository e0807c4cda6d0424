/**
 * Stores repeated header lines once. Requests to a webhook differ only in signature and length,
 * responses in their date. A head contains names and the values of non-identifying headers; the row
 * has the other values. Heads therefore contain no secrets and need no deletion.
 */
import type { Database } from 'better-sqlite3';
import type { HeaderLines } from '#shared/schemas/message.ts';
import type { Tx } from './write-queue.ts';

/** A value, or its position in the row's array. */
type HeadLine = readonly [name: string, value: string | number];

/** Stored form: all lines, or a head ID and the missing values. */
export type StoredHeaders = HeaderLines | readonly [headId: number, ...values: string[]];

/** Headers with repeated, non-secret values. */
const repeatedHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'alt-svc',
  'cache-control',
  'connection',
  'content-encoding',
  'content-type',
  'host',
  'keep-alive',
  'origin',
  'pragma',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'server',
  'strict-transport-security',
  'transfer-encoding',
  'user-agent',
  'vary',
  'via',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
]);

/** Maximum number of heads: a receiver may return different headers each time. */
const maxHeads = 1_000;

/** Enough for the requests and responses of a few webhooks that are delivered together. */
const maxRecent = 4;

export type HeadStore = ReturnType<typeof createHeadStore>;

/** Identifies a head by its header names and stored values. */
const keyPart = (name: string, value: string | number): string =>
  typeof value === 'string' ? `${name}: ${value}\n` : `${name}\n`;

/** The values missing in a head; null if the lines have another head. */
function missingValues(head: readonly HeadLine[], lines: HeaderLines): string[] | null {
  if (head.length !== lines.length) return null;
  const values: string[] = [];
  for (let n = 0; n < head.length; n += 1) {
    const [name, value] = lines[n] as HeaderLines[number];
    const [headName, headValue] = head[n] as HeadLine;
    if (name !== headName) return null;
    if (typeof headValue === 'number') values.push(value);
    else if (value !== headValue) return null;
  }
  return values;
}

const isRepeated = (name: string): boolean => repeatedHeaders.has(name.toLowerCase());

function splitLines(lines: HeaderLines): { readonly key: string; readonly values: string[] } {
  const values: string[] = [];
  let key = '';
  for (const [name, value] of lines)
    key += keyPart(name, isRepeated(name) ? value : values.push(value));
  return { key, values };
}

function headOf(lines: HeaderLines): HeadLine[] {
  let valueCount = 0;
  return lines.map(([name, value]) => {
    if (isRepeated(name)) return [name, value];
    valueCount += 1;
    return [name, valueCount];
  });
}

export function createHeadStore(db: Database) {
  const newest = db.prepare<[number], { id: number; lines: string }>(
    'SELECT id, lines FROM heads ORDER BY id DESC LIMIT ?',
  );
  const byId = db.prepare<[number], string>('SELECT lines FROM heads WHERE id = ?').pluck();
  const find = db.prepare<[string], number>('SELECT id FROM heads WHERE lines = ?').pluck();
  const insert = db.prepare<[string]>('INSERT INTO heads (lines) VALUES (?)');

  /** Committed heads by key. */
  const ids = new Map<string, number>();
  for (const { id, lines } of newest.all(maxHeads)) {
    const head = JSON.parse(lines) as HeadLine[];
    ids.set(head.map(([name, value]) => keyPart(name, value)).join(''), id);
  }
  const heads = new Map<number, readonly HeadLine[]>();
  /** Tried first, since building a key takes longer than storing the row. Newest first. */
  let recent: readonly { readonly id: number; readonly head: readonly HeadLine[] }[] = [];

  function create(tx: Tx, key: string, lines: HeaderLines): number | null {
    if (ids.size >= maxHeads) return null;
    const text = JSON.stringify(headOf(lines));
    const id = find.get(text) ?? Number(insert.run(text).lastInsertRowid);
    // The transaction may still be undone.
    tx.whenCommitted(() => ids.set(key, id));
    return id;
  }

  function head(id: number): readonly HeadLine[] {
    const cached = heads.get(id);
    if (cached !== undefined) return cached;
    const lines = JSON.parse(byId.get(id) ?? '[]') as HeadLine[];
    heads.set(id, lines);
    return lines;
  }

  return {
    /** Returns the stored form of header lines. */
    store(tx: Tx, lines: HeaderLines): StoredHeaders {
      for (const { id, head } of recent) {
        const values = missingValues(head, lines);
        if (values !== null) return [id, ...values];
      }
      const { key, values } = splitLines(lines);
      const existingId = ids.get(key);
      if (existingId !== undefined)
        recent = [{ id: existingId, head: head(existingId) }, ...recent].slice(0, maxRecent);
      const id = existingId ?? create(tx, key, lines);
      return id === null ? lines : [id, ...values];
    },
    /** Restores the header lines of a row. */
    read(stored: StoredHeaders): HeaderLines {
      const [id] = stored;
      if (typeof id !== 'number') return stored as HeaderLines;
      return head(id).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : String(stored[value]),
      ]);
    },
  };
}
