/** What a target does with a request, as values that tests put in a row. */
import type { Socket } from 'node:net';

export interface Exchange {
  readonly request: TargetRequest;
  readonly socket: Socket;
}

/** A request as it came over the wire. */
export interface TargetRequest {
  readonly method: string;
  readonly path: string;
  /** Header lines in the order and spelling of the wire, values untrimmed but for one space. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Value of a header, whatever its capitals. */
  header(name: string): string | undefined;
}

export type Answer = (exchange: Exchange) => void | Promise<void>;

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

/** A whole answer; the connection stays open. */
export const reply =
  (
    status: number,
    body: string | Buffer = '',
    headers: Readonly<Record<string, string>> = {},
  ): Answer =>
  ({ socket }) => {
    socket.write(responseText(status, body, headers), 'latin1');
    socket.write(body);
  };

/** Never an answer. */
export const hang: Answer = () => undefined;

/** The connection is torn down instead of an answer. */
export const reset: Answer = ({ socket }) => void socket.resetAndDestroy();

/** The connection is closed in an orderly way instead of an answer. */
export const hangUp: Answer = ({ socket }) => void socket.end();

/** Whatever bytes; the connection stays open. */
export const bytes =
  (text: string): Answer =>
  ({ socket }) =>
    void socket.write(text, 'latin1');

/** Whatever bytes, and then the end. */
export const bytesThenEnd =
  (text: string): Answer =>
  ({ socket }) =>
    void socket.end(text, 'latin1');

/** The answer, once the promise is settled. */
export const when =
  (moment: Promise<unknown>, answer: Answer): Answer =>
  async (exchange) => {
    await moment;
    await answer(exchange);
  };
