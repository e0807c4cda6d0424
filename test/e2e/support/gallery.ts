/** The gallery of primitives, from its files. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ensureGallery } from '../../../scripts/ensure-build.mjs';
import { inProject } from '../../../scripts/project.mjs';

const origin = 'http://gallery.localhost';

/** Without a server: the page has no requests but for its files. */
export async function goToGallery(page: Page): Promise<void> {
  await ensureGallery();
  await page.context().route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({
      path: join(inProject('out', 'gallery'), pathname === '/' ? 'index.html' : pathname),
    });
  });
  await page.goto(origin);
}
