/** Certificates of a server that failed verification. */
import { X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { CertificateDetails } from '#shared/deliveries/delivery.ts';

/** Longer chains don't exist in practice. */
const maxCertificates = 5;

const certificatesByError = new WeakMap<object, readonly X509Certificate[]>();

const nameOf = (lines: string | undefined): string =>
  (lines ?? '').split('\n').reverse().join(', ');

const detailsOf = (certificate: X509Certificate): CertificateDetails => ({
  subject: nameOf(certificate.subject),
  issuer: nameOf(certificate.issuer),
  validFrom: certificate.validFromDate.getTime(),
  validTo: certificate.validToDate.getTime(),
  names: certificate.subjectAltName ?? '',
  fingerprint: certificate.fingerprint256,
});

function chainOf(leaf: DetailedPeerCertificate): readonly X509Certificate[] {
  const chain = [leaf];
  for (let next = leaf.issuerCertificate; chain.length < maxCertificates; ) {
    // The last one of a complete chain is its own issuer.
    if (next === undefined || chain.includes(next)) break;
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain.map(({ raw }) => new X509Certificate(raw));
}

/**
 * Records the server's certificates for the error of a failed verification. They are read before the
 * socket is destroyed, and parsed only on failure.
 */
export function recordCertificates(socket: TLSSocket): void {
  let leaf: DetailedPeerCertificate | undefined;
  socket.prependListener('secure', () => {
    // Reading it as X509Certificate at this point breaks Node's own check of the host name.
    leaf = socket.getPeerCertificate(true);
  });
  socket.prependOnceListener('error', (error) => {
    if (leaf?.raw !== undefined) certificatesByError.set(error, chainOf(leaf));
  });
}

export const presentedCertificates = (error: unknown): readonly X509Certificate[] =>
  (typeof error === 'object' && error !== null && certificatesByError.get(error)) || [];

export const certificatesOf = (error: unknown): readonly CertificateDetails[] =>
  presentedCertificates(error).map(detailsOf);
