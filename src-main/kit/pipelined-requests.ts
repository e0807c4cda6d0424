/** Limits how many requests of one connection are handled at the same time. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than any client pipelines that waits for its responses. */
const maxOpenRequests = 128;

/** A client that leaves while nothing is read goes unnoticed, so a connection on which nothing moves is closed. */
const stalledMs = 120_000;

interface OpenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface RequestQueue {
  /** Calls `handle` when fewer requests of the connection are open. */
  add(exchange: OpenRequest, handle: () => void): void;
  hasOpen(): boolean;
  /** Calls back when all requests that arrived completely have been responded to. */
  afterComplete(callback: () => void): void;
}

function createQueue(socket: Socket): RequestQueue {
  const open = new Set<OpenRequest>();
  let isScheduled = false;
  let afterComplete: (() => void) | null = null;
  const waiting: { readonly exchange: OpenRequest; readonly handle: () => void }[] = [];

  // Requests that wait are complete, or the last one.
  const isComplete = ({ request }: OpenRequest): boolean => request.complete;

  function callBack(): void {
    if (afterComplete === null || waiting.length > 0 || [...open].some(isComplete)) return;
    const callback = afterComplete;
    afterComplete = null;
    callback();
  }

  function closed(exchange: OpenRequest): void {
    open.delete(exchange);
    callBack();
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    // After other connections: the requests of one may all end at once, and others follow.
    setImmediate(handleWaiting);
  }

  function start(exchange: OpenRequest, handle: () => void): void {
    open.add(exchange);
    exchange.response.once('close', () => closed(exchange));
    handle();
  }

  function handleWaiting(): void {
    isScheduled = false;
    while (open.size < maxOpenRequests && !socket.destroyed) {
      const next = waiting.shift();
      if (next === undefined) break;
      start(next.exchange, next.handle);
    }
    if (waiting.length === 0) socket.setTimeout(0).resume();
  }

  // Reading a body resumes the socket. A body that isn't complete belongs to the last request, so none waits.
  socket.on('resume', () => {
    if (waiting.length > 0) socket.pause();
  });

  return {
    hasOpen: () => open.size > 0,
    add(exchange, handle) {
      if (open.size < maxOpenRequests && waiting.length === 0) return start(exchange, handle);
      waiting.push({ exchange, handle });
      if (waiting.length === 1) socket.setTimeout(stalledMs).pause();
    },
    afterComplete(callback) {
      afterComplete = callback;
      callBack();
    },
  };
}

const queues = new WeakMap<Socket, RequestQueue>();

/**
 * Calls `handle` immediately, or after earlier requests of the connection if a client pipelines very many. Node reports all
 * requests in 64 KB at once, which may be thousands; no more are read before these have been handled.
 */
export function handleInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => void,
): void {
  const { socket } = request;
  let queue = queues.get(socket);
  if (queue === undefined) {
    queue = createQueue(socket);
    queues.set(socket, queue);
  }
  queue.add({ request, response }, handle);
}

/** Whether a response to an earlier request of the connection is not complete. */
export const hasOpenRequests = (socket: Socket): boolean => queues.get(socket)?.hasOpen() ?? false;

/**
 * Calls back when all requests of the connection that arrived completely have been responded to, so that a response to
 * bytes that are no request doesn't overtake theirs.
 */
export function afterCompleteRequests(socket: Socket, callback: () => void): void {
  const queue = queues.get(socket);
  if (queue === undefined) callback();
  else queue.afterComplete(callback);
}
