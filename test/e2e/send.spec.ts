/** Sending: samples, editor and the response of ingestion. */

import { addSource, connect } from './support/seed.ts';
import { editor, lint, preview, response, sendButton, typeMessage } from './support/send-place.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

test('delivers every sample', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  const samples = page.getByRole('listbox', { name: 'Samples' }).getByRole('option');
  await expect(samples).toHaveCount(7);
  const types: string[] = [];
  for (const [index, sample] of (await samples.all()).entries()) {
    await sample.click();
    await expect(sample).toHaveAttribute('aria-selected', 'true');
    await expect(lint(page)).toHaveText(/^Valid \w+ message/);
    await sendButton(page).click();
    const requests = await target.received(index + 1);
    types.push((JSON.parse(requests[index]?.body ?? '') as { type: string }).type);
    await expect(response(page)).toContainText('Staging hooks: delivered');
  }
  expect(types).toEqual(['track', 'identify', 'page', 'screen', 'group', 'alias', 'track']);
});

test('reports problems of a message with their position, and does not send it', async ({
  page,
  host,
  target,
}) => {
  await test.step('problems in the editor', async () => {
    await connect(host, target.url);
    await enter(page, host, '#/send');
    const cases: readonly [string, string][] = [
      ['{"type":"track","event":"Paid"}', 'Provide userId or anonymousId'],
      ['{"type":"track","userId":"ada",', 'line 1'],
      ['[]', 'JSON object'],
    ];
    for (const [text, sentence] of cases) {
      await typeMessage(page, text);
      await expect(lint(page), text).toContainText(sentence);
    }
  });
  await test.step('sending disabled', async () => {
    await typeMessage(page, { type: 'track', userId: 'ada', event: 'Paid' });
    await expect(preview(page, 'Staging hooks')).toBeVisible();
    await typeMessage(page, '{"type":"track",');
    await expect(sendButton(page)).toBeDisabled();
    await sendButton(page).focus();
    await expect(page.getByText('Fix the message')).toBeVisible();
    await expect(page.getByText('Last valid message')).toBeVisible();
    expect(target.requests).toHaveLength(0);
  });
  await test.step('rejection', async () => {
    await typeMessage(page, { type: 'track', event: 'Paid' });
    await sendButton(page).click();
    await expect(response(page)).toContainText('Rejected');
    await expect(response(page)).toContainText('no_user_anon_id');
    await response(page)
      .getByRole('link', { name: /View rejected/ })
      .click();
    await expect(page.getByRole('option', { name: /no_user_anon_id/ })).toBeVisible();
    expect(target.requests).toHaveLength(0);
  });
});

test('rejects messages of a disabled source, as previewed, and sends as the selected one', async ({
  page,
  host,
  target,
}) => {
  await test.step('disabled source', async () => {
    const { source } = await connect(host, target.url);
    await host.api('PATCH', `/sources/${source.id}`, { enabled: false });
    await enter(page, host, '#/send');
    await expect(page.getByRole('region', { name: 'Would be rejected' })).toContainText(
      'source_disabled',
    );
    await sendButton(page).click();
    await expect(response(page)).toContainText('source_disabled');
  });
  await test.step('selected source', async () => {
    await addSource(host, 'Lonely app');
    const picker = page.getByRole('combobox', { name: 'Send as' });
    await picker.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Lonely app' }).click();
    await expect(page.getByRole('region', { name: 'No destination' })).toContainText('Lonely app');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(preview(page, 'Staging hooks')).toContainText('1 URL');
    await sendButton(page).click();
    await target.received(1);
  });
});

test('keeps edits across pages and reloads until reverted, and edits and sends with the keyboard', async ({
  page,
  host,
  target,
}) => {
  await test.step('kept until reverted', async () => {
    await connect(host, target.url);
    await enter(page, host, '#/send');
    await typeMessage(page, { type: 'track', userId: 'ada', event: 'Half Written' });
    await expect(lint(page)).toContainText('Valid track message');
    await goTo(page, '#/settings');
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
    await goTo(page, '#/send');
    await expect(editor(page)).toContainText('Half Written');
    await page.reload();
    await expect(editor(page)).toContainText('Half Written');
    await expect(page.getByRole('option', { name: /^Order completed/ })).toContainText('changed');
    await page.getByRole('button', { name: 'Revert changes' }).click();
    await expect(editor(page)).toContainText('Order Completed');
  });
  await test.step('keyboard', async () => {
    await expect(preview(page, 'Staging hooks')).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('option', { name: /^User signed up/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(editor(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{"type":"identify","userId":"grace","traits":{"plan":"pro"}}');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(response(page)).toContainText('Accepted');
    const [request] = await target.received(1);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      userId: 'grace',
      traits: { plan: 'pro' },
    });
  });
});
