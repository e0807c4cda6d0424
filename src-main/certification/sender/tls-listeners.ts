/** URLs with a valid and with invalid certificates. */
import https from 'node:https';
import type { Server, Socket } from 'node:net';
import type { MockCertificates } from '#main/settings/certificates/mock-certificates.ts';
import { type SenderCertificate, senderCertificates } from '#shared/certification/sender.ts';
import type { TlsConnections } from './observation.ts';

const none: TlsConnections = { handshakes: 0, open: 0, requests: 0, lastAt: null };

export function createTlsListeners(realNow: () => number, changed: () => void) {
  const seen: Record<SenderCertificate, TlsConnections> = {
    good: none,
    expired: none,
    wrong_host: none,
    self_signed: none,
  };

  function update(name: SenderCertificate, change: Partial<TlsConnections>): void {
    seen[name] = { ...seen[name], ...change, lastAt: realNow() };
    changed();
  }

  function createServer(name: SenderCertificate, cert: string, key: string): https.Server {
    const server = https.createServer({ cert, key }, (incoming, response) => {
      update(name, { requests: seen[name].requests + 1 });
      incoming.resume();
      response.writeHead(200).end();
    });
    server.on('connection', (socket: Socket) => {
      update(name, { open: seen[name].open + 1 });
      socket.once('close', () => {
        // A connection that ended before the handshake shows nothing.
        const hasStarted = socket.bytesRead > 0;
        update(name, {
          open: seen[name].open - 1,
          handshakes: seen[name].handshakes + (hasStarted ? 1 : 0),
        });
      });
    });
    server.on('tlsClientError', () => undefined);
    return server;
  }

  return {
    seen: (): Readonly<Record<SenderCertificate, TlsConnections>> => ({ ...seen }),
    /** `listen` returns the port. */
    async open(
      certificates: MockCertificates,
      listen: (server: Server, name: SenderCertificate) => Promise<number>,
    ): Promise<Readonly<Record<SenderCertificate, number>>> {
      const ports = { good: 0, expired: 0, wrong_host: 0, self_signed: 0 };
      for (const name of senderCertificates) {
        const { certificate, privateKey } = await certificates.get(name);
        ports[name] = await listen(createServer(name, certificate, privateKey), name);
      }
      return ports;
    },
  };
}
