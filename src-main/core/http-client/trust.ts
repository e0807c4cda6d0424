/**
 * Certificate authorities that webhooks are verified against (D30). Verification can't be disabled.
 */
import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';

/**
 * Certificate authorities of the system, of Node (including NODE_EXTRA_CA_CERTS) and of the user.
 */
function trustedCertificates(userCertificates: readonly string[]): string[] {
  return [
    ...new Set([
      ...tls.getCACertificates('default'),
      ...tls.getCACertificates('system'),
      ...userCertificates,
    ]),
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
export function createTrust(userCertificates: () => readonly string[]): Trust {
  let context: tls.SecureContext | undefined;
  let contextCertificates: readonly string[] = [];
  return {
    context() {
      if (context === undefined) {
        contextCertificates = userCertificates();
        context = tls.createSecureContext({ ca: trustedCertificates(contextCertificates) });
      }
      return context;
    },
    renew() {
      if (!isDeepStrictEqual(userCertificates(), contextCertificates)) context = undefined;
    },
  };
}
