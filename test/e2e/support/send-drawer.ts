/** Opens the drawer that sends, and finds what is in it. */
import type { Locator, Page } from '@playwright/test';
import type { Host } from './start-host.ts';
import { enter, expect } from './workbench.ts';

export const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Send event' });
export const eventField = (page: Page): Locator =>
  drawer(page).getByRole('combobox', { name: 'Event', exact: true });
export const editor = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message as JSON' });
export const lint = (page: Page): Locator =>
  page.getByRole('region', { name: 'Message' }).getByRole('status');
export const sendButton = (page: Page): Locator =>
  drawer(page).getByRole('button', { name: 'Send', exact: true });
export const response = (page: Page): Locator =>
  drawer(page).getByRole('region', { name: 'Response' });
export const preview = (page: Page): Locator =>
  drawer(page).getByRole('region', { name: 'Request preview' });
/** The rows of the URLs that get a request. */
export const urls = (page: Page): Locator =>
  preview(page).getByRole('list', { name: 'URLs' }).getByRole('button');
/** The request to the chosen URL. */
export const request = (page: Page): Locator =>
  preview(page).getByRole('region', { name: 'Request', exact: true });

/** Opens the drawer over the place that is shown. */
export async function openSend(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Send event', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+e');
  await expect(drawer(page)).toBeVisible();
}

/** Enters the interface and opens the drawer. */
export async function enterSend(page: Page, host: Host, place?: string): Promise<void> {
  await enter(page, host, place);
  await openSend(page);
}

/** Replaces the text of the editor. */
export async function typeMessage(page: Page, message: unknown): Promise<void> {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
