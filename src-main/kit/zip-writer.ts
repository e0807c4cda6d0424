/** Writes zips piece by piece, one file after the other. */
import { Zip, ZipDeflate } from 'fflate';

/** `mtime` is the time of all files; by default that of the machine. */
export function createZipWriter(mtime?: number) {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const takeReady = (): readonly Uint8Array[] => {
    const pieces = ready;
    ready = [];
    return pieces;
  };
  return {
    *add(name: string, content: Iterable<Uint8Array>): Generator<Uint8Array> {
      // Deflated, because some readers reject a stored file whose size follows its data (APPNOTE 4.4.4).
      const file = new ZipDeflate(name, { level: 6 });
      if (mtime !== undefined) file.mtime = mtime;
      zip.add(file);
      for (const piece of content) {
        file.push(piece);
        yield* takeReady();
      }
      file.push(new Uint8Array(), true);
      yield* takeReady();
    },
    *end(): Generator<Uint8Array> {
      zip.end();
      yield* takeReady();
    },
  };
}

/** A zip of files with their content. */
export function* zipped(
  files: Iterable<readonly [name: string, content: Iterable<Uint8Array>]>,
): Generator<Uint8Array> {
  const zip = createZipWriter();
  for (const [name, content] of files) yield* zip.add(name, content);
  yield* zip.end();
}
