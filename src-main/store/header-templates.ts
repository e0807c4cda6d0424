/**
 * Stores repeated header lines once. Requests to a webhook differ only in signature and length,
 * responses in their date. A template contains names and the values of non-identifying headers; the row
 * has the other values. Templates therefore contain no secrets and need no deletion.
 */
import type { Database } from 'better-sqlite3';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { Tx } from './write-queue.ts';

/** A value, or its position in the row's array. */
type TemplateLine = readonly [name: string, value: string | number];

/** Stored form: all lines, or a template ID and the missing values. */
export type StoredHeaders = HeaderLines | readonly [templateId: number, ...values: string[]];

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

/** Maximum number of templates: a receiver may return different headers each time. */
const maxTemplates = 1_000;

/** Enough for the requests and responses of a few webhooks that are delivered together. */
const maxRecent = 4;

export type HeaderTemplates = ReturnType<typeof createHeaderTemplates>;

/** Identifies a template by its header names and stored values. */
const keyPart = (name: string, value: string | number): string =>
  typeof value === 'string' ? `${name}: ${value}\n` : `${name}\n`;

/** The values missing in a template; null if the lines have another template. */
function missingValues(template: readonly TemplateLine[], lines: HeaderLines): string[] | null {
  if (template.length !== lines.length) return null;
  const values: string[] = [];
  for (let n = 0; n < template.length; n += 1) {
    const [name, value] = lines[n] as HeaderLines[number];
    const [templateName, templateValue] = template[n] as TemplateLine;
    if (name !== templateName) return null;
    if (typeof templateValue === 'number') values.push(value);
    else if (value !== templateValue) return null;
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

function templateOf(lines: HeaderLines): TemplateLine[] {
  let valueCount = 0;
  return lines.map(([name, value]) => {
    if (isRepeated(name)) return [name, value];
    valueCount += 1;
    return [name, valueCount];
  });
}

export function createHeaderTemplates(db: Database) {
  const newest = db.prepare<[number], { id: number; lines: string }>(
    'SELECT id, lines FROM header_templates ORDER BY id DESC LIMIT ?',
  );
  const byId = db
    .prepare<[number], string>('SELECT lines FROM header_templates WHERE id = ?')
    .pluck();
  const find = db
    .prepare<[string], number>('SELECT id FROM header_templates WHERE lines = ?')
    .pluck();
  const insert = db.prepare<[string]>('INSERT INTO header_templates (lines) VALUES (?)');

  /** Committed templates by key. */
  const ids = new Map<string, number>();
  for (const { id, lines } of newest.all(maxTemplates)) {
    const template = JSON.parse(lines) as TemplateLine[];
    ids.set(template.map(([name, value]) => keyPart(name, value)).join(''), id);
  }
  const templates = new Map<number, readonly TemplateLine[]>();
  /** Tried first, since building a key takes longer than storing the row. Newest first. */
  let recent: readonly { readonly id: number; readonly template: readonly TemplateLine[] }[] = [];

  function create(tx: Tx, key: string, lines: HeaderLines): number | null {
    if (ids.size >= maxTemplates) return null;
    const text = JSON.stringify(templateOf(lines));
    const id = find.get(text) ?? Number(insert.run(text).lastInsertRowid);
    // The transaction may still be undone.
    tx.whenCommitted(() => ids.set(key, id));
    return id;
  }

  function template(id: number): readonly TemplateLine[] {
    const cached = templates.get(id);
    if (cached !== undefined) return cached;
    const lines = JSON.parse(byId.get(id) ?? '[]') as TemplateLine[];
    templates.set(id, lines);
    return lines;
  }

  return {
    /** Returns the stored form of header lines. */
    store(tx: Tx, lines: HeaderLines): StoredHeaders {
      for (const { id, template } of recent) {
        const values = missingValues(template, lines);
        if (values !== null) return [id, ...values];
      }
      const { key, values } = splitLines(lines);
      const existingId = ids.get(key);
      if (existingId !== undefined)
        recent = [{ id: existingId, template: template(existingId) }, ...recent].slice(
          0,
          maxRecent,
        );
      const id = existingId ?? create(tx, key, lines);
      return id === null ? lines : [id, ...values];
    },
    /** Restores the header lines of a row. */
    read(stored: StoredHeaders): HeaderLines {
      const [id] = stored;
      if (typeof id !== 'number') return stored as HeaderLines;
      return template(id).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : String(stored[value]),
      ]);
    },
  };
}
