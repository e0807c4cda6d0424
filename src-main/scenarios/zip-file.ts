/**
 * Reads an untrusted zip: entries are decompressed only when read, up to a limit that
 * counts actual bytes, because declared sizes can be wrong.
 */
import { createWriteStream } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { pipeline, type Readable, Transform } from 'node:stream';
import { pipeline as pipelined } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { clipped } from '#shared/kit/redacted.ts';

/** Why a file can't be read; the message ends a sentence. */
export class ZipProblem extends Error {
  override readonly name = 'ZipProblem';
}

const maxEntries = 5_000;
const maxDirectoryBytes = 4 * 1024 * 1024;
/** In characters: for bodies of 4 MB, which a run keeps whole, in JSON. */
export const maxLineLength = 8 * 1024 * 1024;
/** Of an entry: several times what the largest runs have, and bounds what is done for each (D62). */
const maxLines = 1_000_000;
/** Larger archives have 64-bit offsets. */
const maxFileBytes = 0xffff_fffe;

const endSignature = 0x0605_4b50;
const entrySignature = 0x0201_4b50;
const endLength = 22;
const maxCommentLength = 65_535;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly compressedBytes: number;
  readonly offset: number;
}

export interface ZipFile {
  /** In the order of the archive. */
  readonly names: readonly string[];
  has(name: string): boolean;
  bytes(name: string, maxBytes: number): Promise<Buffer>;
  /** Writes a new file, whatever the archive says that it is. */
  extract(name: string, path: string, maxBytes: number): Promise<void>;
  text(name: string, maxBytes: number): Promise<string>;
  /** Lines of text, none of them empty, many at a time. */
  lines(name: string, maxBytes: number): AsyncGenerator<readonly string[]>;
  close(): Promise<void>;
}

/** In bytes of UTF-8: of a part, as file systems allow, and of a path, below what any system allows. */
const maxPartBytes = 255;
const maxNameBytes = 800;

/** Names are relative, with `/`, and stay inside the folder on any system. */
function isSafeName(name: string): boolean {
  return (
    Buffer.byteLength(name) <= maxNameBytes &&
    !/\p{C}/u.test(name) &&
    !/[\\:]|^\/|\/\//.test(name) &&
    name
      .split('/')
      .every((part) => part !== '..' && part !== '.' && Buffer.byteLength(part) <= maxPartBytes)
  );
}

const shownName = (name: string): string => JSON.stringify(clipped(name));

/** A file that is the folder of another, too. */
function fileAndFolder(names: Iterable<string>): string | undefined {
  // What is in a folder comes directly after a file of its name: no name has a smaller character.
  const sorted = [...names].map((name) => name.replaceAll('/', '\0')).sort();
  return sorted.find((name, index) => sorted[index + 1]?.startsWith(`${name}\0`));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new ZipProblem('it is truncated');
  return buffer;
}

async function readEnd(file: FileHandle, size: number): Promise<Buffer> {
  const length = Math.min(size, endLength + maxCommentLength);
  const tail = await readAt(file, size - length, length);
  for (let at = tail.length - endLength; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === endSignature) return tail.subarray(at);
  throw new ZipProblem('it is not a zip file');
}

function* entriesOf(directory: Buffer, count: number): Generator<Entry> {
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature)
      throw new ZipProblem('its directory is damaged');
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    const method = directory.readUInt16LE(at + 10);
    if ((directory.readUInt16LE(at + 8) & 1) === 1) throw new ZipProblem('it is encrypted');
    if (method !== 0 && method !== 8)
      throw new ZipProblem(`${shownName(name)} has an unknown compression`);
    if (!isSafeName(name))
      throw new ZipProblem(`it has a file with the unsafe name ${shownName(name)}`);
    const compressedBytes = directory.readUInt32LE(at + 20);
    yield { name, method, compressedBytes, offset: directory.readUInt32LE(at + 42) };
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

