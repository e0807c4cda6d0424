/** Opening the interface, and switching between its pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { makeBacklog } from '../backlog.ts';
import { source } from '../events.ts';
import { openInterface } from '../page.ts';
import { startIn } from '../processes.ts';
import { limitRow, median, type Row } from '../table.ts';

const limits = { openMs: 600, switchMs: 100, scriptKb: 300 };

const rounds = 7;
const rows = '[role="listbox"][aria-label="Deliveries"] [role="option"]';
const pages = ['connections', 'audiences', 'settings'];

const rendererFolder = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer');

/** Compressed size of all scripts that the page loads before it shows rows. */
function scriptKb(urls: readonly string[]): number {
  const sizes = urls.map(
    (url) => brotliCompressSync(readFileSync(join(rendererFolder, new URL(url).pathname))).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1_024;
}

export async function opening(): Promise<readonly Row[]> {
  const folder = await makeBacklog(
    {
      sources: [source],
      destinations: [{ name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/', sources: [source.name] }],
    },
    { messages: 5_000, rounds: 1, dueAt: Date.now() + 3_600_000 },
  );
  const product = await startIn(folder);
  const opened: number[] = [];
  const first: number[] = [];
  const again: number[] = [];
  let scripts = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { page, close } = await openInterface(product.ready);
    /** Time from the start of the navigation to the frame that shows the rows. */
    const openMs = await page.evaluate(async (selector) => {
      while (document.querySelector(selector) === null)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now();
    }, rows);
    opened.push(openMs);
    const urls = await page.evaluate(
      (until) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.endsWith('.js') && startTime < until)
          .map(({ name }) => name),
      openMs,
    );
    scripts = scriptKb(urls);
    for (const times of [first, again])
      for (const name of pages)
        times.push(
          await page.evaluate(async (name) => {
            const link = document.querySelector<HTMLElement>(`nav a[href$="/${name}"]`);
            if (link === null) throw new Error(`There is no link to ${name}.`);
            const before = document.querySelector('main')?.firstElementChild;
            // A user points at a link before clicking it.
            link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
            link.dispatchEvent(new PointerEvent('pointerenter'));
            await new Promise((resolve) => setTimeout(resolve, 80));
            const startedAt = performance.now();
            link.click();
            const isShown = () => {
              const shown = document.querySelector('main')?.firstElementChild;
              return shown !== before && shown?.querySelector('h1') !== null;
            };
            while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
            await new Promise((resolve) => requestAnimationFrame(resolve));
            return performance.now() - startedAt;
          }, name),
        );
    await close();
  }
  await product.stop();
  await folder.remove();
  return [
    limitRow('opening the page, until rows are shown', 'ms', median(opened), limits.openMs),
    limitRow('switching to a page for the first time', 'ms', median(first), limits.switchMs),
    limitRow('switching to a page again', 'ms', median(again), limits.switchMs),
    limitRow('scripts until rows are shown, compressed', 'KB', scripts, limits.scriptKb),
  ];
}
