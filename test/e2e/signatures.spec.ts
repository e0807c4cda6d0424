/** Checking and diagnosing signatures. */
import type { Locator, Page } from '@playwright/test';
import { addAudience, addMembers } from './support/audiences.ts';
import { press } from './support/keys.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { addMock } from './support/mocks.ts';
import { addDestination, connect, secret, track } from './support/seed.ts';
import type { ScriptedResponse } from './support/target-server.ts';
import { signatureOf } from './support/wire-target.ts';
import { copied, enter, expect, openNewest, openVerify, test } from './support/workbench.ts';

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Verify a signature' });
const field = (page: Page, name: string): Locator => drawer(page).getByLabel(name, { exact: true });
const observed = (page: Page) => field(page, 'Signature');
const plugs = (page: Page) => page.getByRole('list', { name: 'What the digest depends on' });
const plug = (page: Page, part: string) => plugs(page).locator(`[data-part="${part}"]`);
/** The X-ray of the signature. */
const xray = (page: Page) =>
  page
    .getByRole('region')
    .filter({ has: plugs(page) })
    .last();
const causes = (page: Page) => xray(page).locator('[data-cause]');
const language = (page: Page) => xray(page).getByRole('combobox', { name: 'Language of the fix' });
const differences = (page: Page) =>
  xray(page).getByRole('list', { name: 'Differences' }).getByRole('listitem');

async function expectWrong(page: Page, ...parts: readonly string[]): Promise<void> {
  for (const part of ['secret', 'algorithm', 'encoding', 'bytes'])
    await expect(plug(page, part)).toHaveAttribute(
      'data-state',
      parts.includes(part) ? 'wrong' : 'right',
    );
}

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
    await enter(page, host);
    await openVerify(page);
    await expect(page.getByRole('heading', { name: 'Nothing to check yet' })).toBeVisible();
    const body = '{"name":"Zoë"}';
    await paste(page, body, 's3cret', signatureOf(body, 's3cret'));
    await expect(xray(page)).toContainText('Signature is valid');
    await expectWrong(page);
    await observed(page).fill('0'.repeat(40));
    await expect(xray(page)).toContainText('Not valid');
    await xray(page).getByRole('button', { name: 'Copy digest: Expected' }).click();
    await expect.poll(() => copied(page)).toBe(signatureOf(body, 's3cret'));
    await expect(xray(page)).toContainText('No known mistake');
    await expect(plug(page, 'bytes')).toHaveAttribute('data-state', 'unknown');
  });
  await test.step('cause with difference and fix', async () => {
    await paste(page, '{"path":"/a/b"}', 's3cret', signatureOf('{"path":"/a/b"}\n', 's3cret'));
    await expect(causes(page)).toHaveCount(1);
    await expect(xray(page)).toContainText('followed by a line break (LF)');
    await expectWrong(page, 'bytes');
    await expect(differences(page)).toHaveText([
      'Byte 15: a line feed (0a) was hashed where nothing was sent',
    ]);
    await language(page).click();
    await page.getByRole('option', { name: 'PHP' }).click();
    await expect(causes(page)).toContainText("file_get_contents('php://input')");
    await xray(page).getByRole('button', { name: 'Copy fix for PHP' }).click();
    await expect.poll(() => copied(page)).toContain('php://input');
    await observed(page).fill(`sha1=${signatureOf('{"path":"\\/a\\/b"}', 's3cret')}`);
    await expect(causes(page)).toHaveCount(2);
    await expect(xray(page)).toContainText('json_encode');
    await expectWrong(page, 'bytes', 'encoding');
    await expect(differences(page)).toHaveCount(2);
  });
  await test.step('signed bytes, including invisible ones', async () => {
    await paste(page, '\ufeff{"é":\t1}\n', 's', 'x');
    await expect(xray(page)).toContainText('13 bytes');
    await expect(xray(page)).toContainText('·ef·bb·bf{7b"22·c3·a9"22');
    const steps = page.getByRole('list', { name: 'Verification steps' });
    await expect(steps).toContainText('‹BOM›{"é":‹TAB›1}‹LF›');
  });
  await test.step('of a long body, only the visible bytes', async () => {
    const ids = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    const long = JSON.stringify({ ids });
    const hashed = long.replaceAll(/[:,]/g, '$& ');
    await paste(page, long, 's', signatureOf(hashed, 's'));
    await expect(differences(page)).toHaveCount(51);
    await expect(differences(page).last()).toHaveText('19,950 more differences');
    const cells = xray(page).locator('.byte-cell');
    expect(await cells.count()).toBeLessThan(300);
    await page.getByRole('slider', { name: 'All bytes' }).focus();
    await page.keyboard.press('End');
    await expect(cells.last()).toHaveText('}7d');
    expect(await cells.count()).toBeLessThan(300);
  });
});

