/** Lets the user keep a text as a file: a download in a browser, a save dialog in a window of its own. */
export function saveTextFile(name: string, text: string, mediaType: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Freed late, because some browsers read the blob only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
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
