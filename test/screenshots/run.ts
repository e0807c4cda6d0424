/**
 * `npm run screenshots -- [names]`: starts the product with a temporary folder, fills it, and takes
 * the screenshots in `docs/`, in both themes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { quietFlags } from '../../scripts/chromium-flags.mjs';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { type Host, startHost } from '../e2e/support/start-host.ts';
import { enter, goTo } from '../e2e/support/workbench.ts';
import { startOrdersServer } from '../support/orders-server.ts';
import { fill } from './content.ts';
import { explorationShots, firstShots, type Shot, shotsOf } from './shots.ts';
import { webPicture } from './web-picture.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const viewport = { width: 1440, height: 900 };
/** The default addresses of a first start, which the screenshots show. */
const ports = ['--ingest-port', '8377', '--port', '8378', '--mock-port', '8379'];

async function takeAll(host: Host, browser: Browser, shots: readonly Shot[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const { name, place, act } of shots) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await enter(page, host);
      await goTo(page, place);
      await act(page);
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready);
      const path = join(docs, `${name}-${colorScheme}.webp`);
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      writeFileSync(path, await webPicture(browser, png));
      process.stdout.write(`${path}\n`);
      await context.close();
    }
}

const names = process.argv.slice(2);
const wanted = (shots: readonly Shot[]): readonly Shot[] =>
  shots.filter(({ name }) => names.length === 0 || names.includes(name));

async function takeOn(
  host: Host,
  shotsOn: (host: Host) => Promise<readonly Shot[]>,
): Promise<void> {
  try {
    await takeAll(host, browser, wanted(await shotsOn(host)));
  } finally {
    await host.stop();
  }
}

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: quietFlags(),
});
try {
  await takeOn(await startHost({ args: ports }), async (host) => {
    await fill(host);
    return shotsOf(host);
  });
  await takeOn(await startHost({ args: ports, firstContent: true }), async () => firstShots);
  const server = await startOrdersServer();
  await takeOn(await startHost({ args: ports }), (host) => explorationShots(host, server.url));
  server.stop();
} finally {
  await browser.close();
}
