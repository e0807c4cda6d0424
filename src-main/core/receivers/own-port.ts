/** The port that a receiver has to itself, and may close on purpose. */
import type { ConnectionCounter } from '../connections.ts';
import { listenOn } from '../listen.ts';
import type { Log } from '../ports.ts';
import { type Arrivals, createListener, type Kind, type Listener } from './listener.ts';

/** After the ports of the listeners that always stay (D2). */
const firstPort = 8390;
const portsTried = 200;

interface OwnPortOptions {
  readonly host: string;
  /** Whichever is free, rather than the first from 8390 on. */
  readonly anyPort: boolean;
  /** The port that it had before; null when it is its first. */
  readonly wanted: number | null;
  /** Ports that other receivers have, listening now or not. */
  readonly taken: () => readonly number[];
  readonly arrivals: Arrivals;
  readonly connections: ConnectionCounter;
  readonly log: Log;
  readonly name: string;
}

export interface OwnPort {
  /** Also while it refuses; null when there is none to be had. */
  port(): number | null;
  isListening(): boolean;
  /** Why it has moved or cannot listen, as a sentence; null when all is usual. */
  problem(): string | null;
  /** Listens with these settings; an equal `key` means nothing changed. */
  set(key: string, kind: () => Promise<Kind>): Promise<void>;
  /** Replaces the certificate, if it uses one. */
  renewKeys(kind: () => Promise<Kind>): Promise<void>;
  /** Closes the port at once; what is being answered is answered. `set` opens it again. */
  refuse(): void;
  close(): Promise<void>;
}

export function createOwnPort(options: OwnPortOptions): OwnPort {
  const { host, name, log } = options;
  /** The port in its published URL. */
  let home = options.wanted;
  let open: { readonly listener: Listener; readonly key: string } | null = null;
  /** Listeners that take no more connections, but may still be answering. */
  const refused = new Set<Listener>();
  let port: number | null = null;
  let problem: string | null = null;

  function candidates(): readonly number[] {
    const taken = new Set(options.taken());
    const free = options.anyPort
      ? [0]
      : Array.from({ length: portsTried }, (_, index) => firstPort + index).filter(
          (candidate) => !taken.has(candidate),
        );
    return [...new Set([home, port].filter((known) => known !== null)), ...free];
  }

  async function listen(key: string, kind: () => Promise<Kind>): Promise<void> {
    const before = problem;
    try {
      const listener = createListener(await kind(), options.arrivals, options.connections);
      port = await listenOn(listener.server, host, candidates());
      open = { listener, key };
      home ??= port;
      problem =
        port === home
          ? null
          : `Port ${home} of the receiver "${name}" is in use by another program, so it is reached at port ${port} for now: webhooks with the old port do not reach it.`;
    } catch (error) {
      port = null;
      problem = `The receiver "${name}" does not listen: ${(error as Error).message}`;
    }
    // Retried with every change of a receiver, so log it once.
    if (problem !== null && problem !== before) log.warn(problem);
  }

  function refuse(): void {
    if (open === null) return;
    const { listener } = open;
    open = null;
    refused.add(listener);
    listener.server.once('close', () => refused.delete(listener));
    listener.refuse();
  }

  return {
    port: () => port,
    isListening: () => open !== null,
    problem: () => problem,
    async set(key, kind) {
      if (open?.key === key) return;
      await open?.listener.close();
      open = null;
      await listen(key, kind);
    },
    async renewKeys(kind) {
      if (open === null) return;
      const renewed = await kind();
      open?.listener.renewKeys(renewed);
    },
    refuse,
    async close() {
      refuse();
      await Promise.all([...refused].map((listener) => listener.close()));
    },
  };
}
