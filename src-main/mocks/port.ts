/** A port that mock endpoints listen on, one that most share or one of their own. They can close it deliberately. */
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionCounter } from '#main/kit/connections.ts';
import { changedPort, listenOn, listenProblem } from '#main/kit/listen.ts';
import type { Log } from '#main/kit/ports.ts';
import { type ListenProblem, listenProblemText } from '#shared/kit/problem.ts';
import {
  createListener,
  type Listener,
  type ListenerEvents,
  type ListenerKind,
} from './listener.ts';

/** The first port after the defaults of the permanent listeners (D2). */
const firstPort = 8390;
const portsToTry = 200;

/** For mock endpoints with a port of their own. */
export const ownPortRange = Array.from({ length: portsToTry }, (_, index) => firstPort + index);

interface PortOptions {
  readonly host: string;
  /** The requested port, or that of an earlier run; 0 for any, null if there never was one. */
  readonly preferredPort: number | null;
  /** Ports to try if that one is in use. */
  readonly otherPorts: () => readonly number[];
  readonly events: ListenerEvents;
  readonly connections: ConnectionCounter;
  readonly log: Log;
  /** For the log. */
  readonly noun: string;
}

export interface Port {
  /** The port, even while connections are rejected. Null while closed, or if no port is available. */
  port(): number | null;
  isListening(): boolean;
  /** Explains a changed port or a failure to listen; null if there is no problem. */
  problem(): ListenProblem | null;
  /** Listens with these settings; an equal `key` means nothing changed. `problem` says why it can't. */
  set(key: string, kind: () => Promise<ListenerKind>): Promise<void>;
  /** Replaces the certificate, if it uses one. */
  renewKeys(kind: () => Promise<ListenerKind>): Promise<void>;
  /** Closes the port immediately. Responses in progress are completed. `set` reopens it. */
  refuseConnections(): void;
  close(): Promise<void>;
}

export function createPort(options: PortOptions): Port {
  const { host, noun, log } = options;
  /** The port in its published URL. */
  let publishedPort = options.preferredPort;
  let open: { readonly listener: Listener; readonly key: string } | null = null;
  /** Closed listeners that may still be sending responses. */
  const closing = new Set<Listener>();
  let port: number | null = null;
  let problem: ListenProblem | null = null;

  async function listen(key: string, kind: () => Promise<ListenerKind>): Promise<void> {
    const before = problem;
    const known = [publishedPort, port].filter((candidate) => candidate !== null);
    try {
      const listener = createListener(await kind(), options.events, options.connections);
      const candidates = new Set([...known, ...options.otherPorts()]);
      port = await listenOn(listener.server, host, [...candidates]);
      open = { listener, key };
      publishedPort ??= port;
      problem = changedPort(publishedPort, port);
    } catch (error) {
      port = null;
      problem = listenProblem(error, publishedPort ?? firstPort);
    }
    // Retried with every change of a mock endpoint, so log it once.
    if (problem !== null && !isDeepStrictEqual(problem, before))
      log.warn(`${noun}: ${listenProblemText(problem)}`, { code: problem.code });
  }

  function refuseConnections(): void {
    if (open === null) return;
    const { listener } = open;
    open = null;
    closing.add(listener);
    listener.server.once('close', () => closing.delete(listener));
    listener.refuseConnections();
  }

  return {
    port: () => port,
    isListening: () => open !== null,
    problem: () => problem,
    async set(key, kind) {
      if (open?.key === key) return;
      const closed = open;
      // The port is free before its last response has ended.
      open = null;
      await closed?.listener.close();
      await listen(key, kind);
    },
    async renewKeys(kind) {
      if (open === null) return;
      const renewed = await kind();
      open?.listener.renewKeys(renewed);
    },
    refuseConnections,
    async close() {
      refuseConnections();
      port = null;
      problem = null;
      await Promise.all([...closing].map((listener) => listener.close()));
    },
  };
}
