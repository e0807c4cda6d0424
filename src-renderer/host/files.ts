/** Lets the user keep something as a file: a download in a browser, a save dialog in a window of its own. */
function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Freed late, because some browsers read the blob only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function saveTextFile(name: string, text: string, mediaType: string): void {
  saveFile(name, new Blob([text], { type: mediaType }));
}

/** A file that is written piece by piece, and kept only when it is whole. */
export interface GrowingFile {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly save: () => void;
}

/** Pieces are handed over in such lengths: the browser keeps large blobs on disk, outside of the page. */
const handedOverBytes = 8_388_608;

/** Whatever its length, it takes no more of the page's memory than a few pieces. */
export function growFile(name: string, mediaType: string): GrowingFile {
  let kept: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const handOver = (): void => {
    kept = [new Blob([...kept, ...pieces], { type: mediaType })];
    pieces = [];
    size = 0;
  };
  return {
    write(bytes) {
      pieces.push(bytes);
      size += bytes.length;
      if (size >= handedOverBytes) handOver();
    },
    save() {
      handOver();
      const [whole = new Blob()] = kept;
      saveFile(name, whole);
    },
  };
}

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

/** Lets the user choose one file, to be read piece by piece; null when the choice was cancelled. */
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

/** Lets the user choose one text file; null when the choice was cancelled. */
export async function chooseTextFile(accept: string): Promise<ChosenFile | null> {
  const file = await chooseFile(accept);
  return file === null ? null : { name: file.name, text: await file.text() };
}
