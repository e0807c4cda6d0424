/** Limits for deletion in one write, because ingestion and dispatch may have to wait for it. */
import type { RequestLog } from '../mocks/request-log.ts';
import type { RowBounds } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';

export const chunkRows = 250;
const chunkMs = 8;

export function chunkDeadline(): () => boolean {
  const endsAt = performance.now() + chunkMs;
  return () => performance.now() >= endsAt;
}

export type RequestLogRows = Pick<RequestLog, 'deleteSome'>;

/**
 * Deletes rows without a delivery up to these bounds: messages, rejected requests, copies of
 * received requests and mock endpoint logs. Returns the number of deleted rows.
 */
export function deleteOthers(
  { store, requestLog }: { readonly store: Store; readonly requestLog: RequestLogRows },
  tx: Tx,
  upTo: RowBounds,
): number {
  return (
    store.retention.deleteMessagesWithoutDeliveries(tx, upTo.messageId, chunkRows) ||
    store.rejected.deleteSome(tx, upTo.rejectedId, chunkRows) ||
    store.retention.deleteCopies(tx, upTo.copyId, chunkRows) ||
    requestLog.deleteSome(tx, upTo.mockRequestId, chunkRows)
  );
}
