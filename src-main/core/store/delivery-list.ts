/** Reads deliveries for lists, searches and details. */

import type { Database } from 'better-sqlite3';
import type { DeliveryState, DeliverySummary } from '#shared/schemas/delivery.ts';
import { warningsOf } from './deliveries.ts';
import { columnValueSql } from './list-column.ts';
import { createRead } from './read.ts';

/** Number of a destination's deliveries in a state. */
export interface StateCount {
  readonly state: DeliveryState;
  readonly destinationId: string;
  readonly count: number;
}

interface SummaryRow {
  id: number;
  state: DeliveryState;
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
  last_failure: DeliverySummary['lastFailure'];
  exhausted_reason: DeliverySummary['reason'];
  warning: number;
  attempts: number;
  created_at: number;
  updated_at: number;
  next_attempt_at: number | null;
}

const toSummary = (row: SummaryRow): DeliverySummary => ({
  id: row.id,
  state: row.state,
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
  lastFailure: row.last_failure,
  reason: row.state === 'exhausted' ? row.exhausted_reason : null,
  warning: row.warning !== 0,
  warnings: warningsOf(row.warning),
  attempts: row.attempts,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  nextAttemptAt: row.next_attempt_at,
});

const summaryQuery = (condition: string, index = '') => `
  SELECT d.id, d.state, m.type, m.label, ${columnValueSql}, d.message_row_id, m.message_id, m.source_id,
    s.name AS source_name, d.destination_id, t.name AS destination_name, d.last_status,
    d.last_failure, d.exhausted_reason, d.warning, d.attempts, d.created_at, d.updated_at, d.next_attempt_at
  FROM deliveries AS d ${index}
  CROSS JOIN messages AS m ON m.id = d.message_row_id
  CROSS JOIN sources AS s ON s.id = m.source_id
  CROSS JOIN destinations AS t ON t.id = d.destination_id
  WHERE ${condition}`;

export function createDeliveryList(db: Database) {
  const newest = db.prepare<[], number | null>('SELECT MAX(id) FROM deliveries').pluck();
  const countStates = db.prepare<[string], StateCount>(`
    SELECT d.state, d.destination_id AS destinationId, COUNT(*) AS count
    FROM json_each(?) AS ids CROSS JOIN deliveries AS d ON d.id = ids.value GROUP BY 1, 2`);
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
