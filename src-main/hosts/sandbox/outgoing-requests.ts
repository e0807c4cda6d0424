/** Requests and connections of a run itself, such as to the user's servers. */
import { createConnector } from '#main/kit/http-client/connector.ts';
import { createRequester } from '#main/kit/http-client/requester.ts';
import { createOriginGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { RunSettings } from './run-settings.ts';

/** Maximum bytes read of a response. */
const maxResponseBytes = 1_048_576;

/** Longest wait for a connection to the user's server. */
const connectLimitMs = 5_000;

async function textOf(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the response is larger than ${formatBytes(maxBytes)}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function createOutgoingRequests({
  allowOrigins,
  signal,
}: Pick<RunSettings, 'allowOrigins' | 'signal'>) {
  const tools = { trust: createTrust(() => []), gate: createOriginGate(allowOrigins) };
  const requester = createRequester(tools);
  return {
    /** Where they may go, and those of the mock endpoints. */
    gate: tools.gate,
    /** Rejects without a response. */
    async request({
      timeoutMs,
      url,
      method,
      maxBytes = maxResponseBytes,
      ...options
    }: {
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
      /** Milliseconds of real time. */
      readonly timeoutMs: number;
      /** Of the response. */
      readonly maxBytes?: number;
    }) {
      const response = await requester.request(url, {
        ...options,
        method: method as 'GET',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { status: response.statusCode, body: await textOf(response.body, maxBytes) };
    },
    /** Opens a connection and closes it. Rejects if that fails. */
    async connect(url: string): Promise<void> {
      const parsed = new URL(url);
      const connected = Promise.withResolvers<void>();
      const open = createConnector(tools, (_phases, { socket }) =>
        socket.setTimeout(connectLimitMs, () => socket.destroy(new Error('no connection in 5 s'))),
      );
      // Without TLS: whether its certificate is valid is for the run to show.
      const port = String(portOf(parsed));
      open({ hostname: parsed.hostname, protocol: 'http:', port }, (error, socket) => {
        socket?.destroy();
        if (error === null) connected.resolve();
        else connected.reject(error);
      });
      await connected.promise;
    },
    close: requester.close,
  };
}

export type OutgoingRequests = ReturnType<typeof createOutgoingRequests>;
