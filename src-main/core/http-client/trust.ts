/**
 * Certificate authorities that webhooks are verified against (D30). Verification can't be disabled.
 */
import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';

/**
 * Certificate authorities of the system, of Node (including NODE_EXTRA_CA_CERTS) and of the user.
 */
function trustedCertificates(added: readonly string[]): string[] {
  return [
    ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...added]),
  ];
}

export interface Trust {
  /**
   * Created on first use, because reading hundreds of certificates takes a while. Stays the same
   * object until the authorities change.
   */
  context(): tls.SecureContext;
  /** Called when the user's certificate authorities may have changed. */
  renew(): void;
}

/** `added` returns the user's certificate authorities as PEM. */
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
