/** Sockets that still have to send `{"token": "…"}` first: limited in number, size and time. */
import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';

const maxWaiting = 64;
const tokenTimeoutMs = 5_000;
/** Bytes per socket: a page may send its first calls along with the token. */
const maxBytes = 64 * 1024;
/** Time for the client to acknowledge the close. */
const closeGraceMs = 1_000;

/** "Try again later" (RFC 6455, registered close codes). */
const tryAgainLater = 1013;

const FirstMessage = z.object({ token: z.string() });

/** Closes a socket, and destroys it if the client doesn't respond. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), closeGraceMs);
  socket.once('close', () => clearTimeout(timer));
}

function tokenIn(data: RawData): string | undefined {
  try {
    return FirstMessage.parse(JSON.parse(data.toString())).token;
  } catch {
    return undefined;
  }
}

export interface TokenWait {
  /** Calls `decide` once: with the token, or undefined when none came. */
  add(socket: WebSocket, connection: Socket, decide: (token: string | undefined) => void): void;
}

export function createTokenWait(): TokenWait {
  const waiting = new Set<WebSocket>();
  return {
    add(socket, connection, decide) {
      if (waiting.size >= maxWaiting) {
        closeSoon(socket, tryAgainLater, 'Too many connections without a token. Try again later.');
        return;
      }
      waiting.add(socket);
      let bytes = 0;
      const count = (chunk: Buffer): void => {
        bytes += chunk.length;
        if (bytes > maxBytes) socket.terminate();
      };
      const settle = (token: string | undefined): void => {
        clearTimeout(timer);
        connection.off('data', count);
        socket.off('message', take);
        decide(token);
      };
      const take = (data: RawData): void => {
        waiting.delete(socket);
        settle(tokenIn(data));
      };
      const timer = setTimeout(() => settle(undefined), tokenTimeoutMs);
      connection.on('data', count);
      socket.once('message', take);
      socket.once('close', () => {
        waiting.delete(socket);
        clearTimeout(timer);
      });
    },
  };
}
