import type { AttemptResponse } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { toBytes } from './bytes.ts';

/** Response columns. The status is null if there was no response. */
export interface ResponseColumns {
  readonly response_status: number | null;
  readonly response_headers: string | null;
  readonly response_body: Uint8Array | null;
  readonly response_bytes: number | null;
  readonly response_truncated: number | null;
}

export function toResponse(
  row: ResponseColumns,
  headersOf: (stored: string) => HeaderLines = JSON.parse,
): AttemptResponse | null {
  if (row.response_status === null) return null;
  return {
    status: row.response_status,
    headers: headersOf(row.response_headers ?? '[]'),
    body: toBytes(
      row.response_body ?? new Uint8Array(),
      row.response_bytes ?? 0,
      row.response_truncated === 1,
    ),
  };
}
