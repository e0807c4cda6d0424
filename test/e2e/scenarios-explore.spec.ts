/** Explorations from the page alone, against a real server with a planted bug. */
import type { Page } from '@playwright/test';
import { disturbanceLabels } from '#shared/scenarios/exploration-text.ts';
import { disturbanceKinds } from '#shared/scenarios/schema/exploration.ts';
import { startOrdersServer } from '../support/orders-server.ts';
import { expectGoodLooks } from './support/looks.ts';
import { smallScenario } from './support/small-scenario.ts';
import { enter, expect, goTo, openMenu, test } from './support/workbench.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Explore', exact: true });
const progress = (page: Page) =>
  bar(page)
    .getByRole('status')
    .filter({ hasText: /\d schedules?/ });
const disturbance = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Disturbances' }).getByRole('listitem').filter({ hasText: name });

test('a bug is found, read and saved as a scenario, without touching YAML', async ({
  page,
  host,
}) => {
  const server = await startOrdersServer();
  await enter(page, host, '#/rehearse/what-if/exactly-once/own');
  await page.getByLabel('base', { exact: true }).click();
  await page.keyboard.insertText(server.url);
  await page.getByRole('button', { name: 'More actions' }).click();
  await openMenu(page).getByRole('menuitem', { name: 'Vary' }).click();
  for (const kind of disturbanceKinds)
    await expect(page.getByRole('checkbox', { name: disturbanceLabels[kind] })).toBeChecked();
  await disturbance(page, 'Reordered').getByRole('checkbox').uncheck();
  await expect(page.getByText(`${server.url}/webhook`)).toBeVisible();
  await expectGoodLooks(page, 'before an exploration');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(progress(page)).toBeVisible();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('2 side effects');
  await expect(page.getByRole('region', { name: 'Film' })).toBeVisible();
  await expect(page.getByRole('list', { name: /^Events of/ })).toContainText('forwarded 2 times');
  await expect(disturbance(page, 'Duplicate')).toContainText('5 of 5');
  await expect(disturbance(page, 'Reordered')).not.toContainText(' of ');
  await expectGoodLooks(page, 'a finding');
  // It is still there when the user comes back.
  const library = page.getByRole('navigation', { name: 'Library' });
  await library.getByRole('link', { name: /^Burst/ }).click();
  await expect(result).toBeHidden();
  await library.getByRole('link', { name: /^Exactly once/ }).click();
  await expect(result).toContainText('2 side effects');
  await page.getByRole('button', { name: 'Save and run' }).click();
  await expect(page.getByRole('heading', { name: /checks? failed/ })).toBeVisible();
  const files = (await host.api('GET', '/scenarios')) as { files: { file: string }[] };
  expect(files.files.map(({ file }) => file)).toContain('exactly-once-own.found.yaml');
  server.stop();
});

test('an exploration that was stopped continues, and one without a server says what it needs', async ({
  page,
  host,
}) => {
  await test.step('stopped and continued', async () => {
    const server = await startOrdersServer();
    server.ignoresCopies = true;
    const { url } = server;
    const text = smallScenario('Stopped', 'lost: 0')
      .replace(
        'mocks: [{ name: shop }]',
        `servers: [{ name: shop, url: '${url}/webhook', reset: { url: '${url}/test/reset' }, lookUp: '${url}/test/processed?id={messageId}' }]`,
      )
      .replace('{ mock: shop }', '{ server: shop }')
      .replace('sharedSecret: s,', 'sharedSecret: s, payloadShape: full,');
    await host.api('POST', '/scenarios', { file: 'stopped.yaml', text });
    await enter(page, host, '#/rehearse/stopped.yaml?show=vary');
    await bar(page)
      .getByRole('button', { name: /^Explore/ })
      .click();
    // The first one is the scenario itself.
    await expect(progress(page)).toContainText(/([2-9]|\d\d) schedules/);
    // It would end with the page, so the browser asks.
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await page.keyboard.press('Escape');
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Inconclusive');
    await result.getByRole('button', { name: 'Continue' }).click();
    await expect(progress(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(result).toContainText('Inconclusive');
    server.stop();
  });
  await test.step('no server', async () => {
    await host.api('POST', '/scenarios', {
      file: 'no-server.yaml',
      text: smallScenario('None', 'lost: 0'),
    });
    await goTo(page, '#/rehearse/no-server.yaml?show=vary');
    await expect(page.getByRole('region', { name: 'Scenario' })).toContainText('given.servers');
    await expect(bar(page)).toHaveCount(0);
    await expectGoodLooks(page, 'no server');
  });
});
