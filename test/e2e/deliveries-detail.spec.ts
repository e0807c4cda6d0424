/** One delivery in full: the bytes, the signature, the response, and what was made of the message. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tabTo } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { addMock } from './support/mocks.ts';
import { connect, ingest, secret, track } from './support/seed.ts';
import { signatureOf, startWireTarget } from './support/wire-target.ts';
import {
  copied,
  enter,
  expect,
  goTo,
  openMenu,
  openMore,
  openNewest,
  section,
  test,
} from './support/workbench.ts';

const run = promisify(execFile);

test('shows the bytes of a request and explains its signature', async ({ page, host, target }) => {
  const { source, destination } = await connect(host, target.url);
  await track(host, source, 'Größe gewählt');
  const [request] = await target.received(1);
  const body = request?.body ?? '';
  await openNewest(page, host);

  await test.step('the body is a tree, text and bytes', async () => {
    const card = page.getByRole('region', { name: 'Request', exact: true });
    await expect(card.getByRole('treeitem', { name: 'event: "Größe gewählt"' })).toBeVisible();
    await expect(card).toContainText(`${Buffer.byteLength(body)} bytes`);
    await card.getByRole('radio', { name: 'Text' }).click();
    await expect(page.getByRole('region', { name: 'Request body as text' })).toHaveText(body);
    await card.getByRole('radio', { name: 'Bytes' }).click();
    await expect(page.getByRole('region', { name: 'Request body as bytes' })).toContainText(
      '7b 22 76 65 72 73 69 6f',
    );
    await card.getByRole('button', { name: 'Copy request body' }).click();
    await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await copied(page)).toBe(body);
  });
  await test.step('the signature is explained step by step, as received', async () => {
    const card = page.getByRole('region', { name: 'Signature' });
    await expect(card.getByRole('heading', { name: 'Signature is valid' })).toBeVisible();
    await card.getByRole('button', { name: 'Show steps' }).click();
    await expect(card).not.toContainText(secret);
    await card.getByRole('button', { name: 'Show shared secret' }).click();
    await expect(card).toContainText(secret);
    await card.getByRole('button', { name: 'Copy digest' }).click();
    await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
    const digest = await copied(page);
    expect(digest).toBe(signatureOf(body, secret));
    expect(digest).toBe(request?.headers['x-signature']);
  });
  await test.step('a signature made with an earlier secret is marked', async () => {
    const card = page.getByRole('region', { name: 'Signature' });
    await host.api('PATCH', `/destinations/${destination.id}`, { sharedSecret: 'another' });
    await expect(card).toContainText('(current)');
    await expect(card.getByRole('heading', { name: 'Signature is valid' })).toBeHidden();
  });
});

test('shows the headers that explain a result, and folds those of the transport', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await target.received(1);
  await openNewest(page, host);
  const card = page.getByRole('region', { name: 'Request', exact: true });
  const shown = card.getByLabel('Request headers', { exact: true });
  await expect(shown.getByRole('term')).toHaveText(['POST', 'Content-Type', 'X-Signature']);
  await expect(shown.getByRole('definition').first()).toHaveText('/hook');
  const folded = card.getByRole('button', { name: '4 more headers' });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await folded.click();
  await expect(card.getByLabel('More request headers')).toContainText('User-Agent');
});

test('names the mock endpoint that did not respond on purpose', async ({ page, host }) => {
  const mock = await addMock(host, { name: 'broken', steps: [{ fault: 'close' }] });
  const { source } = await connect(host, '', { webhookUrl: mock.url ?? '', retry: patient });
  await track(host, source, 'Order Completed');
  const detail = await openNewest(page, host);
  await expect(detail.getByText('The mock endpoint broken is set to do so.')).toBeVisible();
  await expect(detail).not.toContainText("your server's log");
  await detail.getByRole('link', { name: 'Change its behavior' }).click();
  await expect(page).toHaveURL(new RegExp(`/mocks/${mock.id}`));
});

test('says once that a delivery is gone, with a way to the list', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await target.received(1);
  await enter(page, host, '#/deliveries/999');
  const pane = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(pane.getByRole('heading')).toHaveText('Delivery not found');
  await pane.getByRole('button', { name: 'Back to the list' }).click();
  await expect(pane.getByRole('heading')).toHaveText('No delivery selected');
});

test('shows the response, the message and what is too large at first', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);

  await test.step('a response with status, headers, body and timings', async () => {
    target.respond((_, response) =>
      response.writeHead(201, { 'x-request-id': 'r-77' }).end('{"ok":true}'),
    );
    await track(host, source, 'Order Completed');
    await openNewest(page, host);
    const card = page.getByRole('region', { name: 'Response', exact: true });
    await expect(card).toContainText('201');
    await expect(card.getByRole('button', { name: 'Copy x-request-id: r-77' })).toBeVisible();
    await expect(card.getByRole('treeitem', { name: 'ok: true' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Timings' })).toContainText(/ms.*limit 5 s/);
  });
  await test.step('a message as received, and its changes on delivery', async () => {
    await ingest(host, source.writeKey, { userId: 7, event: 'Paid', nonsense: true });
    await goTo(page, '#/deliveries/2');
    await expect(page.getByRole('article', { name: 'Paid' })).toBeVisible();
    await tabTo(page, section(page, 'Message'));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Message', exact: true });
    const differences = panel.getByRole('region', { name: 'Differences' });
    await expect(differences).toContainText('userId 7 to "7"');
    await expect(differences).toContainText('removednonsense true');
    await expect(panel.getByRole('region', { name: 'Received' })).toContainText('nonsense');
    await expect(page.getByRole('region', { name: 'Request', exact: true })).not.toContainText(
      'nonsense',
    );
    await panel.getByRole('link', { name: 'View message' }).click();
    await expect(page.getByRole('region', { name: 'Message', exact: true })).toContainText(
      'timestamp',
    );
  });
  await test.step('a large response is rendered only on request', async () => {
    target.respond((_, response) => void response.end('x'.repeat(300_000)));
    await track(host, source, 'Large');
    await goTo(page, '#/deliveries/3');
    await expect(page.getByRole('article', { name: 'Large' })).toBeVisible();
    // What was opened stays open from row to row.
    await expect(section(page, 'Message')).toHaveAttribute('aria-expanded', 'true');
    const card = page.getByRole('region', { name: 'Response', exact: true });
    await expect(card).toContainText('64 KB');
    await expect(page.getByRole('region', { name: 'Response body as text' })).toBeHidden();
    await card.getByRole('button', { name: /^Show/ }).click();
    await expect(page.getByRole('region', { name: 'Response body as text' })).toContainText(
      'xxxxxxxxxx',
    );
  });
});

test('copies a curl command that sends the same bytes and headers', async ({ page, host }) => {
  const target = await startWireTarget();
  const { source } = await connect(host, target.url, {
    webhooks: [{ url: `${target.url}/hook`, headers: { 'X-Env': "it's staging" } }],
  });
  await track(host, source, "Ada's größte Order $HOME `x`");
  const detail = await openNewest(page, host);
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('delivered');
  await openMore(detail);
  await openMenu(page)
    .getByRole('menuitem', { name: /^Copy as cURL/ })
    .click();
  await expect(page.getByText('Copied as cURL').first()).toBeVisible();
  const { stdout } = await run('sh', ['-c', `${await copied(page)} --silent --fail`]);
  expect(stdout).toBe('thanks');
  const [sent, again] = target.requests;
  expect(again?.body).toEqual(sent?.body);
  expect(again?.url).toBe('/hook');
  for (const name of ['x-signature', 'content-type', 'user-agent', 'x-env', 'content-length'])
    expect(again?.header(name), name).toBe(sent?.header(name));
  expect(again?.header('x-signature')).toBe(signatureOf(again?.body ?? '', secret));
  await target.stop();
});

test('copies secrets in a curl command only when chosen', async ({ page, host, target }) => {
  await host.api('PATCH', '/settings', { headersToRedact: ['X-Team'] });
  const headers = { Authorization: 'Bearer of-the-webhook', 'X-Team': 'blue' };
  const { source } = await connect(host, target.url, { webhooks: [{ url: target.url, headers }] });
  await track(host, source, 'Order Completed');
  const detail = await openNewest(page, host);
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('delivered');
  await openMore(detail);
  await openMenu(page)
    .getByRole('menuitem', { name: /^Copy as cURL/ })
    .click();
  await expect(page.getByText(/Authorization.*X-Team/).first()).toBeVisible();
  expect(await copied(page)).toContain('Authorization: [redacted]');
  expect(await copied(page)).toContain('X-Team: [redacted]');
  await page.getByRole('button', { name: 'Copy with secrets', exact: true }).click();
  await expect(page.getByText('Copied with secrets').first()).toBeVisible();
  expect(await copied(page)).toContain('Bearer of-the-webhook');
  await page.keyboard.press('c');
  await expect.poll(() => copied(page)).toContain('Authorization: [redacted]');
  await page.keyboard.press('Shift+C');
  await expect.poll(() => copied(page)).toContain('Bearer of-the-webhook');
});

test('reports a copy that the browser denies', async ({ page, host, target }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  const detail = await openNewest(page, host);
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('delivered');
  await page.keyboard.press('c');
  await expect(page.getByText("Can't copy").first()).toBeVisible();
  await expect(page.getByText('Copied as cURL')).toBeHidden();
});
