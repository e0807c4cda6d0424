/** Limits client connections, and closes connections that clients keep open. */

import http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import type { Socket } from 'node:net';

/** Time for a client to read its response and close before its socket is destroyed. */
const lingerMs = 1_000;

/**
 * Sends the last bytes and ends a connection. Node's HTTP servers leave sockets half open, so one
 * that the client never closes would stay forever. Destroying it immediately would reset it, and a
 * client that is still sending would lose its response.
 */
export function endSocket(socket: Socket, lastBytes = ''): void {
  if (socket.destroyed) return;
  socket.end(lastBytes);
  // Discards further data.
  socket.resume();
  const lingering = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(lingering));
}

/** More than a load test or a browser with many pages needs. Each connection uses about 10 KB. */
const maxConnections = 4_096;

/**
 * Fraction of the open-file limit for ingestion connections, and again for mock endpoints. The rest is
 * for the interface, deliveries and the database.
 */
const shareOfFiles = 1 / 4;

interface ResourceLimits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

/** Maximum open connections of the ingestion endpoint, or of all mock endpoints and certifications of senders together. */
export function connectionLimit(platform = process.platform): number {
  // It has no such limit, and its report looks up symbols.
  if (platform === 'win32') return maxConnections;
  // Without an error of our own, the report formats the call stack, and Node parses the source maps
  // of the program for it: 30 ms at start, and 70,000 objects that every garbage collection visits.
  const unformatted = Object.assign(new Error(), { stack: 'Error' });
  const limits = process.report.getReport(unformatted) as ResourceLimits;
  const files = limits.userLimits?.open_files?.soft ?? 'unlimited';
  return files === 'unlimited'
    ? maxConnections
    : Math.min(maxConnections, Math.floor(files * shareOfFiles));
}

/** In Node, an https.Server is no http.Server. */
export const isHttpServer = (server: net.Server): server is http.Server =>
  server instanceof http.Server || server instanceof https.Server;

/** Counts open connections across several servers. */
export interface ConnectionCounter {
  /** Closes new connections above the limit immediately, and idle ones to free capacity. */
  limit(server: net.Server): void;
}

/** `accepted` is called with every connection within the limit. */
export function createConnectionCounter(
  max: number,
  accepted?: (socket: Socket) => void,
): ConnectionCounter {
  const servers = new Set<net.Server>();
  let open = 0;

  return {
    limit(server) {
      servers.add(server);
      server.once('close', () => servers.delete(server));
      // For https, this is the raw socket before the handshake.
      server.prependListener('connection', (socket: Socket) => {
        if (open >= max) {
          socket.destroy();
          for (const server of servers) if (isHttpServer(server)) server.closeIdleConnections();
          return;
        }
        open += 1;
        accepted?.(socket);
        socket.once('close', () => {
          open -= 1;
        });
      });
    },
  };
}
