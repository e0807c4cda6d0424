/** The very first start: there is something to send from, to and with. */
import { enter, expect, test } from './support/workbench.ts';

test.describe('at a first start', () => {
  test.use({ hostOptions: { firstContent: true } });

  test('delivers a signed sample in two clicks', async ({ page, host }) => {
    await enter(page, host);
    await page.getByRole('button', { name: 'Send a sample' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const response = page.getByRole('region', { name: 'Response' });
    await expect(response).toContainText('My webhook: delivered');
    await response.getByRole('link', { name: 'View in Inspector' }).click();
    const delivery = page.getByRole('article', { name: 'Order Completed' });
    await expect(delivery.getByRole('region', { name: 'Signature' })).toContainText(
      'Valid for the raw body',
    );
    const log = (await host.api('GET', '/receivers/my-receiver/requests')) as {
      items: { signature: unknown }[];
    };
    expect(log.items[0]?.signature).toEqual({ raw: 'match', parsed: 'match' });
  });
});
