/**
 * Skips interim responses. A server may send them unrequested (RFC 9110 15.2), but undici closes the
 * connection on an unexpected 100.
 */
import type { Socket } from 'node:net';

const maxInterimBytes = 16_384;
const statusLineStart = 'HTTP/1.1 100 ';
/** Except 101, which ends HTTP on the connection. */
const interimStart = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const endOfHead = '\r\n\r\n';

/** Whether the bytes are, or may become, the start of an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, statusLineStart.length);
  return interimStart.test(start + statusLineStart.slice(start.length));
}

/** Filters the bytes read from a socket. Call the returned function before each response. */
export function skipInterimResponses(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let isAtStart = true;
  let partial: Buffer | null = null;

  /** The bytes to pass on; null until their type is known. */
  function filter(bytes: Buffer): Buffer | null {
    let remaining = bytes;
    while (mayBeInterim(remaining)) {
      const end = remaining.indexOf(endOfHead);
      if (end === -1) {
        if (remaining.length > maxInterimBytes) break;
        partial = remaining.length === 0 ? null : remaining;
        return null;
      }
      remaining = remaining.subarray(end + endOfHead.length);
    }
    isAtStart = false;
    return remaining;
  }

  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (!isAtStart || chunk === null) return chunk;
      const bytes: Buffer = partial === null ? chunk : Buffer.concat([partial, chunk]);
      partial = null;
      const filtered = filter(bytes);
      if (filtered !== null) return filtered;
    }
  };
  return () => {
    isAtStart = true;
  };
}
