/** Many requests over few connections, written as raw bytes and completed one after the other. */
import net from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** Header lines as one lower-case text. */
  readonly head: string;
  readonly body: Buffer;
}

export interface KeepAliveClient {
  send(request: Buffer): Promise<RawResponse>;
  /** Connections opened so far. */
  connections(): number;
  close(): void;
}

/** The first response in the bytes and the bytes after it; null while it is incomplete. */
function takeResponse(bytes: Buffer): { response: RawResponse; rest: Buffer } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = bytes.subarray(0, headEnd).toString('latin1').toLowerCase();
  const start = headEnd + 4;
  const end = start + Number(/\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  if (bytes.length < end) return null;
  return {
    response: { status: Number(head.split(' ', 2)[1]), head, body: bytes.subarray(start, end) },
    rest: bytes.subarray(end),
  };
}

/** One connection, reopened when the server closes it. */
export function keepAliveClient(url: string): KeepAliveClient {
  const { hostname, port } = new URL(url);
  let socket: net.Socket | null = null;
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(response: RawResponse): void; reject(cause: Error): void } | null = null;
  let connections = 0;

  function lose(lost: net.Socket, cause: Error): void {
    if (socket !== lost) return;
    socket = null;
    waiting?.reject(cause);
    waiting = null;
  }

  function take(chunk: Buffer): void {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const taken = takeResponse(received);
    if (taken === null) return;
    received = taken.rest;
    if (taken.response.head.includes('\nconnection: close')) socket = null;
    waiting?.resolve(taken.response);
    waiting = null;
  }

  function connected(): net.Socket {
    if (socket !== null) return socket;
    const fresh = net.connect({ host: hostname, port: Number(port), noDelay: true });
    connections += 1;
    received = Buffer.alloc(0);
    fresh.on('data', (chunk: Buffer) => socket === fresh && take(chunk));
    fresh.on('error', (cause) => lose(fresh, cause));
    fresh.on('close', () => lose(fresh, new Error('The server closed without a response.')));
    socket = fresh;
    return fresh;
  }

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        connected().write(request);
      }),
    connections: () => connections,
    close: () => socket?.destroy(),
  };
}

/** Sends all requests over this many clients; responses are in request order. */
export async function sendAll(
  clients: readonly KeepAliveClient[],
  requests: readonly Buffer[],
): Promise<readonly RawResponse[]> {
  const responses: RawResponse[] = [];
  let next = 0;
  const work = async (client: KeepAliveClient) => {
    while (next < requests.length) {
      const index = next++;
      const request = requests[index];
      if (request !== undefined) responses[index] = await client.send(request);
    }
  };
  await Promise.all(clients.map(work));
  return responses;
}
