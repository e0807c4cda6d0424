/** Responds to bytes that are no HTTP request, and to requests that are too large or too slow. */
import type http from 'node:http';
import type { Socket } from 'node:net';
import { endSocket } from './connections.ts';
import { afterCompleteRequests } from './pipelined-requests.ts';

interface InvalidRequest {
  readonly status: string;
  readonly message: string;
}

const invalid: InvalidRequest = {
  status: '400 Bad Request',
  message: 'The request is not valid HTTP.',
};

const invalidByCode: Readonly<Record<string, InvalidRequest>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request headers are too large. Send at most 16 KB.',
  },
  CONNECT: { status: '405 Method Not Allowed', message: 'CONNECT is not supported.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long. Send it within 30 seconds.',
  },
};

/** After the responses to the requests before, unless one of these ends the connection. */
function respond(code: string, socket: Socket, toBody: (message: string) => unknown): void {
  const { status, message } = invalidByCode[code] ?? invalid;
  const body = JSON.stringify(toBody(message));
  afterCompleteRequests(socket, () => {
    if (!socket.writable) return;
    endSocket(
      socket,
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

/** Responds with JSON and ends the connection. `toBody` gets a sentence for the client. */
export function rejectInvalidRequests(
  server: http.Server,
  toBody: (message: string) => unknown,
): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    // Node would end the connection when the client ends its side, before this response.
    socket.removeAllListeners('end');
    respond(code, socket, toBody);
  });
  // Node would close the connection, and lose the responses to the requests before.
  server.on('connect', (_, socket: Socket) => respond('CONNECT', socket, toBody));
}
