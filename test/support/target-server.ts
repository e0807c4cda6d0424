/**
 * A customer's server over raw sockets, which records every byte and returns scripted responses.
 */
import net, { type AddressInfo, type Socket } from 'node:net';
import tls, { type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { type Responder, reply, type TargetRequest } from './target-responses.ts';
import { unusedPort } from './unused-ports.ts';

export interface Target {
  /** Address with a path, such as `http://127.0.0.1:41234/hook`. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly TargetRequest[];
  /** Accepted connections, and bytes received over them (decrypted with TLS). */
  readonly connections: number;
  readonly bytesReceived: number;
  /** Responses to the next requests, in this order, before the default one. */
  respond(...responders: Responder[]): void;
  /** The default response; 200 unless set. */
  always(respond: Responder): void;
  /** Called with each connection before it is read. */
  onConnection(act: (socket: Socket) => void): void;
  /** Resolves with the request of this number, counted from 1. */
  received(count: number): Promise<TargetRequest>;
  /** Closes its connections and waits until the port is free. */
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly tls?: Pick<TlsOptions, 'key' | 'cert'> & TlsOptions;
  readonly host?: string;
  readonly port?: number;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** The first request in the bytes and the bytes after it; null while it is incomplete. */
function takeRequest(buffer: Buffer): { request: TargetRequest; rest: Buffer } | null {
  const headEnd = buffer.indexOf(endOfHead);
  if (headEnd === -1) return null;
  const [first = '', ...lines] = buffer.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
  });
  const header = (name: string) =>
    headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
  const bodyStart = headEnd + endOfHead.length;
  const bodyEnd = bodyStart + Number(header('content-length') ?? 0);
  if (buffer.length < bodyEnd) return null;
  const [method = '', path = ''] = first.split(' ');
  const body = buffer.subarray(bodyStart, bodyEnd);
  return { request: { method, path, headers, body, header }, rest: buffer.subarray(bodyEnd) };
}

/** Starts a target that the caller must close. */
export async function openTarget(options: TargetOptions = {}): Promise<Target> {
  const host = options.host ?? '127.0.0.1';
  const requests: TargetRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<{ readonly count: number; resolve(request: TargetRequest): void }>();
  const queue: Responder[] = [];
  let usual: Responder = reply(200);
  let act: (socket: Socket) => void = () => undefined;
  let connections = 0;
  let bytesReceived = 0;

  function finish(): void {
    for (const waiter of waiting) {
      const request = requests[waiter.count - 1];
      if (request !== undefined && waiting.delete(waiter)) waiter.resolve(request);
    }
  }

  function serve(socket: Socket): void {
    let buffer: Buffer = Buffer.alloc(0);
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    act(socket);
    socket.on('data', (chunk: Buffer) => {
      bytesReceived += chunk.length;
      buffer = Buffer.concat([buffer, chunk]);
      for (let taken = takeRequest(buffer); taken !== null; taken = takeRequest(buffer)) {
        buffer = taken.rest;
        requests.push(taken.request);
        void (queue.shift() ?? usual)({ request: taken.request, socket });
        finish();
      }
    });
  }

  const server = options.tls ? tls.createServer(options.tls, serve) : net.createServer(serve);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;

  return {
    url: `${options.tls ? 'https' : 'http'}://${name}:${port}/hook`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get bytesReceived() {
      return bytesReceived;
    },
    respond: (...responders) => void queue.push(...responders),
    always: (respond) => {
      usual = respond;
    },
    onConnection: (does) => {
      act = does;
    },
    received: (count) =>
      new Promise((resolve) => {
        waiting.add({ count, resolve });
        finish();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Starts a target that is closed after the test. */
export async function startTarget(options: TargetOptions = {}): Promise<Target> {
  const target = await openTarget(options);
  onTestFinished(() => target.close());
  return target;
}

/** An address without a listener. */
export const deadUrl = async (): Promise<string> => `http://127.0.0.1:${await unusedPort()}/hook`;
