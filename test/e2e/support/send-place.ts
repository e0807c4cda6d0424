/** The place to send from, as its specs speak of it. */
import type { Locator, Page } from '@playwright/test';

export const editor = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message as JSON' });
export const lint = (page: Page): Locator =>
  page.getByRole('region', { name: 'Message' }).getByRole('status');
export const sendButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Send', exact: true });
export const answer = (page: Page): Locator => page.getByRole('region', { name: 'Answer' });

/** What would go out to one destination. */
export const preview = (page: Page, destination: string): Locator =>
  page
    .getByRole('region', { name: 'Outgoing requests' })
    .getByRole('region', { name: destination, exact: true });

/** Writes the message in the place of the one that is there. */
export async function typeMessage(page: Page, message: unknown): Promise<void> {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
