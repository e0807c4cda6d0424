/** Where requests may go. Every outgoing connection passes one (D60). */
import { isLoopback } from '#shared/lib/loopback.ts';
import { portOf } from '#shared/lib/webhook-url.ts';
import { reachableHost } from '../listen.ts';

export interface SendGate {
  /** The host to connect to; null if nothing may be sent there. */
  hostFor(host: string, port: number): string | null;
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
    return isAllowed || isThisMachine(host) ? host : null;
  },
});

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

const isThisMachine = (host: string): boolean =>
  isLoopback(host) || withoutBrackets(host) === '::1';

interface GateOptions {
  readonly isTrusted: () => boolean;
  /** The address that mock endpoints listen on. */
  readonly mockHost: string;
  /** Current URLs of Hookwright's mock endpoints. */
  readonly mockUrls: () => readonly (string | null)[];
}

/**
 * Until the workspace is trusted, allows only Hookwright's mock endpoints. These are connected to at the
 * address that they listen on, since another program may listen on the same port of another address.
 */
export function createSendGate({ isTrusted, mockUrls, ...options }: GateOptions): SendGate {
  const mockHost = withoutBrackets(reachableHost(options.mockHost));
  return {
    hostFor(host, port) {
      if (isTrusted()) return host;
      const isHere = withoutBrackets(host) === mockHost || isThisMachine(host);
      const isMock = mockUrls().some((url) => url !== null && Number(new URL(url).port) === port);
      return isHere && isMock ? mockHost : null;
    },
  };
}
