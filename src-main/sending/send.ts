/** Sends messages as HTTP requests to the ingestion endpoint, as an SDK would. */

import { request } from 'undici';
import { sendHeader, sendToHeader } from '#main/ingestion/request.ts';
import { AppError, fieldError } from '#main/kit/app-error.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { sdkMessageTypes } from '#shared/ingestion/message.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import type { CancelSendRequest, SendProgress, SendRequest } from '#shared/sending/send.ts';
import {
  checkSample,
  contentOf,
  type Payload,
  payloadDestination,
  payloadSource,
  sendPayloads,
} from './payloads.ts';
import { createMessageWriter } from './placeholders.ts';
import { sendMany } from './send-many.ts';
import {
  afterResponse,
  findSource,
  nothingSent,
  readMessage,
  type SendTools,
  toIngestResponse,
  withMessageId,
} from './send-tools.ts';

/** Response timeout of the local ingestion endpoint. */
const responseTimeoutMs = 10_000;

/** Marks messages as sent from the interface, to all destinations of the source or to one of them. */
function sendHeaders(
  { configCache, sendToken }: SendTools,
  { id: sourceId, name }: Source,
  destination: string | undefined,
): Record<string, string> {
  if (destination === undefined) return { [sendHeader]: sendToken };
  const only = configCache
    .enabledFor(sourceId)
    .filter((candidate) => !takesPayloads(candidate))
    .find(({ id, name: known }) => id === destination || known === destination);
  if (only === undefined)
    throw fieldError(
      ['destinationId'],
      `The source "${name}" has no enabled destination "${destination}" that takes messages.`,
      'Connect and enable it, or choose another one.',
    );
  return { [sendHeader]: sendToken, [sendToHeader]: only.id };
}

/** Sends one message in a single request. Ingestion stores it byte for byte. */
async function sendOne(
  tools: SendTools,
  source: Source,
  headers: Record<string, string>,
  write: (n: number) => string,
  ingestUrl: string,
): Promise<SendProgress> {
  const json = withMessageId(write(1), tools.random);
  const message = readMessage(json);
  const type = sdkMessageTypes.find((sdkType) => sdkType === message?.type);
  // A single path would provide the type for a message without one. A batch reports the error
  // instead.
  const response = await request(
    `${ingestUrl}${type === undefined ? '/v1/batch' : `/v1/${type}`}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers,
        authorization: `Basic ${Buffer.from(`${source.writeKey}:`).toString('base64')}`,
      },
      body: type === undefined ? `{"batch":[${json}]}` : json,
      signal: AbortSignal.timeout(responseTimeoutMs),
      reset: true,
    },
  );
  const ingested = toIngestResponse(response.statusCode, await response.body.json());
  const accepted = ingested.status === 200 ? [String(message?.messageId)] : [];
  return afterResponse(nothingSent(1), 1, accepted, ingested);
}

async function* yieldOnce(sending: () => Promise<SendProgress>): AsyncGenerator<SendProgress> {
  try {
    yield await sending();
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The ingestion endpoint did not respond: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

/** Manages active sends. */
export function createSending(tools: SendTools) {
  const cancels = new Map<string, AbortController>();

  /** Registers the stream under the run's name until it ends. */
  async function* registerRun(
    run: string,
    cancel: AbortController,
    stream: AsyncGenerator<SendProgress>,
  ): AsyncGenerator<SendProgress, void, void> {
    cancels.set(run, cancel);
    try {
      yield* stream;
    } finally {
      cancels.delete(run);
    }
  }

  /** Starts a stream that ends early if `signal` is aborted or the run is cancelled by name. */
  function cancellable(
    { run }: SendRequest,
    signal: AbortSignal | undefined,
    start: (stopSignal: AbortSignal) => AsyncGenerator<SendProgress, void, void>,
  ): AsyncGenerator<SendProgress, void, void> {
    const cancel = new AbortController();
    const stream = start(
      signal === undefined ? cancel.signal : AbortSignal.any([signal, cancel.signal]),
    );
    return run === undefined ? stream : registerRun(run, cancel, stream);
  }

  /**
   * Sends messages and yields progress. Stops early with a final progress if the run is cancelled
   * by name or `signal` is aborted.
   */
  function follow(
    request: SendRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<SendProgress, void, void> {
    const content = contentOf(request);
    if (content.kind === 'payload') {
      const destination = payloadDestination(tools.configCache, request.destinationId);
      checkSample(content.sample, destination);
      return followPayload(request, destination, content.payload, signal);
    }
    const source = findSource(tools.configCache, request.source);
    const headers = sendHeaders(tools, source, request.destinationId);
    const ingestUrl = tools.ingestUrl();
    if (ingestUrl === null)
      throw new AppError('unavailable', 'The ingestion endpoint is not listening.', {
        fix: 'See Settings.',
      });
    const isList = content.kind === 'messages';
    const count = isList ? content.messages.length : request.count;
    const write = isList
      ? (n: number) => JSON.stringify(content.messages[n - 1])
      : createMessageWriter(content.message, tools);
    if (count === 1) return yieldOnce(() => sendOne(tools, source, headers, write, ingestUrl));
    return cancellable(request, signal, (stopSignal) =>
      sendMany(tools, { ...request, count }, source, headers, write, ingestUrl, stopSignal),
    );
  }

  function followPayload(
    request: SendRequest,
    destination: Destination,
    payload: Payload,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<SendProgress, void, void> {
    const source = payloadSource(tools.configCache, destination, request.source);
    return cancellable(request, signal, (stopSignal) =>
      sendPayloads(tools, request, { source, destination, payload }, stopSignal),
    );
  }

  return {
    follow,

    /** Sends messages and returns the result once all have a response. */
    async now(request: SendRequest): Promise<SendProgress> {
      let last: SendProgress | undefined;
      for await (const progress of follow(request)) last = progress;
      if (last === undefined) throw new AppError('unavailable', 'Nothing was sent.');
      return last;
    },

    /** Cancels a run. Messages in flight are completed and counted. */
    cancel({ run }: CancelSendRequest): void {
      const cancel = cancels.get(run);
      if (cancel === undefined) throw new AppError('not_found', 'Send not found: it has ended.');
      cancel.abort();
    },
  };
}
