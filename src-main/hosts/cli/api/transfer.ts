/** Files that an operation transfers piece by piece, in either direction. */
import { createReadStream } from 'node:fs';
import type { NamedOperation } from '#shared/contract.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { CommandError } from '../command-error.ts';
import type { LiveLine } from '../output.ts';
import { fieldNames, type Input } from './fields.ts';
import type { Write } from './output-file.ts';

type Call = (input: Input) => Promise<unknown>;

interface Piece {
  readonly base64: string;
  readonly done: boolean;
}

/** Returns what the last piece says besides its bytes. */
export async function download(
  read: Call,
  id: unknown,
  write: Write,
  line: LiveLine,
): Promise<Input> {
  let bytes = 0;
  for (;;) {
    const { base64, done, ...progress } = (await read({ id })) as Piece;
    const piece = Buffer.from(base64, 'base64');
    await write(piece);
    bytes += piece.length;
    line.show(`${formatBytes(bytes)}…`);
    if (done) return progress;
  }
}

/** Far below the limit of each operation. */
const pieceBytes = 262_144;

/** The name of the field that has the file's content. */
const contentField = (append: NamedOperation): string | undefined =>
  fieldNames(append).find((name) => name === 'text' || name === 'base64');

export const isUpload = (pieces: NamedOperation): boolean => contentField(pieces) !== undefined;

async function* contentOf(file: string): AsyncIterable<Buffer> {
  try {
    yield* file === '-'
      ? (process.stdin as AsyncIterable<Buffer>)
      : (createReadStream(file, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>);
  } catch (error) {
    throw new CommandError('usage', `Can't read ${file}: ${(error as Error).message}.`, error);
  }
}

/** Returns the response to the last piece. */
export async function upload(
  append: NamedOperation,
  send: Call,
  { id, file, line }: { readonly id: unknown; readonly file: string; readonly line: LiveLine },
): Promise<unknown> {
  const isText = contentField(append) === 'text';
  const decoder = new TextDecoder();
  const content = (bytes: Buffer | null): Input =>
    isText
      ? { text: bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true }) }
      : { base64: bytes === null ? '' : bytes.toString('base64') };
  let sent = 0;
  for await (const bytes of contentOf(file)) {
    await send({ id, ...content(bytes) });
    sent += bytes.length;
    line.show(`${formatBytes(sent)}…`);
  }
  return send({ id, ...content(null), last: true });
}
