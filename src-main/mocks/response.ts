/**
 * Sends the scripted response or simulates the fault, with raw bytes where node:http can't
 * misbehave.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { endSocket } from '#main/kit/connections.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { mockFaults, statusWith } from '#shared/mocks/faults.ts';
import { type Exchange, reset } from './connection.ts';
import type { Decision } from './decide.ts';

/** Interval between the chunks of a paced body. Slower rates write single bytes. */
const paceMs = 100;

/** Default body for faults that need one. */
const defaultBody = 'This body is sent incorrectly on purpose.\n';

export const bodyOf = ({ body, fault }: Decision): Buffer =>
  Buffer.from(body.length === 0 && mockFaults[fault].needsBody ? defaultBody : body);

export const statusOf = ({ status, fault }: Decision): number => statusWith(fault, status);

/** Whether responses with this status have a body (RFC 9110 6.4.1). */
const hasBody = (status: number): boolean => status >= 200 && status !== 204 && status !== 304;

/** Response headers, except those of the connection. */
export function responseHeaders(decision: Decision, request: IncomingMessage): HeaderLines {
  const { headers, fault, cause } = decision;
  const bytes = bodyOf(decision).length;
  const hasHeader = (name: string) =>
    headers.some(([headerName]) => headerName.toLowerCase() === name);
  const lengths: Readonly<Record<string, number | null>> = {
    endless_body: null,
    wrong_content_length: Math.floor(bytes / 2),
  };
  const length = fault in lengths ? lengths[fault] : hasBody(statusOf(decision)) ? bytes : null;
  return [
    ...headers,
    ...(bytes > 0 && cause !== 'server' && !hasHeader('content-type')
      ? [['Content-Type', 'text/plain; charset=utf-8'] as [string, string]]
      : []),
    ...(fault === 'redirect_loop' && !hasHeader('location')
      ? [['Location', request.url ?? '/'] as [string, string]]
      : []),
    ...(length == null ? [] : [['Content-Length', String(length)] as [string, string]]),
  ];
}

/** Time of mock endpoints: real, except in a sandbox, which must know about responses that wait. */
export interface MockClock extends Clock {
  hold?(socket: Socket): () => void;
}

/** Waits in real time. Returns false if the client disconnects. */
export function wait(
  machine: MockClock,
  delayMs: number,
  { connection }: Exchange,
): Promise<boolean> {
  const isConnected = !connection.socket.destroyed;
  if (delayMs === 0 || !isConnected) return Promise.resolve(isConnected);
  return new Promise((resolve) => {
    const release = machine.hold?.(connection.socket);
    const onDisconnect = () => {
      cancel();
      release?.();
      resolve(false);
    };
    const cancel = machine.at(machine.now() + delayMs, () => {
      release?.();
      connection.closeListeners.delete(onDisconnect);
      resolve(true);
    });
    connection.closeListeners.add(onDisconnect);
  });
}

/** Writes a chunk every 100 ms, or less often at low rates, until `next` returns null. */
async function writePaced(
  machine: MockClock,
  exchange: Exchange,
  bytesPerSecond: number,
  next: (bytes: number) => Buffer | null,
): Promise<void> {
  const pieceBytes = Math.max(1, Math.round((bytesPerSecond * paceMs) / 1_000));
  const pauseMs = Math.round((pieceBytes * 1_000) / bytesPerSecond);
  for (let piece = next(pieceBytes); piece !== null; piece = next(pieceBytes)) {
    // Waits for a slow client, so that nothing accumulates in memory.
    if (exchange.response.writableNeedDrain) await waitForDrain(exchange);
    exchange.response.write(piece);
    if (!(await wait(machine, pauseMs, exchange))) return;
  }
  exchange.response.end();
}

/** Waits for a slow client. */
export const waitForDrain = ({ response, connection }: Exchange) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done);
      connection.closeListeners.delete(done);
      resolve();
    };
    response.once('drain', done);
    connection.closeListeners.add(done);
  });

function piecesOf(body: Buffer): (bytes: number) => Buffer | null {
  let sent = 0;
  return (bytes) => {
    const piece = body.subarray(sent, sent + bytes);
    sent += bytes;
    return piece.length === 0 ? null : piece;
  };
}

const rawResponses: Readonly<Record<string, (status: number) => string>> = {
  malformed_status_line: () => 'HTTP/1.1 two hundred\r\nContent-Length: 0\r\n\r\n',
  malformed_headers: (status) =>
    `HTTP/1.1 ${status} Odd\r\nthis line is not a header\r\nContent-Length: 0\r\n\r\n`,
};

/** Sends the response. Settles when it is sent or the client has disconnected. */
export async function sendResponse(
  machine: MockClock,
  decision: Decision,
  exchange: Exchange,
): Promise<void> {
  const { request, response, connection } = exchange;
  const { fault } = decision;
  if (!(await wait(machine, decision.delayMs, exchange))) return;
  const raw = rawResponses[fault];
  if (raw !== undefined) return endSocket(request.socket, raw(decision.status));
  switch (fault) {
    case 'hang':
      machine.hold?.(connection.socket);
      return;
    case 'close':
      return endSocket(request.socket);
    // The connection was opened before this fault was selected.
    case 'refuse_connection':
    case 'reset_before_request':
    case 'reset_during_request':
    case 'reset_after_request':
      return reset(connection);
  }
  const body = bodyOf(decision);
  const { bytesPerSecond = mockFaults[fault].bytesPerSecond ?? 0 } = decision;
  response.writeHead(statusOf(decision), responseHeaders(decision, request).flat());
  switch (fault) {
    case 'truncated_body':
      response.write(body.subarray(0, Math.floor(body.length / 2)), () =>
        endSocket(request.socket),
      );
      return;
    case 'slow_body':
      return writePaced(machine, exchange, bytesPerSecond, piecesOf(body));
    case 'endless_body':
      return writePaced(machine, exchange, bytesPerSecond, (bytes) =>
        Buffer.alloc(bytes, body.length === 0 ? 'x' : body),
      );
    default:
      response.end(body);
  }
}