test('checks a delivery from Deliveries or the list, and knows the secrets of destinations', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await test.step('from Deliveries and the list', async () => {
    await track(host, source, 'Order Completed');
    const detail = await openNewest(page, host);
    await detail.getByRole('button', { name: 'Show steps' }).click();
    await detail.getByRole('button', { name: 'Diagnose' }).click();
    await expect(field(page, 'Body')).toHaveValue(/"event":"Order Completed"/);
    await expect(field(page, 'Shared secret')).toHaveValue(secret);
    await expect(observed(page)).toHaveValue('');
    await expect(observed(page)).toBeFocused();
    await track(host, source, 'Order Refunded');
    await page.getByRole('button', { name: 'Clear all fields' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing to check yet' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Copy from a delivery' }).click();
    await page.getByRole('option', { name: /Order Refunded/ }).click();
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
    await expect(xray(page)).toContainText('X-Signature header');
  });
  await test.step('secret of another destination and the previous one', async () => {
    await paste(page, '{}', 'mine', signatureOf('{}', secret));
    await expect(xray(page)).toContainText('the destination "Staging hooks"');
    await expectWrong(page, 'secret');
    await expect(xray(page)).not.toContainText(secret);
    await xray(page).getByRole('button', { name: 'Show secrets' }).click();
    await expect(xray(page)).toContainText(`Used${secret}`);
    await observed(page).fill(signatureOf('{}', 'old one'));
    await expect(xray(page)).toContainText('No known mistake');
    await page.getByRole('button', { name: 'Recently rotated the secret?' }).click();
    await field(page, 'Previous secret').fill('old one');
    await expect(xray(page)).toContainText('the previous secret');
  });
});

test('diagnoses a request in the log of a mock endpoint, and returns to it', async ({
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
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
  const diagnose = page
    .getByRole('region', { name: 'Signature' })
    .getByRole('button', { name: 'Diagnose' });
  await send(signatureOf(`${body}\n`, 'of the log'));
  await enter(page, host, '#/connections/mocks/logged/requests');
  await rows.first().click();
  await diagnose.click();
  await expect(field(page, 'Body')).toHaveValue(body);
  await expect(field(page, 'Shared secret')).toHaveValue('of the log');
  await expect(causes(page)).toHaveAttribute('data-cause', 'body_newline');
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(diagnose).toBeFocused();
});

test('focuses the body although its code comes after the drawer was opened', async ({
  page,
  host,
}) => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  await page.route(/\/verify-body-[^/]*\.js$/, async (route) => {
    await isOpen;
    await route.continue();
  });
  await enter(page, host, '#/settings');
  await openVerify(page);
  open();
  await expect(field(page, 'Body')).toBeFocused();
});

test('keeps keys from the actions of the place behind a drawer or dialog', async ({
  page,
  host,
}) => {
  const { source } = await connect(host, 'http://127.0.0.1:9/hook');
  const audience = await addAudience(host, source.id);
  await addMembers(host, audience, ['ada']);
  await enter(page, host, `#/audiences/audiences/${audience.id}/sync`);
  await expect(page.getByRole('button', { name: 'Start sync' })).toBeVisible();
  const tryKeys = async (): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await openVerify(page);
  await expect(field(page, 'Body')).toBeFocused();
  await tryKeys();
  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'Shortcuts by heading' })).toBeFocused();
  await tryKeys();
  const syncs = () => host.api('GET', `/audiences/${audience.id}/syncs`);
  expect(await syncs()).toMatchObject({ items: [] });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(syncs).toMatchObject({ items: [{ number: 1 }] });
});

