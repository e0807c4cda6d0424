/** Whom webhooks' certificates are verified against (D30). There is no switch that turns it off. */
import tls from 'node:tls';

/** The system's, Node's (NODE_EXTRA_CA_CERTS included) and the user's authorities. */
function trustedCertificates(added: readonly string[]): string[] {
  return [
    ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...added]),
  ];
}

export interface Trust {
  /** Made on first use: reading some hundred certificates takes a while. */
  context(): tls.SecureContext;
  /** The user's authorities changed. */
  renew(): void;
}

/** `added` gives the PEM texts of the user's authorities. */
export function createTrust(added: () => readonly string[]): Trust {
  let context: tls.SecureContext | undefined;
  return {
    context() {
      context ??= tls.createSecureContext({ ca: trustedCertificates(added()) });
      return context;
    },
    renew() {
      context = undefined;
    },
  };
}
