/** Edited copies of a request, and their response beside the original. */
import type { Page } from '@playwright/test';
import { chooseFile } from './support/files.ts';
import { tabTo } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { connect, deliveriesOf, secret, track } from './support/seed.ts';
import { careless, signatureOf, strict } from './support/signature-check.ts';
import type { Host } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import {
  expect,
  goTo,
  hostIsAway,
  openNewest,
  openPalette,
  section,
  test,
} from './support/workbench.ts';

const copies = (page: Page) =>
  page.getByRole('region', { name: 'Delivery', exact: true }).getByRole('list', { name: 'Copies' });
const editor = (page: Page) => page.getByRole('article', { name: /^Edit and send a copy/ });
const copyPane = (page: Page) => page.getByRole('article', { name: /^Copy of/ });
const body = (page: Page) => editor(page).getByRole('textbox', { name: 'Body' });
const send = (page: Page) => editor(page).getByRole('button', { name: 'Send' });
const goingOut = (page: Page, header: string) =>
  editor(page).getByRole('button', { name: new RegExp(`^Copy ${header}: `) });

/** A delivery, delivered to a receiver that checks its signature, and open. */
async function openDelivered(page: Page, host: Host, target: TargetServer): Promise<string> {
  target.respond(strict(secret));
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  const [request] = await target.received(1);
  await openNewest(page, host);
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toContainText(
    'delivered',
  );
  return request?.body ?? '';
}

async function openEditor(page: Page, host: Host, target: TargetServer): Promise<string> {
  const original = await openDelivered(page, host, target);
  await page.keyboard.press('e');
  await expect(body(page)).toBeFocused();
  return original;
}

async function choose(page: Page, signing: string): Promise<void> {
  await editor(page).getByRole('combobox', { name: 'X-Signature' }).click();
  await page.getByRole('option', { name: signing }).click();
}

test('edits, signs, sends and fixes a copy with the keyboard', async ({ page, host, target }) => {
  const original = await openEditor(page, host, target);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' ');
  const typed = `${original} `;
  const right = signatureOf(secret, typed);
  await expect(goingOut(page, 'X-Signature')).toContainText(right);
  await expect(editor(page)).toContainText('Valid signature:');
  await tabTo(page, editor(page).getByRole('button', { name: 'Add header' }));
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('textbox', { name: 'Name of header 3' })).toBeFocused();
  await page.keyboard.type('X-By');
  await page.keyboard.press('Tab');
  await page.keyboard.type('hand');
  await expect(goingOut(page, 'X-By')).toContainText('hand');
  await page.keyboard.press('ControlOrMeta+Enter');

  await expect(copyPane(page)).toContainText('Accepted.');
  const [, sent] = await target.received(2);
  expect(sent?.body).toBe(typed);
  expect(sent?.headers).toMatchObject({ 'x-by': 'hand', 'x-signature': right });

  await page.keyboard.press('e');
  await expect(body(page)).toBeFocused();
  await tabTo(page, editor(page).getByRole('combobox', { name: 'X-Signature' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: /^Valid signature/ })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('option').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor(page)).toContainText('Invalid signature');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(copyPane(page)).toContainText('Rejected, as expected.');
  await page.keyboard.press('Escape');
  await expect(copies(page).getByRole('link')).toHaveCount(2);
  const delivery = page.getByRole('article', { name: 'Order Completed', exact: true });
  await expect(delivery).toBeFocused();
});

test('fills the request from a cURL command, or from an entry of a HAR', async ({
  page,
  host,
  target,
}) => {
  await openEditor(page, host, target);
  const dialog = page.getByRole('dialog', { name: 'Paste cURL or HAR' });
  const open = () => editor(page).getByRole('button', { name: 'Paste cURL or HAR' }).click();
  await open();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText(`curl -d '{"n":"é"}' -H 'X-By: "curl" ${target.url}/a`);
  const use = dialog.getByRole('button', { name: 'Use request' });
  await use.click();
  await expect(dialog).toContainText('not closed');
  const command = `curl -d '{"n":"é"}' -H 'X-By: curl' ${target.url}/a`;
  await dialog.getByRole('textbox').fill(command);
  await use.click();
  await expect(dialog).toBeHidden();
  expect(target.requests).toHaveLength(1);
  await expect(goingOut(page, 'X-Signature')).toContainText(signatureOf(secret, '{"n":"é"}'));
  await expect(goingOut(page, 'X-By')).toContainText('curl');

  await open();
  const entries = [1, 2].map((n) => ({
    request: {
      method: 'POST',
      url: `${target.url}/har`,
      headers: [{ name: 'X-Entry', value: String(n) }],
      postData: { text: `{"n":${n}}` },
    },
    response: { content: { text: 'x'.repeat(2_000_000) } },
  }));
  const har = JSON.stringify({ log: { entries } });
  await chooseFile(page, 'Choose file', 'recorded.har', har);
  await dialog.getByRole('button', { name: /^2\. POST/ }).click();
  await expect(dialog).toBeHidden();
  await send(page).click();
  await expect(copyPane(page)).toContainText('Accepted.');
  const [, sent] = await target.received(2);
  expect(sent).toMatchObject({
    path: '/har',
    body: '{"n":2}',
    headers: { 'x-entry': '2', 'x-signature': signatureOf(secret, '{"n":2}') },
  });
});

