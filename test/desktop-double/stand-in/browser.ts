/** The Chromium started by the spec. */
import { type BrowserContext, chromium } from '@playwright/test';

let context: BrowserContext | null = null;

export async function openBrowser(): Promise<void> {
  const address = process.env.HOOKWRIGHT_STAND_IN_BROWSER;
  if (address === undefined) throw new Error('HOOKWRIGHT_STAND_IN_BROWSER names no Chromium.');
  const browser = await chromium.connectOverCDP(address);
  context = browser.contexts()[0] ?? null;
}

export function openedContext(): BrowserContext {
  if (context === null) throw new Error('A window was opened before the app was ready.');
  return context;
}
