/** Saves and opens files: downloads in a browser, native dialogs in the desktop app. */
import { FileProblem, pieceBytes } from '#shared/kit/transfer.ts';

export function saveFile(name: string, mediaType: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Freed late, since some browsers read the blob after the click handler.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The browser stores large blobs on disk, so that only few pieces are in the page's memory. */
const maxBufferedBytes = 8_388_608;

/** The file that the pieces are. */
export async function joined(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  let stored = new Blob();
  let buffered: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    buffered.push(piece);
    bytes += piece.length;
    if (bytes < maxBufferedBytes) continue;
    stored = new Blob([stored, ...buffered]);
    [buffered, bytes] = [[], 0];
  }
  return new Blob([stored, ...buffered]);
}

/** Null if cancelled. */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.click();
  });
}

/** The content of a chosen file. Throws a FileProblem. */
export async function* bytesIn(file: Blob): AsyncGenerator<Uint8Array, void, void> {
  for (let start = 0; start < file.size; start += pieceBytes)
    try {
      yield new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer());
    } catch {
      throw new FileProblem('The file was changed or removed. Choose it again.');
    }
}
