/** One message, by a single call: the ingestion keeps it byte for byte as it was written. */
import { request } from 'undici';
import { sdkMessageTypes } from '#shared/schemas/message.ts';
import type { SendProgress } from '#shared/schemas/send.ts';
import type { Source } from '#shared/schemas/source.ts';
import { sendHeader } from '../ingestion/request.ts';
import { withMessageId } from './message-id.ts';
import { afterResponse, nothingSent, toIngestResponse } from './progress.ts';
import type { SendTools } from './send-tools.ts';

/** Longest wait for the ingestion's own answer: it is on this machine. */
const answerTimeOutMs = 10_000;

export async function sendOne(
  tools: SendTools,
  source: Source,
  template: Record<string, unknown>,
  ingestUrl: string,
): Promise<SendProgress> {
  const message = withMessageId(template, tools.random);
  const type = sdkMessageTypes.find((known) => known === message.type);
  // A path would lend its type to a message without one; a batch says what is wrong with it.
  const response = await request(
    `${ingestUrl}${type === undefined ? '/v1/batch' : `/v1/${type}`}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [sendHeader]: tools.sendToken,
        authorization: `Basic ${Buffer.from(`${source.writeKey}:`).toString('base64')}`,
      },
      body: JSON.stringify(type === undefined ? { batch: [message] } : message),
      signal: AbortSignal.timeout(answerTimeOutMs),
      reset: true,
    },
  );
  const answer = toIngestResponse(response.statusCode, await response.body.json());
  const accepted = answer.status === 200 ? [String(message.messageId)] : [];
  return afterResponse(nothingSent(1), 1, accepted, answer);
}
