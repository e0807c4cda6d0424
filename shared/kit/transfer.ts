/** How a client sends or reads a file piece by piece, because transports limit the size of a message. */
import { toBase64 } from './base64.ts';
import type { ById } from './entity.ts';

/** Far below the limit of each operation. */
export const pieceBytes = 262_144;

/** Why a file can't be sent, and how to fix it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

interface Transfer {
  readonly id: string;
  readonly signal?: { throwIfAborted(): void } | undefined;
}

type Cancel = (input: ById) => Promise<unknown>;

/** If this fails too, the transfer ends when another needs its place. */
const stop = (cancel: Cancel, id: string): Promise<unknown> =>
  cancel({ id }).catch(() => undefined);

/** The pieces of a file. The transfer is cancelled if the caller stops before the last one. */
export async function* download<Piece extends { readonly done: boolean }>(
  { id, signal }: Transfer,
  { read, cancel }: { readonly read: (input: ById) => Promise<Piece>; readonly cancel: Cancel },
): AsyncGenerator<Piece, void, void> {
  let isDone = false;
  try {
    while (!isDone) {
      signal?.throwIfAborted();
      const piece = await read({ id });
      isDone = piece.done;
      yield piece;
    }
  } finally {
    if (!isDone) await stop(cancel, id);
  }
}

/** The content of a piece; null at the end of the file. */
type Encode<Content> = (bytes: Uint8Array | null) => Content;

interface Receiver<Content, Result> {
  readonly append: (piece: Content & ById & { readonly last: boolean }) => Promise<Result>;
  readonly cancel: Cancel;
}

/** Sends a file, with the response to each piece. The transfer is cancelled if the caller stops before the last one. */
export async function* upload<Content, Result>(
  { id, signal }: Transfer,
  file: AsyncIterable<Uint8Array>,
  encode: Encode<Content>,
  { append, cancel }: Receiver<Content, Result>,
): AsyncGenerator<{ readonly sentBytes: number; readonly result: Result }, void, void> {
  let isDone = false;
  let sentBytes = 0;
  async function send(bytes: Uint8Array | null) {
    signal?.throwIfAborted();
    const result = await append({ id, ...encode(bytes), last: bytes === null });
    sentBytes += bytes?.length ?? 0;
    return { sentBytes, result };
  }
  try {
    for await (const bytes of file) yield await send(bytes);
    const last = await send(null);
    isDone = true;
    yield last;
  } finally {
    if (!isDone) await stop(cancel, id);
  }
}

export const asBase64: Encode<{ readonly base64: string }> = (bytes) => ({
  base64: bytes === null ? '' : toBase64(bytes),
});

/** Text, whose characters may be split between pieces. Throws a FileProblem. */
export function asText(): Encode<{ readonly text: string }> {
  // IDs in another encoding would be imported wrong.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return { text: decoder.decode(bytes ?? undefined, { stream: bytes !== null }) };
    } catch {
      throw new FileProblem('The file is not UTF-8. Save it as UTF-8.');
    }
  };
}
