/**
 * Skips interim responses. A server may send them unrequested (RFC 9110 15.2), but undici closes the
 * connection on an unexpected 100.
 */
import type { Socket } from 'node:net';

const maxInterimBytes = 16_384;
const example = 'HTTP/1.1 100 ';
/** Except 101, which ends HTTP on the connection. */
const interimStart = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const endOfHead = '\r\n\r\n';

/** Whether the bytes are, or may become, the start of an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, example.length);
  return interimStart.test(start + example.slice(start.length));
}

/** Filters the bytes read from a socket. Call the returned function before each response. */
export function skipInterimResponses(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let atStart = true;
  let partial: Buffer | null = null;

  /** The bytes to pass on; null until their type is known. */
  function filter(bytes: Buffer): Buffer | null {
    let rest = bytes;
    while (mayBeInterim(rest)) {
      const end = rest.indexOf(endOfHead);
      if (end === -1) {
        if (rest.length > maxInterimBytes) break;
        partial = rest.length === 0 ? null : rest;
        return null;
      }
      rest = rest.subarray(end + endOfHead.length);
    }
    atStart = false;
    return rest;
  }

  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (!atStart || chunk === null) return chunk;
      const bytes: Buffer = partial === null ? chunk : Buffer.concat([partial, chunk]);
      partial = null;
      const passed = filter(bytes);
      if (passed !== null) return passed;
    }
  };
  return () => {
    atStart = true;
  };
}
