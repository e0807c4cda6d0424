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

/** Lets the user choose one text file; null when the choice was cancelled. */
export function chooseTextFile(accept: string): Promise<ChosenFile | null> {
  return new Promise((resolve, reject) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file === undefined) return resolve(null);
      file.text().then((text) => resolve({ name: file.name, text }), reject);
    });
    input.click();
  });
}