test('shows the response to wrong signatures beside the original: rejected, accepted and stale', async ({
  page,
  host,
  target,
}) => {
  await test.step('one byte changed, with differences', async () => {
    const original = await openEditor(page, host, target);
    await choose(page, 'One byte changed');
    await expect(editor(page)).toContainText(/Byte [\d,]+ changed from "\d" to "\d"/);
    await send(page).click();
    await expect(copyPane(page)).toContainText('Rejected, as expected.');
    const [, sent] = await target.received(2);
    expect(sent?.headers['x-signature']).toBe(signatureOf(secret, original));
    await expect(copyPane(page)).toContainText('Signature: deliberately wrong, one byte changed');
    const part = (name: string) => copyPane(page).getByRole('region', { name, exact: true });
    await expect(part('Request')).toContainText('same URL and headers');
    await expect(part('Body').getByRole('textbox', { name: 'Body as JSON' })).toContainText(
      '"timestamp"',
    );
    await expect(part('Response').getByRole('definition')).toContainText([/^200/, /^401/]);
    await expect(part('Response body').first()).toContainText('ok');
    await expect(part('Response body').last()).toContainText('signature does not match');
    await expect(page.getByRole('banner')).toContainText('1 delivered');
  });
  await test.step('accepted', async () => {
    await page.keyboard.press('e');
    target.respond(careless(secret));
    await choose(page, 'Uppercase');
    await send(page).click();
    await expect(copyPane(page)).toContainText('Accepted an invalid signature.');
  });
  await test.step('stale, which needs another body', async () => {
    target.respond(strict(secret));
    await page.keyboard.press('e');
    await choose(page, 'Stale signature');
    await expect(editor(page)).toContainText('edit the body');
    await body(page).press('ControlOrMeta+End');
    await page.keyboard.type(' ');
    await expect(editor(page)).toContainText('Invalid signature');
    await send(page).click();
    await expect(copyPane(page)).toContainText('Rejected, as expected.');
  });
});

