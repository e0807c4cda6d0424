/**
 * Runs a sender and its certification in one process on a clock that moves only while nothing is on its
 * way between them, so that no result depends on the speed of the machine.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FakeClock } from '#test/support/fake-clock.ts';

/** The side that sends. */
export interface VirtualSender {
  /** Where it listens itself. */
  readonly ports: readonly number[];
  /** The local ports of requests in progress; undefined while one connects. */
  requestPorts(): readonly (number | undefined)[];
  /** The local ports of its open connections. */
  openPorts(): ReadonlySet<number | undefined>;
  /** Whether it has work other than requests. */
  isBusy(): boolean;
}

/** Until this process has handled what it received. */
const turns = 8;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The connections to the servers of this process, except at those of the sender, each with its last request. */
function watchServers(sender: VirtualSender) {
  const connections = new Map<Socket, Exchange | null>();
  const onSocket = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (sender.ports.includes(socket.localPort ?? 0)) return;
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  };
  const onRequest = (message: unknown): void => {
    const exchange = message as Exchange;
    const { socket } = exchange.request;
    if (connections.has(socket)) connections.set(socket, exchange);
  };
  subscribe('net.server.socket', onSocket);
  subscribe('http.server.request.start', onRequest);
  return {
    ports: () => [...connections.keys()].map(({ remotePort }) => remotePort),
    /** The ports of requests that were received, and not responded to. */
    heldPorts: () =>
      new Set(
        [...connections].flatMap(([{ remotePort }, exchange]) =>
          exchange?.request.complete && !exchange.response.writableEnded ? [remotePort] : [],
        ),
      ),
    stop() {
      unsubscribe('net.server.socket', onSocket);
      unsubscribe('http.server.request.start', onRequest);
    },
  };
}

export async function inVirtualTime<Result>(
  clock: FakeClock,
  sender: VirtualSender,
  run: () => Promise<Result>,
): Promise<Result> {
  const servers = watchServers(sender);
  const isIdle = (): boolean => {
    const ports = servers.ports();
    const openPorts = sender.openPorts();
    const heldPorts = servers.heldPorts();
    return (
      !sender.isBusy() &&
      sender.requestPorts().every((port) => heldPorts.has(port)) &&
      ports.length === openPorts.size &&
      ports.every((port) => openPorts.has(port))
    );
  };
  let isOver = false;
  const running = run().finally(() => {
    isOver = true;
  });
  running.catch(() => undefined);
  while (!isOver) {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const next = clock.nextAt;
    if (next !== null && isIdle()) clock.advanceTo(next);
  }
  servers.stop();
  return running;
}
