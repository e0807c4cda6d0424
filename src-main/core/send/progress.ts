/** How far a sending is, one answer of the ingestion after the other. */
import { IngestCode } from '#shared/schemas/message.ts';
import type { IngestResponse, SendProgress } from '#shared/schemas/send.ts';

/** messageIds told back; more would make the answer of a large send heavy. */
const toldMessageIds = 100;

export const nothingSent = (count: number): SendProgress => ({
  sent: 0,
  count,
  accepted: 0,
  rejected: 0,
  messageIds: [],
  lastResponse: null,
});

/** The answer's status, and its code and sentence where it has them. */
export function toIngestResponse(status: number, answer: unknown): IngestResponse {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  const known = IngestCode.safeParse(code);
  return {
    status,
    code: known.success ? known.data : null,
    message: typeof message === 'string' ? message : null,
  };
}

/** @param accepted messageIds of those of the sent that were accepted. */
export const afterResponse = (
  progress: SendProgress,
  sent: number,
  accepted: readonly string[],
  lastResponse: IngestResponse,
): SendProgress => ({
  ...progress,
  sent: progress.sent + sent,
  accepted: progress.accepted + accepted.length,
  rejected: progress.rejected + sent - accepted.length,
  messageIds: [...progress.messageIds, ...accepted].slice(-toldMessageIds),
  lastResponse,
});
