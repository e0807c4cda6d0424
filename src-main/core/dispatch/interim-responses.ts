/**
 * Skips interim responses. A server may send them unasked (RFC 9110 15.2), but undici closes the
 * connection on a 100 that it did not ask for.
 */
import type { Socket } from 'node:net';

const longestInterimBytes = 16_384;
const example = 'HTTP/1.1 100 ';
/** But for 101, which ends HTTP. */
const interimStart = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const endOfHead = '\r\n\r\n';

/** Whether bytes are, or may become, the beginning of an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, example.length);
  return interimStart.test(start + example.slice(start.length));
}

/** Filters what is read from a socket; returns how to say that the next bytes begin a response. */
export function skipInterimResponses(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let atStart = true;
  let held: Buffer | null = null;

  /** What of the bytes is passed on: nothing while it is not known what they are. */
  function filter(bytes: Buffer): Buffer | null {
    let rest = bytes;
    while (mayBeInterim(rest)) {
      const end = rest.indexOf(endOfHead);
      if (end === -1) {
        if (rest.length > longestInterimBytes) break;
        held = rest.length === 0 ? null : rest;
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
      const bytes: Buffer = held === null ? chunk : Buffer.concat([held, chunk]);
      held = null;
      const passed = filter(bytes);
      if (passed !== null) return passed;
    }
  };
  return () => {
    atStart = true;
  };
}
