/** Locators of the Send page. */
import type { Locator, Page } from '@playwright/test';

export const editor = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message as JSON' });
export const lint = (page: Page): Locator =>
  page.getByRole('region', { name: 'Message' }).getByRole('status');
export const sendButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Send', exact: true });
export const response = (page: Page): Locator => page.getByRole('region', { name: 'Response' });

/** The request preview of one destination. */
export const preview = (page: Page, destination: string): Locator =>
  page
    .getByRole('region', { name: 'Request preview' })
    .getByRole('region', { name: destination, exact: true });

/** Replaces the text of the editor. */
export async function typeMessage(page: Page, message: unknown): Promise<void> {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
