/** Saves and opens files: downloads in a browser, native dialogs in the desktop app. */
function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Freed late, since some browsers read the blob after the click handler.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function saveTextFile(name: string, text: string, mediaType: string): void {
  saveFile(name, new Blob([text], { type: mediaType }));
}

/** A file written in chunks and kept only when complete. */
export interface FileWriter {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly save: () => void;
}

/** Chunk size: the browser stores large blobs on disk. */
const maxBufferedBytes = 8_388_608;

/** Keeps only a few chunks in the page's memory. */
export function createFileWriter(name: string, mediaType: string): FileWriter {
  let blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const flush = (): void => {
    blobs = [new Blob([...blobs, ...chunks], { type: mediaType })];
    chunks = [];
    size = 0;
  };
  return {
    write(bytes) {
      chunks.push(bytes);
      size += bytes.length;
      if (size >= maxBufferedBytes) flush();
    },
    save() {
      flush();
      const [content = new Blob()] = blobs;
      saveFile(name, content);
    },
  };
}

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

/** Opens a file for chunked reading; null if cancelled. */
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

/** Opens a text file; null if cancelled. */
export async function chooseTextFile(accept: string): Promise<ChosenFile | null> {
  const file = await chooseFile(accept);
  return file === null ? null : { name: file.name, text: await file.text() };
}
