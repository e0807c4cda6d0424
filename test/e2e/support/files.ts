/** Files as the interface hands them out and takes them in. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';

export async function downloadedText(
  download: Download,
): Promise<{ readonly name: string; readonly text: string }> {
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  };
}

/** Presses the button and chooses a file with this text in the dialog that opens. */
export async function chooseFile(
  page: Page,
  button: string,
  name: string,
  text: string | Uint8Array,
): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  const chooser = await choosing;
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}