test('copies snippets with the chosen variable, restores cleared input, and keeps all but the secret over a reload', async ({
  page,
  host,
}) => {
  await test.step('snippets', async () => {
    const { destination } = await connect(host, 'http://127.0.0.1:9/hook');
    await enter(page, host, `#/connections/destinations/${destination.id}`);
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.getByRole('combobox', { name: 'Framework' }).click();
    await page.getByRole('option', { name: /Django/ }).click();
    const variable = page.getByLabel('Secret environment variable', { exact: true });
    await variable.fill('SHOP_SECRET');
    await expect(page.getByRole('region', { name: 'Django code' })).toContainText('SHOP_SECRET');
    await page.getByRole('button', { name: 'Copy Django code' }).click();
    await expect.poll(() => copied(page)).toContain('os.environ["SHOP_SECRET"]');
    await variable.fill('1 wrong');
    await expect(page.getByRole('alert')).toContainText('letters, digits');
    await expect(page.getByRole('region', { name: 'Django code' })).toContainText('WEBHOOK_SECRET');
  });
  await test.step('cleared input', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openVerify(page);
    const body = field(page, 'Body');
    await body.fill('{"a": 1}');
    await page.getByRole('button', { name: 'Clear all fields' }).click();
    await expect(body).toHaveValue('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(body).toHaveValue('{"a": 1}');
  });
  await test.step('reload', async () => {
    await paste(page, '{"kept":1}', 'not kept', 'abc');
    await expect(xray(page)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Staging hooks' })).toBeVisible();
    await openVerify(page);
    await expect(field(page, 'Body')).toHaveValue('{"kept":1}');
    await expect(observed(page)).toHaveValue('abc');
    await expect(field(page, 'Shared secret')).toHaveValue('');
  });
});

test.describe('a receiver that rejects the signature', () => {
  /** As Python's json.dumps writes it. */
  const python = (body: string): string =>
    body.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_, text?: string, sign?: string) =>
      text === undefined ? `${sign} ` : text,
    );
  const hashesAgain: ScriptedResponse = ({ body }, response) =>
    response
      .writeHead(401, { server: 'Werkzeug/3.1.3 Python/3.13.1' })
      .end(`expected ${signatureOf(python(body), secret)}`);
  const slider = (page: Page) => page.getByRole('slider', { name: 'All bytes' });

  test('is shown where its bytes differ if it prints its digest', async ({
    page,
    host,
    target,
  }) => {
    target.respond(hashesAgain);
    const { source } = await connect(host, target.url);
    await track(host, source, 'Order Completed');
    await openNewest(page, host);
    await test.step('cause, digests and differences', async () => {
      await expectWrong(page, 'bytes');
      const [request] = target.requests;
      await xray(page).getByRole('button', { name: 'Copy digest: It computed' }).click();
      await expect.poll(() => copied(page)).toBe(signatureOf(python(request?.body ?? ''), secret));
      await expect(differences(page).first()).toHaveText(
        'Byte 11: a space (20) was hashed where 1 (31) was sent',
      );
      await expect(xray(page).getByRole('status').last()).toContainText('Byte 11:');
    });
    await test.step('keys', async () => {
      await expect(slider(page)).toHaveAttribute('aria-valuenow', '0');
      await slider(page).focus();
      await page.keyboard.press('ArrowRight');
      await expect(slider(page)).toHaveAttribute('aria-valuenow', '1');
      await page.keyboard.press('End');
      await expect(slider(page)).toHaveAttribute(
        'aria-valuenow',
        (await slider(page).getAttribute('aria-valuemax')) ?? '',
      );
      await page.keyboard.press('n');
      await expect(xray(page)).toContainText('Byte 13: a space (20) was hashed where " (22)');
      await page.keyboard.press('f');
      await expect
        .poll(() => copied(page))
        .toBe('expected = hmac.new(secret.encode(), request.get_data(), "sha1").hexdigest()');
    });
    await expectGoodLooksInBothThemes(page, 'X-ray on the delivery');
    await test.step('an accepted copy', async () => {
      target.respond(200);
      await host.api('POST', '/deliveries/1/copies', {});
      await expect(xray(page).getByRole('status').last()).toContainText('Fixed');
    });
  });

  test('says in which language it returns its digest, and takes one that is entered', async ({
    page,
    host,
    target,
  }) => {
    const { source } = await connect(host, target.url);
    await test.step('digest of something else', async () => {
      target.respond((_, response) => response.writeHead(401).end(`version ${'ab12'.repeat(10)}`));
      await track(host, source, 'Order Completed');
      await openNewest(page, host);
      await expect(xray(page)).toContainText('No known mistake explains');
      await expect(plug(page, 'bytes')).toHaveAttribute('data-state', 'unknown');
    });
    await test.step('no digest', async () => {
      target.respond(403);
      await track(host, source, 'Order Refunded');
      await page.getByRole('option', { name: /Order Refunded/ }).click();
      await expect(page.getByRole('article', { name: 'Order Refunded' })).toBeVisible();
      await language(page).click();
      await page.getByRole('option', { name: 'Ruby' }).click();
      await expect(xray(page)).toContainText('render plain: digest, status: :unauthorized');
      await press(page, xray(page).getByRole('button', { name: 'Enter the digest' }));
      await expect(field(page, 'Shared secret')).toHaveValue(secret);
      await expect(observed(page)).toBeFocused();
    });
  });

  test('is valid in one line once it accepts', async ({ page, host, target }) => {
    const { source } = await connect(host, target.url);
    await track(host, source, 'Order Completed');
    await openNewest(page, host);
    const line = page.getByRole('region', { name: 'Signature' });
    await expect(line).toContainText('Signature is valid');
    await press(page, line.getByRole('button', { name: 'Show steps' }));
    await expect(line).toContainText('{7b"22v76');
    await expectGoodLooksInBothThemes(page, 'a valid signature');
  });
});
