/** Responses of a target, as values for a test to queue. */
import type { Socket } from 'node:net';

export interface Exchange {
  readonly request: TargetRequest;
  readonly socket: Socket;
}

/** A received request. */
export interface TargetRequest {
  readonly method: string;
  readonly path: string;
  /** Header lines in their original order and spelling; values keep all spaces but one. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Value of a header, in any letter case. */
  header(name: string): string | undefined;
}

export type Responder = (exchange: Exchange) => void | Promise<void>;

export const responseText = (
  status: number,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `HTTP/1.1 ${status} Test`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** A complete response; the connection stays open. */
export const reply =
  (
    status: number,
    body: string | Buffer = '',
    headers: Readonly<Record<string, string>> = {},
  ): Responder =>
  ({ socket }) => {
    socket.write(responseText(status, body, headers), 'latin1');
    socket.write(body);
  };

/** Never responds. */
export const hang: Responder = () => undefined;

/** Resets the connection instead of responding. */
export const reset: Responder = ({ socket }) => void socket.resetAndDestroy();

/** Closes the connection cleanly instead of responding. */
export const hangUp: Responder = ({ socket }) => void socket.end();

/** Raw bytes; the connection stays open. */
export const bytes =
  (text: string): Responder =>
  ({ socket }) =>
    void socket.write(text, 'latin1');

/** Raw bytes, then closes the connection. */
export const bytesThenEnd =
  (text: string): Responder =>
  ({ socket }) =>
    void socket.end(text, 'latin1');

/** Responds once the promise is fulfilled. */
export const when =
  (moment: Promise<unknown>, responder: Responder): Responder =>
  async (exchange) => {
    await moment;
    await responder(exchange);
  };
