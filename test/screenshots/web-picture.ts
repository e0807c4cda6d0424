/** Converts screenshots to WebP, a third of the size of PNG, which Playwright can't write. */
import type { Browser } from '@playwright/test';

/** Text stays sharp at this quality. */
const quality = 0.85;

export async function webPicture(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const url = `data:image/png;base64,${png.toString('base64')}`;
    const converted = await page.evaluate(
      async ([source, quality]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', quality);
      },
      [url, quality] as const,
    );
    return Buffer.from(converted.slice(converted.indexOf(',') + 1), 'base64');
  } finally {
    await page.close();
  }
}
