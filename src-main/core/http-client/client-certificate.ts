/** Recognizes servers that ask for a client certificate. Hookwright has none to send. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Alerts to a client without a certificate; in TLS 1.2 also to a client without a common cipher. */
const alerts =
  /_ALERT_(?:CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|(?:BAD|NO)_CERTIFICATE|CERTIFICATE_UNKNOWN)$/;

class ClientCertificateError extends Error {
  readonly code = 'CLIENT_CERTIFICATE_REQUIRED';
}

/** The alert of a server that has presented its own certificate concerns the client's. */
export function clientCertificateError(error: Error, socket: Socket): Error | null {
  const isAlert = 'code' in error && alerts.test(String(error.code));
  if (!isAlert || !(socket instanceof TLSSocket)) return null;
  const hasPresented = Object.keys(socket.getPeerCertificate() ?? {}).length > 0;
  return hasPresented ? new ClientCertificateError('', { cause: error }) : null;
}
