/** The port shared by most mock endpoints of one scheme. It is open only while it is needed. */
import { isDeepStrictEqual } from 'node:util';
import { listenProblemText } from '#shared/labels/problems.ts';
import type { ListenProblem } from '#shared/schemas/problem.ts';
import type { ConnectionCounter } from '../connections.ts';
import { changedPort, listenOn, listenProblem, portsFor, reachableHost } from '../listen.ts';
import type { ListenAddress, Log } from '../ports.ts';
import {
  createListener,
  type Listener,
  type ListenerEvents,
  type ListenerKind,
} from './listener.ts';

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
