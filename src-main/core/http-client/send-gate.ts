/** Where requests may go. Every outgoing connection passes one (D60). */
import { isLoopback } from '#shared/lib/loopback.ts';
import { reachableHost } from '../listen.ts';

export interface SendGate {
  /** The host to connect to; null if nothing may be sent there. */
  hostFor(host: string, port: number): string | null;
}

/** Allows everything: a trusted workspace, none, or a command that names what it sends to. */
export const openGate: SendGate = { hostFor: (host) => host };

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

interface GateOptions {
  readonly isTrusted: () => boolean;
  /** The address that receivers listen on. */
  readonly receiverHost: string;
  /** Current URLs of Hookwright's own receivers. */
  readonly receiverUrls: () => readonly (string | null)[];
}

/**
 * Until the workspace is trusted, allows only Hookwright's own receivers. These are connected to at the
 * address that they listen on, since another program may listen on the same port of another address.
 */
export function createSendGate({ isTrusted, receiverUrls, ...options }: GateOptions): SendGate {
  const receiverHost = withoutBrackets(reachableHost(options.receiverHost));
  return {
    hostFor(host, port) {
      if (isTrusted()) return host;
      const bare = withoutBrackets(host);
      const isHere = bare === receiverHost || isLoopback(bare) || bare === '::1';
      const isReceiver = receiverUrls().some(
        (url) => url !== null && Number(new URL(url).port) === port,
      );
      return isHere && isReceiver ? receiverHost : null;
    },
  };
}
