/** Sending by hand: samples, the editor with its sentences, and the answer of the ingestion. */

import { addSource, connect } from './support/seed.ts';
import { answer, editor, lint, preview, sendButton, typeMessage } from './support/send-place.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

test('every sample is complete and is delivered as its type', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  const samples = page.getByRole('listbox', { name: 'Events to begin with' }).getByRole('option');
  await expect(samples).toHaveCount(7);
  const types: string[] = [];
  for (const [index, sample] of (await samples.all()).entries()) {
    await sample.click();
    await expect(sample).toHaveAttribute('aria-selected', 'true');
    await expect(lint(page)).toHaveText('A complete message of its type.');
    await sendButton(page).click();
    const requests = await target.received(index + 1);
    types.push((JSON.parse(requests[index]?.body ?? '') as { type: string }).type);
    await expect(answer(page)).toContainText('Staging hooks: delivered');
  }
  expect(types).toEqual(['track', 'identify', 'page', 'screen', 'group', 'alias', 'track']);
});

test('with the keyboard alone a sample is chosen, changed and sent', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
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
  await expect(answer(page)).toContainText('Accepted.');
  const [request] = await target.received(1);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    userId: 'grace',
    traits: { plan: 'pro' },
  });
});

test('the editor says in a sentence what is wrong, and where', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  const cases: readonly [string, string][] = [
    ['{"type":"track","event":"Paid"}', 'userId and anonymousId are both missing'],
    ['{"type":"track","userId":"ada"}', 'event is missing: track needs the name of the event.'],
    ['{"type":"purchase","userId":"ada"}', 'type must be one of identify, track, page'],
    ['{"type":"track","userId":"ada","event":7}', 'event must be a text'],
    [
      '{"type":"track","userId":"ada","event":"Paid","properties":[]}',
      'properties must be an object',
    ],
    [
      '{"type":"track","userId":"ada","event":"Paid","timestamp":"soon"}',
      "timestamp can't be parsed",
    ],
    ['{"type":"group","userId":"ada"}', 'groupId is missing'],
    ['{"type":"alias","userId":"ada"}', 'previousId is missing'],
    ['{"type":"track","userId":"ada","event":"Paid","total":7}', 'track has no field total'],
    ['{"type":"track","userId":"ada",', 'line 1'],
    ['[]', 'A message is a JSON object'],
  ];
  for (const [text, sentence] of cases) {
    await typeMessage(page, text);
    await expect(lint(page), text).toContainText(sentence);
  }
});

test('what is not a JSON object cannot be sent, and the button says why', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  await expect(preview(page, 'Staging hooks')).toBeVisible();
  await typeMessage(page, '{"type":"track",');
  await expect(sendButton(page)).toBeDisabled();
  await sendButton(page).focus();
  await expect(page.getByText('The message is not a JSON object yet')).toBeVisible();
  await expect(page.getByText('of the last text that could be read')).toBeVisible();
  expect(target.requests).toHaveLength(0);
});

test('a refusal of the ingestion is shown with code and reason, and leads to the rejected', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  await typeMessage(page, { type: 'track', event: 'Paid' });
  await sendButton(page).click();
  await expect(answer(page)).toContainText('Refused.');
  await expect(answer(page)).toContainText('no_user_anon_id');
  await expect(answer(page)).toContainText('userId and anonymousId are both missing');
  await answer(page)
    .getByRole('link', { name: /among the rejected in the Inspector/ })
    .click();
  await expect(page.getByRole('option', { name: /no_user_anon_id/ })).toBeVisible();
  expect(target.requests).toHaveLength(0);
});

test('a message is sent as the source that is chosen', async ({ page, host, target }) => {
  await connect(host, target.url);
  await addSource(host, 'Lonely app');
  await enter(page, host, '#/send');
  const picker = page.getByRole('combobox', { name: 'Send as' });
  await picker.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Lonely app' }).click();
  await expect(page.getByRole('region', { name: 'No destination' })).toContainText(
    'No enabled destination is connected to Lonely app.',
  );
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(preview(page, 'Staging hooks')).toContainText('sent to 1 webhook');
  await sendButton(page).click();
  await target.received(1);
});

test('a source that is switched off has its message refused, as the preview says', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await host.api('PATCH', `/sources/${source.id}`, { enabled: false });
  await enter(page, host, '#/send');
  await expect(page.getByRole('region', { name: 'It would be refused' })).toContainText(
    'source_disabled',
  );
  await sendButton(page).click();
  await expect(answer(page)).toContainText('source_disabled');
});

test('typed input is kept when leaving and after a reload, until it is reverted', async ({
  page,
  host,
  target,
}) => {
  await connect(host, target.url);
  await enter(page, host, '#/send');
  await typeMessage(page, { type: 'track', userId: 'ada', event: 'Half Written' });
  await expect(lint(page)).toHaveText('A complete message of its type.');
  await goTo(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  await goTo(page, '#/send');
  await expect(editor(page)).toContainText('Half Written');
  await page.reload();
  await expect(editor(page)).toContainText('Half Written');
  await expect(page.getByRole('option', { name: /^Order completed/ })).toContainText('changed');
  await page.getByRole('button', { name: 'Revert to how it came' }).click();
  await expect(editor(page)).toContainText('Order Completed');
});
