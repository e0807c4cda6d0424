/** Where requests may go. Every outgoing connection passes one (D60). */
import { isLoopback } from '#shared/kit/loopback.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { reachableHost } from '../listen.ts';
import { ClosedMockError, UntrustedWorkspaceError } from './attempt-result.ts';

export interface SendGate {
  /** The host to connect to, or the error instead of a connection. */
  hostFor(host: string, port: number): string | Error;
}

/** Allows everything: a command that names what it sends to. */
export const openGate: SendGate = { hostFor: (host) => host };

/** Of a scenario run: this machine, and the other origins that its user allowed. */
export const createOriginGate = (origins: readonly string[]): SendGate => ({
  hostFor(host, port) {
    const isAllowed = origins
      .map((origin) => new URL(origin))
      .some(
        (url) => withoutBrackets(url.hostname) === withoutBrackets(host) && portOf(url) === port,
      );
    return isAllowed || isThisMachine(host) ? host : new UntrustedWorkspaceError();
  },
});

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

const isThisMachine = (host: string): boolean =>
  isLoopback(host) || withoutBrackets(host) === '::1';

interface GateOptions {
  readonly isTrusted: () => boolean;
  /** The address that mock endpoints listen on. */
  readonly mockHost: string;
  readonly mocks: () => readonly Pick<Mock, 'url' | 'listening'>[];
}

/**
 * Until the workspace is trusted, allows only Hookwright's mock endpoints. These are connected to at the
 * address that they listen on, since another program may listen on the same port of another address. While
 * the port of a mock endpoint is closed, another program may listen on it, so nothing connects.
 */
export function createSendGate({ isTrusted, mocks, ...options }: GateOptions): SendGate {
  const mockHost = withoutBrackets(reachableHost(options.mockHost));
  return {
    hostFor(host, port) {
      if (isTrusted()) return host;
      const isHere = withoutBrackets(host) === mockHost || isThisMachine(host);
      const atPort = mocks().filter(
        ({ url }) => url !== null && Number(new URL(url).port) === port,
      );
      if (!isHere || atPort.length === 0) return new UntrustedWorkspaceError();
      return atPort.some(({ listening }) => listening === 'listening')
        ? mockHost
        : new ClosedMockError();
    },
  };
}
