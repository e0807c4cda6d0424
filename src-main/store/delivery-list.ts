/** Reads deliveries for lists, searches and details. */
import type { Database } from 'better-sqlite3';
import type { CauseKey } from '#shared/deliveries/cause.ts';
import type { AttemptCode, DeliveryState, DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { UrlOutcome } from '#shared/deliveries/retry-urls.ts';
import { createRead } from './read.ts';

// The value that identifies a message in lists, as SQL on `messages AS m`.

/** Maximum characters; list rows show less. */
const maxLength = 200;

/** The path of the setting in SQLite's syntax; null for the user. */
const path = `(SELECT '$.' || (value ->> '$') FROM settings
  WHERE name = 'listColumn' AND value <> '"user"')`;

/** Read with the row, so that lists and changes show the same. Booleans are words, not 0 and 1. */
export const columnValueSql = `CASE
  WHEN ${path} IS NULL THEN ifnull(m.user_id, m.anonymous_id)
  WHEN NOT json_valid(m.normalized) THEN NULL
  WHEN json_type(m.normalized, ${path}) IN ('true', 'false') THEN json_type(m.normalized, ${path})
  ELSE substr(m.normalized ->> ${path}, 1, ${maxLength})
  END AS column_value`;

/** Number of a destination's deliveries in a state, in flight or not. */
export interface StateCount {
  readonly state: DeliveryState;
  /** 1 if they are in flight, otherwise 0. */
  readonly sending: number;
  readonly destinationId: string;
  readonly count: number;
}

/** Number of deliveries to a URL, with the latest response. */
export interface UrlCount extends StateCount {
  readonly url: string;
  readonly outcome: UrlOutcome;
  readonly lastResultAt: number | null;
  readonly lastStatus: number | null;
  readonly lastCode: AttemptCode | null;
}

export interface CodeCount {
  readonly destinationId: string;
  readonly state: DeliveryState;
  readonly lastStatus: number | null;
  readonly lastCode: AttemptCode | null;
  readonly count: number;
  /** Row number of the newest one. */
  readonly latestId: number;
}

interface SummaryRow {
  id: number;
  state: DeliveryState;
  sending: number;
  reason: DeliverySummary['reason'];
  type: DeliverySummary['type'];
  label: string;
  column_value: string | null;
  message_row_id: number;
  message_id: string;
  source_id: string;
  source_name: string;
  destination_id: string;
  destination_name: string;
  last_status: number | null;
  last_code: DeliverySummary['lastCode'];
  number_precision: number;
  attempts: number;
  created_at: number;
  updated_at: number;
  next_attempt_at: number | null;
}

const toSummary = (row: SummaryRow): DeliverySummary => ({
  id: row.id,
  state: row.state,
  reason: row.reason,
  sending: row.sending === 1,
  type: row.type,
  label: row.label,
  columnValue: row.column_value,
  messageRowId: row.message_row_id,
  messageId: row.message_id,
  sourceId: row.source_id,
  sourceName: row.source_name,
  destinationId: row.destination_id,
  destinationName: row.destination_name,
  lastStatus: row.last_status,
  lastCode: row.last_code,
  warnings: row.number_precision === 1 ? ['number_precision'] : [],
  attempts: row.attempts,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  nextAttemptAt: row.next_attempt_at,
});

const summaryQuery = (condition: string, index = '') => `
  SELECT d.id, d.state, d.sending, d.reason, m.type, m.label, ${columnValueSql}, d.message_row_id, m.message_id, m.source_id,
    s.name AS source_name, d.destination_id, t.name AS destination_name, d.last_status,
    d.last_code, d.number_precision, d.attempts, d.created_at, d.updated_at, d.next_attempt_at
  FROM deliveries AS d ${index}
  CROSS JOIN messages AS m ON m.id = d.message_row_id
  CROSS JOIN sources AS s ON s.id = m.source_id
  CROSS JOIN destinations AS t ON t.id = d.destination_id
  WHERE ${condition}`;

const newestIn = (index: string, condition: string): string =>
  `SELECT id FROM deliveries INDEXED BY ${index}
   WHERE destination_id = @destinationId AND state = @state AND ${condition}
   ORDER BY id DESC LIMIT 1`;

/** The newest delivery of a cause: the first row of an index. */
export const newestQueries = {
  // One that waits without a code has no cause.
  withoutCode: newestIn(
    'deliveries_without_code',
    "last_code IS NULL AND state IN ('refused', 'gave_up', 'blocked')",
  ),
  withCode: newestIn('deliveries_by_code', 'last_code = @code'),
  withStatus: newestIn(
    'deliveries_by_code_and_status',
    'last_code = @code AND last_status = @status',
  ),
};

export function createDeliveryList(db: Database) {
  const newest = db.prepare<[], number | null>('SELECT MAX(id) FROM deliveries').pluck();
  const countStates = db.prepare<[string], StateCount>(`
    SELECT d.state, d.sending, d.destination_id AS destinationId, COUNT(*) AS count
    FROM json_each(?) AS ids CROSS JOIN deliveries AS d ON d.id = ids.value GROUP BY 1, 2, 3`);
  // As `urlOutcome`. SQLite takes status and code from the row with the latest time.
  const countUrls = db.prepare<[string], UrlCount>(`
    SELECT d.state, d.sending, d.destination_id AS destinationId, w.value ->> 'url' AS url,
      iif(w.value ->> 'accepted', 'accepted', w.value ->> '$.lastResult.outcome') AS outcome,
      COUNT(*) AS count, MAX(w.value ->> 'lastResultAt') AS lastResultAt,
      w.value ->> 'lastStatus' AS lastStatus, w.value ->> '$.lastResult.code' AS lastCode
    FROM json_each(?) AS ids CROSS JOIN deliveries AS d ON d.id = ids.value
      CROSS JOIN json_each(d.webhooks) AS w GROUP BY 1, 2, 3, 4, 5`);
  // As `causeOf`, which the caller applies.
  const countCodes = db.prepare<[string], CodeCount>(`
    SELECT d.destination_id AS destinationId, d.state, d.last_status AS lastStatus, d.last_code AS lastCode,
      COUNT(*) AS count, MAX(d.id) AS latestId
    FROM json_each(?) AS ids CROSS JOIN deliveries AS d ON d.id = ids.value GROUP BY 1, 2, 3, 4`);
  const newestOf = (query: string) => db.prepare<[object], number>(query).pluck();
  const newestWithoutCode = newestOf(newestQueries.withoutCode);
  const newestWithCode = newestOf(newestQueries.withCode);
  const newestWithStatus = newestOf(newestQueries.withStatus);
  const read = createRead(db);
  const summary = db.prepare<[number], SummaryRow>(summaryQuery('d.id = ?'));
  const byMessage = db.prepare<[number], SummaryRow>(
    summaryQuery('d.message_row_id = ? ORDER BY d.id', 'INDEXED BY deliveries_of_message'),
  );
  const sizes = db.prepare<
    [string],
    { body_bytes: number; response_bytes: number; attempts: number }
  >(`
    SELECT COALESCE(SUM(body_bytes), 0) AS body_bytes, COALESCE(SUM(attempts), 0) AS attempts,
      COALESCE(SUM((SELECT SUM(LENGTH(response_body)) FROM attempts WHERE delivery_id = d.id)), 0)
        AS response_bytes
    FROM json_each(?) AS ids CROSS JOIN deliveries AS d ON d.id = ids.value`);
  const bodyOf = db.prepare<[number], { bytes: Uint8Array | null; byteLength: number }>(
    `SELECT b.bytes, d.body_bytes AS byteLength
     FROM deliveries AS d LEFT JOIN bodies AS b ON b.id = d.body_id WHERE d.id = ?`,
  );

  return {
    /** Summaries in the given order. Skips deliveries that no longer exist. */
    summaries: (ids: readonly number[]): DeliverySummary[] =>
      read(() => ids.map((id) => summary.get(id)).filter((row) => row !== undefined)).map(
        toSummary,
      ),
    /** Total body bytes, response bytes and attempts of the deliveries. */
    sizes(ids: readonly number[]) {
      const row = sizes.get(JSON.stringify(ids));
      return {
        bodyBytes: row?.body_bytes ?? 0,
        responseBytes: row?.response_bytes ?? 0,
        attempts: row?.attempts ?? 0,
      };
    },
    /** Row number of the newest delivery; 0 if there is none. */
    newest: (): number => newest.get() ?? 0,
    /** Counts the deliveries by state and destination. */
    countStates: (ids: readonly number[]): readonly StateCount[] =>
      countStates.all(JSON.stringify(ids)),
    /** Counts the deliveries by state, destination, URL and outcome. */
    countUrls: (ids: readonly number[]): readonly UrlCount[] => countUrls.all(JSON.stringify(ids)),
    /** Counts the deliveries by destination, state, and status and code of the latest attempt. */
    countCodes: (ids: readonly number[]): readonly CodeCount[] =>
      countCodes.all(JSON.stringify(ids)),
    /** Row number of the newest delivery of a cause. */
    newestOfCause: (cause: CauseKey): number | undefined =>
      (cause.code === null
        ? newestWithoutCode
        : cause.status === null
          ? newestWithCode
          : newestWithStatus
      ).get(cause),
    summary: (id: number): DeliverySummary | undefined => {
      const row = summary.get(id);
      return row && toSummary(row);
    },
    byMessage: (messageRowId: number): DeliverySummary[] =>
      byMessage.all(messageRowId).map(toSummary),
    /** Bytes of the body; null if nothing was to be sent. */
    bodyOf: (id: number): { readonly bytes: Uint8Array | null; readonly byteLength: number } =>
      bodyOf.get(id) ?? { bytes: null, byteLength: 0 },
  };
}
