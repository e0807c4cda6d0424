/** Getting in: the address with the token, a reload, a restart, and no token at all. */

import { expect, test } from './support/launch.ts';
import { startHost } from './support/start-host.ts';

test('the address with the token lets the browser in, and the token leaves the address bar', async ({
  page,
  host,
}) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(host.interfaceUrl);
  await expect(page.getByText(new URL(host.ingestUrl).host).first()).toBeVisible();
  expect(page.url()).not.toContain('token');
  // Among them would be every violation of the content security policy.
  expect(faults).toEqual([]);
});

test('a reload needs no token', async ({ page, host }) => {
  await page.goto(host.interfaceUrl);
  await page.goto(new URL('/', host.interfaceUrl).href);
  await expect(page.getByText(new URL(host.ingestUrl).host).first()).toBeVisible();
});

test('without the token the page says how to get in', async ({ page, host }) => {
  await page.goto(new URL('/', host.interfaceUrl).href);
  await expect(page.getByText(/token/i).first()).toBeVisible();
  await expect(page.getByText(new URL(host.ingestUrl).host)).toHaveCount(0);
});

test('after a restart with the same token the page comes back by itself', async ({ page }) => {
  const args = ['--token', 'the-same'];
  const first = await startHost({ args });
  await page.goto(first.interfaceUrl);
  await expect(page.getByText(new URL(first.ingestUrl).host).first()).toBeVisible();
  const { port } = new URL(first.interfaceUrl);
  await first.stop();
  const second = await startHost({ args: [...args, '--port', port] });
  await expect(page.getByText(new URL(second.ingestUrl).host).first()).toBeVisible();
  expect(await second.stop()).toBe(0);
});

test('a message sent to the endpoint reaches its webhook, signed', async ({ host, target }) => {
  const source = (await host.api('POST', '/sources', { name: 'Shop' })) as {
    id: string;
    writeKey: string;
  };
  await host.api('POST', '/destinations', {
    name: 'Hooks',
    webhookUrl: `${target.url}/hook`,
    sharedSecret: 'secret',
    sourceIds: [source.id],
  });
  const response = await fetch(`${host.ingestUrl}/v1/track`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${source.writeKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ userId: 'ada', event: 'Order Completed' }),
  });
  expect(response.status).toBe(200);
  const [request] = await target.received(1);
  expect(request?.path).toBe('/hook');
  expect(request?.headers['x-signature']).toMatch(/^[0-9a-f]{40}$/);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    type: 'track',
    event: 'Order Completed',
  });
});