test('shows copies made elsewhere in their delivery, edits them as sent, and has a URL for each', async ({
  page,
  host,
  target,
}) => {
  const original = await openDelivered(page, host, target);
  const [delivery] = await deliveriesOf(host);
  const path = `/deliveries/${delivery?.id}/copies`;
  await test.step('links both ways', async () => {
    await expect(section(page, 'Copies')).toHaveAttribute('aria-expanded', 'false');
    await expect(section(page, 'Copies')).toContainText('none');
    const { id } = (await host.api('POST', path, {
      signing: 'missing',
    })) as { id: number };
    // A first copy opens the section, until the user closes it.
    const list = copies(page);
    await list.getByRole('link', { name: /401 Rejected, as expected No signature/ }).click();
    await expect(copyPane(page).getByRole('heading', { name: `Copy ${id}` })).toContainText('Copy');
    await copyPane(page)
      .getByRole('link', { name: `delivery ${delivery?.id}, Order Completed` })
      .click();
    await expect(list.getByRole('link')).toHaveCount(1);
    expect(await deliveriesOf(host)).toHaveLength(1);
  });
  await test.step('edited as sent', async () => {
    await page.keyboard.press('e');
    await expect(body(page)).toBeFocused();
    await page.keyboard.type(' ');
    await page.keyboard.press('Escape');
    await host.api('POST', path, { body: '{"by":"hand"}', signing: 'upper_case' });
    await copies(page)
      .getByRole('link', { name: /Uppercase/ })
      .click();
    await expect(copyPane(page)).toBeVisible();
    await page.keyboard.press('e');
    await expect(body(page)).toHaveText('{"by":"hand"}');
    await expect(editor(page).getByRole('combobox', { name: 'X-Signature' })).toHaveText(
      'Uppercase',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(body(page)).toHaveText(` ${original}`);
  });
  await test.step('URL over a reload', async () => {
    const { id } = (await host.api('POST', path, { signing: 'sha256' })) as { id: number };
    await goTo(page, `#${path}/${id}`);
    await page.reload();
    await expect(copyPane(page)).toContainText('Rejected, as expected.');
    await expect(page.getByRole('option', { selected: true })).toContainText('Order Completed');
    await goTo(page, `#${path}/${id + 1}`);
    await expect(page.getByRole('heading', { name: 'Copy not found' })).toBeVisible();
  });
});

test('opens from the palette, closes inside out, shows errors at their fields and keeps the text', async ({
  page,
  host,
  target,
}) => {
  await test.step('palette and Escape', async () => {
    await openDelivered(page, host, target);
    await openPalette(page);
    await page.keyboard.type('edit and send a copy');
    await page.keyboard.press('Enter');
    await expect(editor(page)).toBeVisible();
    await editor(page).getByRole('combobox', { name: 'X-Signature' }).click();
    const choice = page.getByRole('option', { name: 'One byte changed' });
    await expect(choice).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
    await expect(editor(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(editor(page)).toBeHidden();
  });
  await test.step('errors and kept text', async () => {
    await page.keyboard.press('e');
    const url = editor(page).getByRole('textbox', { name: 'URL' });
    await url.fill('nowhere');
    await expect(editor(page).getByRole('alert')).toContainText('http://');
    await expect(url).toHaveAttribute('aria-invalid', 'true');
    await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('ControlOrMeta+Enter');
    await url.fill(`${target.url}/else`);
    const name = editor(page).getByRole('textbox', { name: 'Name of header 2' });
    await name.fill('Host');
    await expect(editor(page).getByRole('alert')).toHaveText(/^Header "Host" is set automatically/);
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await editor(page).getByRole('button', { name: 'Remove header 2' }).click();
    await expect(editor(page).getByRole('alert')).toHaveCount(0);
    await editor(page).getByLabel('Secret', { exact: true }).fill('typed-secret');

    await page.keyboard.press('Escape');
    await expect(section(page, 'Copies')).toBeVisible();
    await page.keyboard.press('e');
    await expect(url).toHaveValue(`${target.url}/else`);
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...sessionStorage, ...localStorage }),
    );
    expect(stored).toContain('/else');
    expect(stored).not.toContain('typed-secret');
    await send(page).click();
    await expect(copyPane(page)).toContainText('Refused.');
    expect(target.requests).toHaveLength(2);
    expect(target.requests[1]).toMatchObject({ path: '/else' });
    expect(target.requests[1]?.headers['x-signature']).toBe(
      signatureOf('typed-secret', target.requests[0]?.body ?? ''),
    );

    await page.keyboard.press('e');
    await editor(page).getByRole('button', { name: 'Start over' }).click();
    await expect(url).toHaveValue(`${target.url}/hook`);
  });
});

test('explains that a delivery that is not sent has no request to edit', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url, {
    trackFilter: { mode: 'block', events: ['Heartbeat'] },
  });
  await track(host, source, 'Heartbeat');
  await openNewest(page, host);
  await expect(page.getByRole('button', { name: 'Edit and send a copy' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('e');
  await expect(editor(page)).toBeHidden();
  const [delivery] = await deliveriesOf(host);
  await goTo(page, `#/deliveries/${delivery?.id}/edit`);
  await expect(page.getByRole('heading', { name: 'No request to edit' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to delivery' }).click();
  await section(page, 'Copies').click();
  await expect(page.getByText('No request to edit')).toBeVisible();
});

test('offers to retry a delivery that is open after its copy', async ({ page, host, target }) => {
  target.respond(503, 200);
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Order Completed');
  await target.received(1);
  await openNewest(page, host);
  await page.keyboard.press('e');
  await expect(body(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(copyPane(page)).toContainText('still waiting');
  const retry = copyPane(page).getByRole('button', { name: /^Retry at/ });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(retry).toBeHidden();
  expect(await deliveriesOf(host)).toMatchObject([{ state: 'delivered' }]);
  await expect(page.locator('[data-detail]')).toBeFocused();
});

test.describe('without a connection', () => {
  test.use({ expectedFaults: hostIsAway });

  test('sends nothing and keeps the input', async ({ page, host, target }) => {
    const original = await openEditor(page, host, target);
    await page.keyboard.type(' ');
    await host.stop();
    await expect(editor(page)).toContainText('Your changes are kept');
    await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(body(page)).toHaveText(` ${original}`);
    expect(target.requests).toHaveLength(1);
  });
});
