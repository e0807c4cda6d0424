/**
 * Certificate authorities that webhooks are verified against (D30). Verification can't be disabled.
 */
import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';

/**
 * Certificate authorities of the system, of Node and of the user. Node's include NODE_EXTRA_CA_CERTS, except in
 * the packaged desktop app: Electron ignores that variable there.
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

/** Errors of a chain that ends at no trusted certificate, or at another of the same name. */
const issuerErrors = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
]);

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** The first of the trusted certificates that is in the chain, or signed one of it. */
function voucherOf(
  trusted: readonly X509Certificate[],
  presented: readonly X509Certificate[],
): X509Certificate | undefined {
  // Node completes a chain by name, with certificates that may not have signed it.
  const end = presented.findIndex((issuer, index) => {
    const issued = presented[index - 1];
    return issued !== undefined && !isSignedBy(issued, issuer);
  });
  const chain = end === -1 ? presented : presented.slice(0, end);
  return chain
    .flatMap((certificate) =>
      trusted.filter(
        (one) => one.fingerprint256 === certificate.fingerprint256 || isSignedBy(certificate, one),
      ),
    )
    .at(0);
}

export interface Trust {
  /**
   * Created on first use, because reading hundreds of certificates takes a while. Stays the same
   * object until the authorities change.
   */
  context(): tls.SecureContext;
  /**
   * Verifies against a single one of the user's certificates. OpenSSL finds certificates by subject,
   * so one of several with the same subject hides the others. Null if this wouldn't help.
   */
  contextFor(
    error: Error,
    presented: readonly X509Certificate[],
    failed: tls.SecureContext,
  ): tls.SecureContext | null;
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
    contextFor(error, presented, failed) {
      if (failed !== context || !('code' in error) || !issuerErrors.has(String(error.code)))
        return null;
      const trusted = contextCertificates.map((pem) => new X509Certificate(pem));
      const voucher = voucherOf(trusted, presented);
      return voucher === undefined ? null : tls.createSecureContext({ ca: voucher.toString() });
    },
    renew() {
      if (!isDeepStrictEqual(userCertificates(), contextCertificates)) context = undefined;
    },
  };
}
