/** Files that an operation transfers piece by piece, in either direction. */
import { createReadStream } from 'node:fs';
import type { NamedOperation } from '#shared/contract.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { asBase64, asText, download, pieceBytes, upload } from '#shared/kit/transfer.ts';
import { CommandError } from '../command-error.ts';
import type { LiveLine } from '../output.ts';
import { fieldNames, type Input } from './fields.ts';
import type { Write } from './output-file.ts';

type Call = (input: Input) => Promise<unknown>;

interface Transfer {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Reads or sends a piece. */
  readonly call: Call;
  readonly cancel: Call;
  readonly line: LiveLine;
}

/** Returns what the last piece says besides its bytes. */
export async function readFile(transfer: Transfer, write: Write): Promise<Input> {
  const { call, cancel, line } = transfer;
  const read = (input: Input) => call(input) as Promise<{ base64: string; done: boolean }>;
  let bytes = 0;
  let last: Input = {};
  for await (const { base64, done: _, ...progress } of download(transfer, { read, cancel })) {
    const piece = Buffer.from(base64, 'base64');
    await write(piece);
    bytes += piece.length;
    line.show(`${formatBytes(bytes)}…`);
    last = progress;
  }
  return last;
}

/** How the operation that appends a piece has its content; undefined if it reads pieces. */
function encodingOf(append: NamedOperation) {
  const names = fieldNames(append);
  return names.includes('text') ? asText() : names.includes('base64') ? asBase64 : undefined;
}

export const isUpload = (pieces: NamedOperation): boolean => encodingOf(pieces) !== undefined;

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
export async function sendFile(
  transfer: Transfer,
  append: NamedOperation,
  file: string,
): Promise<unknown> {
  const { call, cancel, line } = transfer;
  const encode = encodingOf(append) ?? asBase64;
  const pieces = upload<Input, unknown>(transfer, contentOf(file), encode, {
    append: call,
    cancel,
  });
  let last: unknown;
  for await (const { sentBytes, result } of pieces) {
    line.show(`${formatBytes(sentBytes)}…`);
    last = result;
  }
  return last;
}
