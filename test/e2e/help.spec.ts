/** The documentation as the app shows it: without a network, and under its content security policy. */
import type { Page } from '@playwright/test';
import { ensureDocs } from '../../scripts/ensure-build.mjs';
import { enter, expect, openPalette, test } from './support/workbench.ts';

test.beforeAll(ensureDocs);

/** What the browser complains about, such as what the policy blocks. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

test('links to the heading of the documentation that explains the page', async ({ page, host }) => {
  await enter(page, host, '#/settings/data');

  await test.step('from a Learn more link', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Learn more about retention' }).click();
    const docs = await opened;
    await expect(docs.locator('h3#retention')).toBeInViewport();
  });
  await test.step('from the list of shortcuts', async () => {
    await page.keyboard.press('?');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'About settings' }).click();
    const docs = await opened;
    await expect(docs).toHaveURL(/\/docs\/reference\/configuration\.html#settings$/);
    await expect(docs.locator('#settings')).toBeInViewport();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('opens, searches and reads the documentation offline', async ({ page, host, context }) => {
  await enter(page, host);
  const origin = new URL(host.interfaceUrl).origin;
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) elsewhere.push(request.url());
  });
  await openPalette(page);
  await page.keyboard.type('open documentation');
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const docs = await opened;
  // A page can be reloaded once its first navigation has ended.
  await docs.waitForLoadState();
  const complaints = complaintsOf(docs);
  await docs.reload();
  const picture = docs.getByRole('img', { name: /deliveries/i }).first();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await docs
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  // The field appears when the code of the search has loaded.
  await docs.getByRole('searchbox').fill('expired certificate');
  await docs
    .getByRole('option', { name: /expired certificate/i })
    .first()
    .click();
  await expect(docs.locator('h2#simulate-an-expired-certificate')).toBeInViewport();
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test('finds common search terms', async ({ page, host }) => {
  await page.goto(`${new URL(host.interfaceUrl).origin}/docs/`);
  const input = page.locator('#localsearch-input');
  // The button works once the page's script has run.
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k');
      return input.isVisible();
    })
    .toBe(true);
  const links = page.getByRole('option').locator('[href]');
  const questions = [
    ['how are retries spaced', 'retry-schedule'],
    ['retry schedule', 'retry-schedule'],
    ['expired certificate', 'simulate-an-expired-certificate'],
    ['filter body property', 'filter-by-a-body-property'],
    ['headless ci', 'run-headless-in-ci'],
    ['verify signature go', 'verify-a-signature-in-go-nodejs-python-ruby-or-php'],
  ] as const;
  for (const [question, heading] of questions) {
    await input.fill(question);
    await expect
      .poll(async () => {
        const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
        return found.slice(0, 3).map((url) => url?.split('#')[1]);
      }, question)
      .toContain(heading);
  }
});
