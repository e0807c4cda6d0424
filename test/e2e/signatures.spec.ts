/** Checking and diagnosing signatures. */
import type { Locator, Page } from '@playwright/test';
import { press } from './support/keys.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { addMock } from './support/mocks.ts';
import { addDestination, connect, secret, track } from './support/seed.ts';
import type { ScriptedResponse } from './support/target-server.ts';
import { signatureOf } from './support/wire-target.ts';
import { copied, enter, expect, goTo, openNewest, test } from './support/workbench.ts';

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const observed = (page: Page) => field(page, 'Signature');
const checkCard = (page: Page) => page.getByRole('region', { name: 'Check', exact: true });
const diagnosis = (page: Page) => page.getByRole('region', { name: 'Diagnosis', exact: true });
const causes = (page: Page) =>
  diagnosis(page).getByRole('list', { name: 'Causes' }).locator('> li');

async function paste(page: Page, body: string, key: string, signature: string): Promise<void> {
  await field(page, 'Body').fill(body);
  await field(page, 'Shared secret').fill(key);
  await observed(page).fill(signature);
}

test('checks a signature as it is entered, names its mistakes with fixes, and shows the hashed bytes', async ({
  page,
  host,
}) => {
  await test.step('result as it is entered', async () => {
    await enter(page, host, '#/signatures');
    await expect(page.getByRole('heading', { name: 'Nothing to check yet' })).toBeVisible();
    const body = '{"name":"Zoë"}';
    await paste(page, body, 's3cret', signatureOf(body, 's3cret'));
    await expect(checkCard(page)).toContainText('Valid');
    await expect(diagnosis(page)).toBeHidden();
    await observed(page).fill('0'.repeat(40));
    await expect(checkCard(page)).toContainText('Not valid');
    await checkCard(page).getByRole('button', { name: 'Copy digest' }).click();
    await expect.poll(() => copied(page)).toBe(signatureOf(body, 's3cret'));
    await expect(diagnosis(page)).toContainText('No known mistake');
  });
  await test.step('cause with difference and fix', async () => {
    await paste(page, '{"path":"/a/b"}', 's3cret', signatureOf('{"path":"/a/b"}\n', 's3cret'));
    await expect(causes(page)).toHaveCount(1);
    await expect(causes(page)).toContainText('followed by a line break (LF)');
    await expect(causes(page)).toContainText('{"path":"/a/b"}‹LF›');
    await field(page, 'Language').click();
    await page.getByRole('option', { name: 'PHP' }).click();
    await expect(causes(page)).toContainText("file_get_contents('php://input')");
    await causes(page).getByRole('button', { name: 'Copy fix' }).click();
    await expect.poll(() => copied(page)).toContain('php://input');
    await observed(page).fill(`sha1=${signatureOf('{"path":"\\/a\\/b"}', 's3cret')}`);
    await expect(causes(page)).toHaveCount(2);
    await expect(causes(page).first()).toContainText('json_encode');
    await expect(causes(page).last()).toContainText('prefix');
  });
  await test.step('hashed bytes, including invisible ones', async () => {
    await paste(page, '\ufeff{"é":\t1}\n', 's', 'x');
    const bytes = page.getByRole('region', { name: 'Hashed bytes' });
    await expect(bytes).toContainText('‹BOM›{"é":‹TAB›1}‹LF›');
    await expect(bytes).toContainText('13 bytes');
    await bytes.getByRole('radio', { name: 'Hex' }).click();
    await expect(bytes).toContainText('ef bb bf 7b 22 c3 a9 22');
  });
});

