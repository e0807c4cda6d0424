/** Limits how many requests of one connection are handled at the same time. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than any client pipelines that waits for its responses. */
const maxOpenRequests = 128;

/** A client that leaves while nothing is read goes unnoticed, so a connection on which nothing moves is closed. */
const stalledMs = 120_000;

interface RequestQueue {
  /** Calls `handle` when fewer requests of the connection are open. */
  add(response: ServerResponse, handle: () => void): void;
  hasOpen(): boolean;
}

function createQueue(socket: Socket): RequestQueue {
  let open = 0;
  let isScheduled = false;
  const waiting: { readonly response: ServerResponse; readonly handle: () => void }[] = [];

  function closed(): void {
    open -= 1;
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    // After other connections: the requests of one may all end at once, and others follow.
    setImmediate(handleWaiting);
  }

  function start(response: ServerResponse, handle: () => void): void {
    open += 1;
    response.once('close', closed);
    handle();
  }

  function handleWaiting(): void {
    isScheduled = false;
    while (open < maxOpenRequests && !socket.destroyed) {
      const next = waiting.shift();
      if (next === undefined) break;
      start(next.response, next.handle);
    }
    if (waiting.length === 0) socket.setTimeout(0).resume();
  }

  // Reading a body resumes the socket. A body that isn't complete belongs to the last request, so none waits.
  socket.on('resume', () => {
    if (waiting.length > 0) socket.pause();
  });

  return {
    hasOpen: () => open > 0,
    add(response, handle) {
      if (open < maxOpenRequests && waiting.length === 0) return start(response, handle);
      waiting.push({ response, handle });
      if (waiting.length === 1) socket.setTimeout(stalledMs).pause();
    },
  };
}

const queues = new WeakMap<Socket, RequestQueue>();

/**
 * Calls `handle` immediately, or after earlier requests of the connection if a client pipelines very many. Node reports all
 * requests in 64 KB at once, which may be thousands; no more are read before these have been handled.
 */
export function handleInTurn(
  { socket }: IncomingMessage,
  response: ServerResponse,
  handle: () => void,
): void {
  let queue = queues.get(socket);
  if (queue === undefined) {
    queue = createQueue(socket);
    queues.set(socket, queue);
  }
  queue.add(response, handle);
}

/** Whether a response to an earlier request of the connection is not complete. */
export const hasOpenRequests = (socket: Socket): boolean => queues.get(socket)?.hasOpen() ?? false;
