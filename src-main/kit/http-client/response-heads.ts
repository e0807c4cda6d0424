/**
 * Adapts the heads of responses before undici reads them: skips interim responses, which a server may
 * send unrequested (RFC 9110 15.2), and merges equal lengths (RFC 9110 8.6). undici closes the
 * connection on both.
 */
import type { Socket } from 'node:net';

/** undici's limit for headers. Longer heads are passed on as they are. */
const maxHeadBytes = 16_384;
const finalStart = 'HTTP/1.';
const interimStatusLine = 'HTTP/1.1 100 ';
/** Except 101, which ends HTTP on the connection. */
const interimStart = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const endOfHead = '\r\n\r\n';
const lengthLine = /\r\ncontent-length:([\d, \t]*)(?=\r\n|$)/gi;

/** Whether the bytes are, or may become, the start of an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, interimStatusLine.length);
  return interimStart.test(start + interimStatusLine.slice(start.length));
}

/** Whether a head has started that the HTTP client would accept, as far as it has arrived. */
const isHead = (text: string): boolean => text.startsWith(finalStart) && !/(^|[^\r])\n/.test(text);

/** The head with one length, if it has several equal ones. */
function withOneLength(head: string): string {
  const lines = [...head.matchAll(lengthLine)];
  const lengths = lines.flatMap(([, list = '']) => list.split(',').map((text) => text.trim()));
  const [length] = lengths;
  if (lengths.length < 2 || lengths.some((other) => other !== length)) return head;
  return `${head.replaceAll(lengthLine, '')}\r\nContent-Length: ${length}`;
}

/** Filters the bytes read from a socket. Call the returned function before each response. */
export function filterResponseHeads(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let isAtStart = true;
  let partial: Buffer | null = null;

  function keep(bytes: Buffer): null {
    partial = bytes.length === 0 ? null : bytes;
    return null;
  }

  /** The bytes to pass on; null until their type is known. */
  function filter(bytes: Buffer): Buffer | null {
    let remaining = bytes;
    let end = remaining.indexOf(endOfHead);
    while (mayBeInterim(remaining)) {
      if (end === -1) {
        if (remaining.length > maxHeadBytes) break;
        return keep(remaining);
      }
      if (end > maxHeadBytes) break;
      remaining = remaining.subarray(end + endOfHead.length);
      end = remaining.indexOf(endOfHead);
    }
    if (end === -1 && remaining.length <= maxHeadBytes && isHead(remaining.toString('latin1')))
      return keep(remaining);
    isAtStart = false;
    if (end === -1 || end > maxHeadBytes) return remaining;
    const head = remaining.toString('latin1', 0, end);
    const changed = withOneLength(head);
    return changed === head
      ? remaining
      : Buffer.concat([Buffer.from(changed, 'latin1'), remaining.subarray(end)]);
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
