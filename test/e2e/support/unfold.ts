import type { Page } from '@playwright/test';

/** Opens folded cards of a form by their titles. */
export async function unfold(page: Page, ...titles: readonly string[]): Promise<void> {
  for (const title of titles)
    await page
      .getByRole('region', { name: title, exact: true })
      .getByRole('button', { name: title, exact: true, expanded: false })
      .click();
}
