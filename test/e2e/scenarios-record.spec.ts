/** A session is recorded as a scenario on the page. */
import type { Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

const pane = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });

test('a session is recorded, run, saved and opened, and passes', async ({ page, host }) => {
  await enter(page, host, '#/scenarios');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.click();
  await pane(page).getByRole('button', { name: 'Continue recording' }).click();

  const secret = 'recorded-on-the-page';
  const receiver = { name: 'recorded', secret, strict: true };
  const { url } = (await host.api('POST', '/receivers', receiver)) as { url: string };
  const source = (await host.api('POST', '/sources', { name: 'Recorded shop' })) as { id: string };
  await host.api('POST', '/destinations', {
    name: 'Recorded orders',
    sharedSecret: secret,
    sourceIds: [source.id],
    webhooks: [{ url }],
  });
  for (const orderId of ['o-1', 'o-2', 'o-3'])
    await host.api('POST', '/send', {
      source: source.id,
      message: { type: 'track', userId: 'ada', event: 'Order Completed', properties: { orderId } },
    });
  await expect
    .poll(() => host.api('GET', '/deliveries/count?filter=state:delivered'))
    .toMatchObject({ count: 3 });

  // Survives another page and a reload.
  await goTo(page, '#/inspector');
  await page.reload();
  await goTo(page, '#/scenarios');
  await stop.click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(pane(page)).toContainText('3 messages');
  await page.keyboard.press('Escape');
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await expect(open).toBeFocused();
  await open.press('Enter');
  await name.fill('Three orders');
  await expect(page.getByRole('textbox', { name: 'File' })).toHaveValue('three-orders.yaml');
  await expect(pane(page).getByRole('checkbox', { checked: false })).toHaveCount(0);
  const save = pane(page).getByRole('button', { name: /^Save/ });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expectGoodLooks(page, 'a recording');

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(bar(page).getByText('passed', { exact: true })).toBeVisible();
  const lost = pane(page).getByRole('checkbox', { name: '{ lost: 0 }' });
  await lost.click();
  await expectGoodLooks(page, 'a recording that passed');
  await save.click();

  const scenario = page.getByRole('region', { name: 'Scenario', exact: true });
  await expect(scenario.getByRole('heading', { name: 'Three orders' })).toBeVisible();
  const { text } = (await host.api('GET', '/scenarios/three-orders.yaml')) as { text: string };
  expect(text).toContain('name: Three orders');
  expect(text).not.toContain('lost: 0');
  expect(text).not.toContain(secret);
  await expect(pane(page)).toHaveCount(0);
  await expect(open).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(bar(page).getByText('passed', { exact: true })).toBeVisible();
});
