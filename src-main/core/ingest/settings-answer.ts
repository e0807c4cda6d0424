/** What the browser SDK asks for before its first event (D4). */
import type { IncomingMessage } from 'node:http';
import type { Source } from '#shared/schemas/source.ts';
import type { IngestTools } from './accept.ts';
import { type Answer, refusal } from './answer.ts';
import { describeRequest } from './request.ts';
import { writeRejected } from './write-messages.ts';

/** Without `apiKey` in here, the browser SDK sends no write key at all. */
export const settingsAnswer = (source: Source, protocol: string, host: string): Answer => ({
  status: 200,
  body: {
    integrations: {
      'Segment.io': { apiKey: source.writeKey, apiHost: `${host}/v1`, protocol },
    },
    // No metrics about the SDK itself.
    metrics: { sampleRate: 0 },
  },
});

/** A page with a wrong key never sends an event: this request is all there is to see of it (D12). */
export async function refuseSettings(
  tools: IngestTools,
  writeKey: string,
  request: IncomingMessage,
): Promise<Answer> {
  const message = `No source has the write key "${writeKey}" that the page loads its settings with: copy the key from Sources.`;
  const rejected = {
    receivedAt: tools.clock.now(),
    sourceId: null,
    type: null,
    status: 401,
    code: 'unknown_source' as const,
    message,
    request: describeRequest(
      {
        expects: 'batch',
        method: request.method ?? 'GET',
        url: request.url ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        remoteAddress: request.socket.remoteAddress ?? '',
        body: { kind: 'read', bytes: Buffer.alloc(0), wireBytes: 0 },
      },
      null,
    ),
    body: Buffer.alloc(0),
  };
  await tools.store.write((tx) => writeRejected(tools.store, tx, [rejected]));
  return refusal(401, 'unknown_source', message);
}
