/** Copying, editing and exporting requests in the log of a mock endpoint. */
import { readFile } from 'node:fs/promises';
import { addMock } from './support/mocks.ts';
import { enter, expect, goTo, openMenu, test } from './support/workbench.ts';

test('copies, edits and saves a recorded request, and explains why one without its whole body is not copied', async ({
  page,
  host,
}) => {
  await test.step('whole body', async () => {
    const steps = [{ status: 503 }, { status: 202 }, { status: 204 }];
    const mock = await addMock(host, { name: 'mine', steps });
    await fetch(`${mock.url}/a?b=c`, { method: 'PUT', body: '{"n":1}' });
    await enter(page, host, '#/connections/mocks/mine/requests');
    const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
    await rows.first().click();
    const request = page.getByRole('article', { name: 'PUT /mock/mine/a?b=c' });
    await expect(request).toBeVisible();

    await page.keyboard.press('r');
    await expect(rows).toHaveCount(2);
    await expect(request.getByRole('status').filter({ hasText: '202' })).toBeVisible();

    await page.keyboard.press('e');
    const editor = page.getByRole('article', { name: 'Edit and send a copy of the request' });
    await expect(editor.getByRole('textbox', { name: 'Body' })).toContainText('{"n":1}');
    await editor.getByLabel('Method').fill('patch');
    await expect(editor.getByRole('region', { name: 'Request preview' })).toContainText('PATCH');
    await page.keyboard.press('Control+Enter');
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toHaveAccessibleName(/204 .*PATCH/);
    await expect(request).toBeVisible();

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More request actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Save as HAR' }).click();
    const har = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
    expect(har.log.entries).toMatchObject([
      { request: { method: 'PUT' }, response: { status: 503 } },
    ]);

    await request.getByRole('link', { name: 'View copy' }).click();
    await expect(page.getByRole('article', { name: /^Copy \d+$/ })).toContainText('PATCH');
  });
  await test.step('truncated body', async () => {
    const mock = await addMock(host, { name: 'truncated' });
    await fetch(mock.url ?? '', { method: 'POST', body: 'x'.repeat(70_000) });
    await goTo(page, '#/connections/mocks/truncated/requests');
    await expect(page.getByRole('heading', { name: 'truncated' })).toBeVisible();
    await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').first().click();
    await page.getByRole('button', { name: 'Send a copy', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'body_truncated' })).toBeVisible();
  });
});
