import type { Locator, Page } from '@playwright/test';

/** A source, destination or endpoint on the board of connections. */
export const node = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Board' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('button');