test('checks a delivery from Deliveries, the list or the shortcut, and knows the secrets of destinations', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await test.step('from Deliveries, the list and by shortcut', async () => {
    await track(host, source, 'Order Completed');
    const detail = await openNewest(page, host);
    await detail.getByRole('button', { name: 'Show steps' }).click();
    await detail.getByRole('link', { name: 'Diagnose' }).click();
    await expect(field(page, 'Body')).toHaveValue(/"event":"Order Completed"/);
    await expect(field(page, 'Shared secret')).toHaveValue(secret);
    await expect(observed(page)).toHaveValue('');
    await expect(observed(page)).toBeFocused();
    await expect(page).toHaveURL(/#\/signatures$/);
    await track(host, source, 'Order Refunded');
    await page.getByRole('button', { name: 'Clear all fields' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing to check yet' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Copy from a delivery' }).click();
    await page.getByRole('option', { name: /Order Refunded/ }).click();
    await expect(field(page, 'Body')).toHaveValue(/"event":"Order Refunded"/);
    await page.getByRole('button', { name: 'Clear all fields' }).click();
    await page.keyboard.press('n');
    await expect(field(page, 'Body')).toHaveValue(/"event":"Order Refunded"/);
  });
  await test.step('newest signed delivery', async () => {
    await addDestination(host, {
      name: 'Unsigned',
      webhookUrl: target.url,
      sourceIds: [source.id],
    });
    await track(host, source, 'Order Shipped');
    await page.getByRole('button', { name: 'Clear all fields' }).click();
    await press(page, page.getByRole('button', { name: 'Check the newest delivery' }));
    await expect(field(page, 'Shared secret')).toHaveValue(secret);
    await expect(field(page, 'Body')).toHaveValue(/"event":"Order Shipped"/);
    await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
    await observed(page).fill('');
    await expect(checkCard(page)).toContainText('X-Signature header');
  });
  await test.step('secret of another destination and the previous one', async () => {
    await paste(page, '{}', 'mine', signatureOf('{}', secret));
    await expect(causes(page)).toContainText('the destination "Staging hooks"');
    await expect(causes(page)).not.toContainText(secret);
    await causes(page).getByRole('button', { name: 'Show secrets' }).click();
    await expect(causes(page)).toContainText(`Used${secret}`);
    await observed(page).fill(signatureOf('{}', 'old one'));
    await expect(diagnosis(page)).toContainText('No known mistake');
    await page.getByRole('button', { name: 'Recently rotated the secret?' }).click();
    await field(page, 'Previous secret').fill('old one');
    await expect(causes(page)).toContainText('the previous secret');
  });
});

test('copies a request from the log of a mock endpoint, and diagnoses a wrong signature in it', async ({
  page,
  host,
}) => {
  const mock = await addMock(host, {
    name: 'logged',
    secret: 'of the log',
    steps: [{ status: 200 }],
  });
  const body = '{"logged":1}';
  const send = (signature: string) =>
    fetch(mock.url ?? '', { method: 'POST', headers: { 'x-signature': signature }, body });
  await test.step('request with a valid signature', async () => {
    await send(signatureOf(body, 'of the log'));
    const log = (await host.api('GET', `/mocks/${mock.id}/requests`)) as {
      items: { id: number }[];
    };
    await enter(page, host, `#/signatures?mock=${mock.id}&request=${log.items[0]?.id}`);
    await expect(field(page, 'Body')).toHaveValue(body);
    await expect(checkCard(page)).toContainText('Valid');
  });
  await test.step('request with a wrong signature', async () => {
    await send(signatureOf(`${body}\n`, 'of the log'));
    await goTo(page, '#/mocks/logged');
    const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
    await expect(rows).toHaveCount(2);
    await rows.first().click();
    await page
      .getByRole('region', { name: 'Signature' })
      .getByRole('link', { name: 'Diagnose' })
      .click();
    await expect(causes(page)).toContainText('body_newline');
  });
});

