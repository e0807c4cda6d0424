/** The Chromium started by the spec. */
import type { BrowserContext, Page } from '@playwright/test';

let context: BrowserContext | null = null;
const pages = new Set<Page>();

export async function openBrowser(): Promise<void> {
  const address = process.env.HOOKWRIGHT_STAND_IN_BROWSER;
  if (address === undefined) throw new Error('HOOKWRIGHT_STAND_IN_BROWSER names no Chromium.');
  // Loading it takes as long as the rest; a second instance ends without.
  const { chromium } = await import('@playwright/test');
  // The runner ends what hangs.
  const browser = await chromium.connectOverCDP(address, { timeout: 0 });
  context = browser.contexts()[0] ?? null;
  context?.setDefaultTimeout(0);
}

export async function openPage(): Promise<Page> {
  if (context === null) throw new Error('A window was opened before the app was ready.');
  const page = await context.newPage();
  pages.add(page);
  return page;
}

/** The Chromium outlives this process. */
export async function closePages(): Promise<void> {
  await Promise.all([...pages].map((page) => page.close()));
}
