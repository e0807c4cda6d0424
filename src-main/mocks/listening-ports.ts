/** The ports that mock endpoints listen on: one that most share, or one of their own, which they can close deliberately. */
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionCounter } from '#main/kit/connections.ts';
import { changedPort, listenOn, listenProblem, portsFor, reachableHost } from '#main/kit/listen.ts';
import type { ListenAddress, Log } from '#main/kit/ports.ts';
import { type ListenProblem, listenProblemText } from '#shared/kit/problem.ts';
import {
  createListener,
  type Listener,
  type ListenerEvents,
  type ListenerKind,
} from './listener.ts';

// A port used by a single mock endpoint.

/** The first port after the defaults of the permanent listeners (D2). */
const firstPort = 8390;
const portsToTry = 200;

interface OwnPortOptions {
  readonly host: string;
  /** Uses any free port instead of the first one from 8390. */
  readonly anyPort: boolean;
  /** The mock endpoint's previous port; null if it never had one. */
  readonly preferredPort: number | null;
  /** Ports of other mock endpoints, whether listening or not. */
  readonly usedPorts: () => readonly number[];
  readonly events: ListenerEvents;
  readonly connections: ConnectionCounter;
  readonly log: Log;
  readonly name: string;
}

export interface OwnPort {
  /** The port, even while connections are rejected. Null if no port is available. */
  port(): number | null;
  isListening(): boolean;
  /** Explains a changed port or a failure to listen; null if there is no problem. */
  problem(): ListenProblem | null;
  /** Listens with these settings; an equal `key` means nothing changed. */
  set(key: string, kind: () => Promise<ListenerKind>): Promise<void>;
  /** Replaces the certificate, if it uses one. */
  renewKeys(kind: () => Promise<ListenerKind>): Promise<void>;
  /** Closes the port immediately. Responses in progress are completed. `set` reopens it. */
  refuseConnections(): void;
  close(): Promise<void>;
}

export function createOwnPort(options: OwnPortOptions): OwnPort {
  const { host, name, log } = options;
  /** The port in its published URL. */
  let publishedPort = options.preferredPort;
  let open: { readonly listener: Listener; readonly key: string } | null = null;
  /** Closed listeners that may still be sending responses. */
  const closing = new Set<Listener>();
  let port: number | null = null;
  let problem: ListenProblem | null = null;

  function candidates(): readonly number[] {
    const usedPorts = new Set(options.usedPorts());
    const free = options.anyPort
      ? [0]
      : Array.from({ length: portsToTry }, (_, index) => firstPort + index).filter(
          (candidate) => !usedPorts.has(candidate),
        );
    return [...new Set([publishedPort, port].filter((candidate) => candidate !== null)), ...free];
  }

  async function listen(key: string, kind: () => Promise<ListenerKind>): Promise<void> {
    const before = problem;
    try {
      const listener = createListener(await kind(), options.events, options.connections);
      port = await listenOn(listener.server, host, candidates());
      open = { listener, key };
      publishedPort ??= port;
      problem = changedPort(publishedPort, port);
    } catch (error) {
      port = null;
      problem = listenProblem(error, publishedPort ?? firstPort);
    }
    // Retried with every change of a mock endpoint, so log it once.
    if (problem !== null && !isDeepStrictEqual(problem, before))
      log.warn(`Mock endpoint "${name}": ${listenProblemText(problem)}`, { code: problem.code });
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
      await Promise.all([...closing].map((listener) => listener.close()));
    },
  };
}

// The port shared by most mock endpoints of one scheme. It is open only while it is needed.

export interface SharedPort {
  port(): number | null;
  url(): string | null;
  isListening(): boolean;
  /** Explains a changed port or a failure to listen; null if there is no problem. */
  problem(): ListenProblem | null;
  /** Opens or closes the port; `problem` says why it can't listen. */
  set(kind: (() => Promise<ListenerKind>) | null): Promise<void>;
  /** Replaces the certificate, if it uses one. */
  renewKeys(kind: () => Promise<ListenerKind>): Promise<void>;
}

export function createSharedPort(
  scheme: 'http' | 'https',
  address: ListenAddress,
  events: ListenerEvents,
  connections: ConnectionCounter,
  log: Log,
): SharedPort {
  let open: { readonly listener: Listener; readonly port: number } | null = null;
  let problem: ListenProblem | null = null;

  async function listen(kind: () => Promise<ListenerKind>): Promise<void> {
    const before = problem;
    try {
      const listener = createListener(await kind(), events, connections);
      const port = await listenOn(listener.server, address.host, portsFor(address));
      open = { listener, port };
      problem = changedPort(address.port, port);
    } catch (error) {
      problem = listenProblem(error, address.port);
    }
    // Retried with every change of a mock endpoint, so log it once.
    if (problem !== null && !isDeepStrictEqual(problem, before))
      log.warn(`Mock endpoints over ${scheme}: ${listenProblemText(problem)}`, {
        code: problem.code,
      });
  }

  return {
    port: () => open?.port ?? null,
    url: () => (open === null ? null : `${scheme}://${reachableHost(address.host)}:${open.port}`),
    isListening: () => open !== null,
    problem: () => problem,
    async set(kind) {
      if (kind !== null) {
        if (open === null) await listen(kind);
        return;
      }
      const closed = open;
      open = null;
      problem = null;
      await closed?.listener.close();
    },
    async renewKeys(kind) {
      if (open === null) return;
      const renewed = await kind();
      open?.listener.renewKeys(renewed);
    },
  };
}
