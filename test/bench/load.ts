/**
 * A load over raw sockets: one request at a time per connection, from prepared bytes and with
 * minimal parsing, so that the server is the bottleneck.
 */
import net from 'node:net';

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of request `n`. */
  readonly body: (n: number) => string;
  readonly connections: number;
  readonly requests: number;
}

const percentile = (sorted: Float64Array, fraction: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;

function requestBytes(options: LoadOptions, n: number): string {
  const body = options.body(n);
  const headers = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${options.path} HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\n${headers.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Length of the response at the start of `text`; null while it is incomplete. */
function responseLength(text: string): number | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const match = /content-length: (\d+)/i.exec(text.slice(0, headEnd));
  const length = headEnd + 4 + Number(match?.[1] ?? 0);
  return text.length >= length ? length : null;
}

/** Runs the load; throws on a response other than 200. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const latencies = new Float64Array(options.requests);
  let next = 0;
  let done = 0;

  const connect = () =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect({ host: '127.0.0.1', port: options.port, noDelay: true });
      let sentAt = 0;
      let received = '';
      const send = () => {
        if (next >= options.requests) {
          socket.end();
          resolve();
          return;
        }
        sentAt = performance.now();
        socket.write(requestBytes(options, next++));
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        received += chunk;
        const length = responseLength(received);
        if (length === null) return;
        if (!received.startsWith('HTTP/1.1 200'))
          return reject(new Error(`Not accepted: ${received.slice(0, 300)}`));
        received = received.slice(length);
        latencies[done++] = performance.now() - sentAt;
        send();
      });
    });

  const startedAt = performance.now();
  await Promise.all(Array.from({ length: options.connections }, connect));
  const seconds = (performance.now() - startedAt) / 1_000;
  const sorted = latencies.subarray(0, done).sort();
  return {
    perSecond: options.requests / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
}
