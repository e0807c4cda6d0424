/** Whom webhooks' certificates are verified against (D30). There is no switch that turns it off. */
import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';

/** The system's, Node's (NODE_EXTRA_CA_CERTS included) and the user's authorities. */
function trustedCertificates(added: readonly string[]): string[] {
  return [
    ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...added]),
  ];
}

export interface Trust {
  /**
   * Made on first use: reading some hundred certificates takes a while. It is the same one until
   * the authorities change.
   */
  context(): tls.SecureContext;
  /** The user's authorities may have changed. */
  renew(): void;
}

/** `added` gives the PEM texts of the user's authorities. */
export function createTrust(added: () => readonly string[]): Trust {
  let context: tls.SecureContext | undefined;
  let inContext: readonly string[] = [];
  return {
    context() {
      if (context === undefined) {
        inContext = added();
        context = tls.createSecureContext({ ca: trustedCertificates(inContext) });
      }
      return context;
    },
    renew() {
      if (!isDeepStrictEqual(added(), inContext)) context = undefined;
    },
  };
}
