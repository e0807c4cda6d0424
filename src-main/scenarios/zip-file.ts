/**
 * Reads an untrusted zip: entries are decompressed only when read, up to a limit that
 * counts actual bytes, because declared sizes can be wrong.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type ZipFile as Archive, type Entry, openPromise } from 'yauzl';
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

export interface ZipFile {
  /** In the order of the archive. */
  readonly names: readonly string[];
  has(name: string): boolean;
  bytes(name: string, maxBytes: number): Promise<Buffer>;
  /** Writes a new file, whatever the archive says that it is, and returns its size. `tooLarge` is the problem of a larger one. */
  extract(name: string, path: string, maxBytes: number, tooLarge?: string): Promise<number>;
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

/** Throws a ZipProblem if it can't be read, or has an unsafe name. */
function checkEntry(entry: Entry, name: string): void {
  if (entry.isEncrypted()) throw new ZipProblem('it is encrypted');
  if (!entry.canDecodeFileData())
    throw new ZipProblem(`${shownName(name)} has an unknown compression`);
  if (!isSafeName(name))
    throw new ZipProblem(`it has a file with the unsafe name ${shownName(name)}`);
}

async function readEntries(archive: Archive): Promise<ReadonlyMap<string, Entry>> {
  if (archive.entryCount > maxEntries) throw new ZipProblem(`it has more than ${maxEntries} files`);
  const entries = new Map<string, Entry>();
  let directoryBytes = 0;
  for await (const entry of archive.eachEntry()) {
    directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes) throw new ZipProblem('its directory is too large');
    const name = entry.fileNameRaw.toString();
    checkEntry(entry, name);
    if (entries.has(name)) throw new ZipProblem(`it has ${shownName(name)} more than once`);
    entries.set(name, entry);
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

const asProblem = (error: unknown, message: string): ZipProblem =>
  error instanceof ZipProblem ? error : new ZipProblem(message);

/** Throws a ZipProblem. */
export async function openZip(path: string): Promise<ZipFile> {
  const archive = await openPromise(path, {
    autoClose: false,
    // Names are checked, and bytes are counted, here.
    ...{ decodeStrings: false, validateEntrySizes: false },
  }).catch((error: Error) => {
    throw 'code' in error ? error : new ZipProblem('it is not a zip file');
  });
  async function close(): Promise<void> {
    const closed = once(archive, 'close');
    archive.close();
    await closed;
  }
  const entries = await readEntries(archive).catch(async (error: unknown) => {
    await close();
    throw asProblem(error, 'its directory is damaged');
  });

  /** Ends with a problem as soon as there are more bytes. */
  async function* read(
    name: string,
    maxBytes: number,
    tooLarge = `${name} is larger than ${maxBytes / 1024 ** 2} MB`,
  ): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (entry === undefined) throw new ZipProblem(`it has no ${name}`);
    if (entry.compressedSize === 0) return;
    let bytes = 0;
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new ZipProblem(tooLarge);
      yield chunk;
    }
  }

  async function bytes(name: string, maxBytes: number): Promise<Buffer> {
    try {
      return await buffer(read(name, maxBytes));
    } catch (error) {
      throw asProblem(error, `${name} is damaged`);
    }
  }

  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes,
    async extract(name, path, maxBytes, tooLarge) {
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(read(name, maxBytes, tooLarge), target);
        return target.bytesWritten;
      } catch (error) {
        // Of the disk.
        throw error instanceof Error && 'syscall' in error
          ? error
          : asProblem(error, `${name} is damaged`);
      }
    },
    async text(name, maxBytes) {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(await bytes(name, maxBytes));
      } catch (error) {
        throw asProblem(error, `${name} is not UTF-8`);
      }
    },
    async *lines(name, maxBytes) {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const splitter = createLineSplitter(name);
      try {
        for await (const chunk of read(name, maxBytes)) {
          const lines = splitter.push(decoder.decode(chunk, { stream: true }));
          if (lines.length > 0) yield lines;
        }
        const last = splitter.end();
        if (last.length > 0) yield last;
      } catch (error) {
        throw asProblem(error, `${name} is damaged`);
      }
    },
    close,
  };
}
