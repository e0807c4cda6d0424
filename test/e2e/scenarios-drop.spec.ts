/** Files and folders that are dropped onto the page Rehearse. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { ScenarioEntry } from '#shared/scenarios/schema/workspace.ts';
import { smallScenario } from './support/small-scenario.ts';
import { enter, expect, test } from './support/workbench.ts';

/** A drop of files of this machine, as the browser itself reports it. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
  await page.evaluate(() => {
    window.addEventListener('dragover', ({ defaultPrevented }) => {
      document.body.dataset.accepts = String(defaultPrevented);
    });
  });
  await drag('dragEnter');
  // The browser drops only what the page has accepted.
  await expect
    .poll(async () => {
      await drag('dragOver');
      return page.locator('body').getAttribute('data-accepts');
    })
    .toBe('true');
  await drag('drop');
}

const listed = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your scenarios' }).getByRole('link', { name });

test('a folder of scenarios is added with its files', async ({ page, host }, testInfo) => {
  const folder = testInfo.outputPath('shop');
  mkdirSync(join(folder, 'fixtures'), { recursive: true });
  mkdirSync(join(folder, '.git'));
  const text = smallScenario('From a folder', 'lost: 0');
  writeFileSync(
    join(folder, 'first.yaml'),
    text.replace('sample: track, count: 3', 'fixture: fixtures/orders.json'),
  );
  writeFileSync(join(folder, 'second.yml'), text.replace('From a folder', 'Second'));
  writeFileSync(
    join(folder, 'fixtures/orders.json'),
    '[{"type":"track","userId":"u","event":"Paid"}]',
  );
  writeFileSync(join(folder, '.git/config'), 'secret');
  await enter(page, host, '#/rehearse');
  // A drop is lost if the page replaces what is under it.
  await expect(page.getByText('would be held')).toBeVisible();
  await drop(page, [folder]);
  await expect(page.getByText('Added 3 files')).toBeVisible();
  const { files } = z
    .object({ files: z.array(ScenarioEntry) })
    .parse(await host.api('GET', '/scenarios'));
  expect(files.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['shop/first.yaml', 'shop/second.yml']),
  );
  const first = files.find(({ file }) => file === 'shop/first.yaml');
  expect(first?.problems).toBe(0);
  await expect(listed(page, 'From a folder')).toBeVisible();
});