test('copies snippets with the chosen variable, restores cleared input, and keeps all but the secret over a reload', async ({
  page,
  host,
}) => {
  await test.step('snippets', async () => {
    await enter(page, host);
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('tab', { name: 'Snippets' }).click();
    await page.getByRole('combobox', { name: 'Framework' }).click();
    await page.getByRole('option', { name: /Django/ }).click();
    await field(page, 'Secret environment variable').fill('SHOP_SECRET');
    await expect(page.getByRole('region', { name: 'Django code' })).toContainText('SHOP_SECRET');
    await page.getByRole('button', { name: 'Copy Django code' }).click();
    await expect.poll(() => copied(page)).toContain('os.environ["SHOP_SECRET"]');
    await field(page, 'Secret environment variable').fill('1 wrong');
    await expect(page.getByRole('alert')).toContainText('letters, digits');
    await expect(page.getByRole('region', { name: 'Django code' })).toContainText('WEBHOOK_SECRET');
  });
  await test.step('cleared input', async () => {
    await goTo(page, '#/signatures/check');
    const body = field(page, 'Body');
    await body.fill('{"a": 1}');
    await page.getByRole('button', { name: 'Clear all fields' }).click();
    await expect(body).toHaveValue('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(body).toHaveValue('{"a": 1}');
  });
  await test.step('reload', async () => {
    await paste(page, '{"kept":1}', 'not kept', 'abc');
    await expect(checkCard(page)).toBeVisible();
    await page.reload();
    await expect(field(page, 'Body')).toHaveValue('{"kept":1}');
    await expect(observed(page)).toHaveValue('abc');
    await expect(field(page, 'Shared secret')).toHaveValue('');
  });
});

test.describe('a receiver that rejects the signature', () => {
  const hashesOneByteMore: ScriptedResponse = ({ body }, response) =>
    response
      .writeHead(401, { 'x-powered-by': 'Express' })
      .end(`expected ${signatureOf(`${body}\n`, secret)}`);

  test('is diagnosed on the delivery if it prints its digest', async ({ page, host, target }) => {
    target.respond(hashesOneByteMore);
    const { source } = await connect(host, target.url);
    await track(host, source, 'Order Completed');
    const detail = await openNewest(page, host);
    await expect(detail).toContainText('The receiver hashed the body');
    await expect(causes(page)).toContainText('express.raw');
    await diagnosis(page).getByRole('combobox', { name: 'Language of the fix' }).click();
    await page.getByRole('option', { name: 'PHP' }).click();
    await expect(causes(page)).toContainText("file_get_contents('php://input')");
    await expectGoodLooksInBothThemes(page, 'diagnosis on the delivery');
    await diagnosis(page).getByRole('link', { name: 'Open in Signatures' }).click();
    await expect(field(page, 'Body')).toHaveValue(/"event":"Order Completed"/);
    const body = await field(page, 'Body').inputValue();
    await expect(observed(page)).toHaveValue(signatureOf(`${body}\n`, secret));
    await expect(causes(page)).toContainText('php://input');
  });

  test('finds no cause in the digest of something else, and links to the diagnosis with the missing field focused', async ({
    page,
    host,
    target,
  }) => {
    const { source } = await connect(host, target.url);
    await test.step('digest of something else', async () => {
      target.respond((_, response) => response.writeHead(401).end(`version ${'ab12'.repeat(10)}`));
      await track(host, source, 'Order Completed');
      await openNewest(page, host);
      await expect(diagnosis(page).getByRole('link', { name: 'Diagnose' })).toBeVisible();
      await expect(causes(page)).toBeHidden();
    });
    await test.step('no digest', async () => {
      target.respond(403);
      await track(host, source, 'Order Refunded');
      await page.getByRole('option', { name: /Order Refunded/ }).click();
      const refunded = page.getByRole('article', { name: 'Order Refunded' });
      await expect(refunded).toBeVisible();
      await press(page, refunded.getByRole('link', { name: 'Diagnose' }).first());
      await expect(field(page, 'Shared secret')).toHaveValue(secret);
      await expect(observed(page)).toBeFocused();
    });
  });
});
