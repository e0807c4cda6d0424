/**
 * Whether this machine renders like the one that took the pictures: a page that is independent of the
 * product must render identically to the last byte.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page, test } from '@playwright/test';

const picture = join(import.meta.dirname, '../pictures/canary.png');
const modules = join(import.meta.dirname, '../../../node_modules');

function fontFace(family: string, file: string): string {
  const font = readFileSync(join(modules, '@fontsource-variable', file)).toString('base64');
  return `@font-face {
    font-family: ${family}; font-weight: 100 900; src: url(data:font/woff2;base64,${font});
  }`;
}

/** Text, rounded corners, shadows, gradients, blends, drawings and a canvas: all that the pictures hold. */
const content = () => `<!doctype html>
<style>
  ${fontFace('Inter', 'inter/files/inter-latin-wght-normal.woff2')}
  ${fontFace('Mono', 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2')}
  body { margin: 20px; width: 400px; font: 13px/1.45 Inter; letter-spacing: -0.003em; }
  pre { font: 12px Mono; letter-spacing: -0.02em; }
  div { padding: 12px; border: 1px solid oklch(86% 0.01 265); border-radius: 6px;
    box-shadow: 0 8px 28px oklch(20% 0.02 268 / 0.16);
    background: linear-gradient(color-mix(in oklch, oklch(52% 0.19 278) 28%, white), white); }
</style>
<p>The quick brown fox jumps over the lazy dog, <b>1,204,332 times</b> <small>in 1.2 ms</small></p>
<pre>{ "event": "Order Completed", "total": 129.9 }</pre>
<div><svg width="48" height="48" viewBox="0 0 24 24" fill="none" stroke="teal" stroke-width="2"
  stroke-linecap="round"><circle cx="12" cy="12" r="9.3"/><path d="m9 18 6-6-6-6"/></svg></div>
<canvas width="400" height="60"></canvas>`;

async function render(page: Page): Promise<Buffer> {
  await page.setContent(content());
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].map((font) => font.load()));
    const pen = document.querySelector('canvas')?.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.font = '11px Inter';
    pen.fillText('09:00 09:30 10:00', 10.5, 20);
    pen.arc(200, 30, 17.3, 0, 5);
    pen.stroke();
  });
  return page.screenshot();
}

/** `npm run pictures` retakes this one, too. */
export async function rendersAsPictured(browser: Browser): Promise<boolean> {
  const page = await browser.newPage({ colorScheme: 'light' });
  const rendered = await render(page);
  await page.close();
  if (existsSync(picture) && rendered.equals(readFileSync(picture))) return true;
  if (test.info().config.updateSnapshots !== 'changed') return false;
  writeFileSync(picture, rendered);
  return true;
}