async function readEntries(file: FileHandle): Promise<ReadonlyMap<string, Entry>> {
  const { size } = await file.stat();
  if (size < endLength) throw new ZipProblem('it is not a zip file');
  if (size > maxFileBytes) throw new ZipProblem('it is larger than 4 GB');
  const end = await readEnd(file, size);
  const count = end.readUInt16LE(10);
  const directoryBytes = end.readUInt32LE(12);
  const offset = end.readUInt32LE(16);
  if (count > maxEntries) throw new ZipProblem(`it has more than ${maxEntries} files`);
  if (directoryBytes > maxDirectoryBytes) throw new ZipProblem('its directory is too large');
  if (offset + directoryBytes > size) throw new ZipProblem('its directory is damaged');
  const entries = new Map<string, Entry>();
  for (const entry of entriesOf(await readAt(file, offset, directoryBytes), count)) {
    if (entries.has(entry.name))
      throw new ZipProblem(`it has ${shownName(entry.name)} more than once`);
    entries.set(entry.name, entry);
  }
  const both = fileAndFolder(entries.keys());
  if (both !== undefined)
    throw new ZipProblem(`its ${shownName(both.replaceAll('\0', '/'))} is a file and a folder`);
  return entries;
}

/** Splits pieces of text into lines, each piece once. */
function createLineSplitter(name: string) {
  let pieces: string[] = [];
  let length = 0;
  let count = 0;

  function checked(lines: readonly string[]): readonly string[] {
    count += lines.length;
    if (count > maxLines) throw new ZipProblem(`${name} has more than ${maxLines} lines`);
    if (lines.includes('')) throw new ZipProblem(`${name} has an empty line`);
    if (lines.some((line) => line.length > maxLineLength))
      throw new ZipProblem(`${name} has a line that is too long`);
    return lines;
  }

  return {
    push(text: string): readonly string[] {
      const lines = text.split('\n');
      const last = lines.pop() ?? '';
      if (lines.length > 0) {
        lines[0] = pieces.join('') + lines[0];
        [pieces, length] = [[], 0];
      }
      pieces.push(last);
      length += last.length;
      if (length > maxLineLength) throw new ZipProblem(`${name} has a line that is too long`);
      return checked(lines);
    },
    end: (): readonly string[] => checked(length === 0 ? [] : [pieces.join('')]),
  };
}

/** Ends with a problem as soon as more bytes arrive. */
function limited(name: string, maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new ZipProblem(`${name} is larger than ${maxBytes / 1024 ** 2} MB`));
    },
  });
}

/** Throws a ZipProblem. */
export async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path, constants.O_RDONLY);
  let entries: ReadonlyMap<string, Entry>;
  try {
    entries = await readEntries(file);
  } catch (error) {
    await file.close();
    throw error;
  }

  async function read(name: string, maxBytes: number): Promise<Readable> {
    const entry = entries.get(name);
    if (entry === undefined) throw new ZipProblem(`it has no ${name}`);
    const header = await readAt(file, entry.offset, 30);
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const output = limited(name, maxBytes);
    if (entry.compressedBytes === 0) return output.end();
    const end = start + entry.compressedBytes - 1;
    const raw = file.createReadStream({ start, end, autoClose: false });
    const ended = (error: NodeJS.ErrnoException | null): void => {
      if (error !== null) output.destroy(error);
    };
    // A pipeline would close the output before a stored entry is read.
    if (entry.method === 0) raw.once('error', ended).pipe(output);
    else pipeline(raw, createInflateRaw(), output, ended);
    return output;
  }

  async function bytes(name: string, maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await read(name, maxBytes)) chunks.push(chunk as Buffer);
    } catch (error) {
      throw error instanceof ZipProblem ? error : new ZipProblem(`${name} is damaged`);
    }
    return Buffer.concat(chunks);
  }

  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes,
    async extract(name, path, maxBytes) {
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      try {
        await pipelined(await read(name, maxBytes), target);
      } catch (error) {
        const isOfDisk = error instanceof Error && 'syscall' in error;
        throw isOfDisk || error instanceof ZipProblem
          ? error
          : new ZipProblem(`${name} is damaged`);
      }
    },
    async text(name, maxBytes) {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(await bytes(name, maxBytes));
      } catch (error) {
        throw error instanceof ZipProblem ? error : new ZipProblem(`${name} is not UTF-8`);
      }
    },
    async *lines(name, maxBytes) {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const splitter = createLineSplitter(name);
      try {
        for await (const chunk of await read(name, maxBytes)) {
          const lines = splitter.push(decoder.decode(chunk as Buffer, { stream: true }));
          if (lines.length > 0) yield lines;
        }
        const last = splitter.end();
        if (last.length > 0) yield last;
      } catch (error) {
        throw error instanceof ZipProblem ? error : new ZipProblem(`${name} is damaged`);
      }
    },
    close: () => file.close(),
  };
}
