/** Sending: the drawer, samples, editor and the response of ingestion. */

import { addMock } from './support/mocks.ts';
import { addDestination, addSource, connect, ingest, secret } from './support/seed.ts';
import {
  drawer,
  editor,
  enterSend,
  eventField,
  lint,
  openSend,
  request,
  response,
  sendButton,
  typeMessage,
  urls,
} from './support/send-drawer.ts';
import { enter, expect, goTo, openMenu, openPalette, test } from './support/workbench.ts';

test('delivers every sample', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enterSend(page, host);
  const types: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    await eventField(page).click();
    const sample = page.getByRole('option').nth(index);
    await expect(page.getByRole('option')).toHaveCount(7);
    const title = await sample.locator('[title]').getAttribute('title');
    await sample.click();
    await expect(eventField(page)).toHaveValue(title ?? '');
    await expect(lint(page)).toHaveText(/^Valid \w+ message/);
    await sendButton(page).click();
    const requests = await target.received(index + 1);
    types.push((JSON.parse(requests[index]?.body ?? '') as { type: string }).type);
    await expect(response(page)).toContainText('Staging hooks: delivered');
  }
  expect(types).toEqual(['track', 'identify', 'page', 'screen', 'group', 'alias', 'track']);
});

test('says that there was no response when the connection is lost after the event was accepted', async ({
  page,
  host,
  target,
}) => {
  let isCut = false;
  let close = async (): Promise<void> => undefined;
  await page.routeWebSocket(/\/rpc$/, (link) => {
    close = () => link.close();
    link.connectToServer().onMessage((message) => {
      if (!isCut) link.send(message);
    });
  });
  await connect(host, target.url);
  await enterSend(page, host);
  await expect(lint(page)).toHaveText(/^Valid/);
  isCut = true;
  await sendButton(page).click();
  await target.received(1);
  await close();
  await expect(response(page).getByRole('status')).toHaveText('No response');
  await expect(response(page)).toContainText('before the response');
});

test('opens over every place with the focus in Event, and returns it', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url);
  await enter(page, host, '#/settings');
  const button = page.getByRole('button', { name: 'Send event', exact: true });
  await button.click();
  await expect(eventField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(button).toBeFocused();
  expect(new URL(page.url()).hash).toBe('#/settings');

  await openPalette(page);
  await page.keyboard.type('Send event');
  await page.keyboard.press('Enter');
  await expect(eventField(page)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // What is open in it closes first.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(eventField(page)).toHaveValue('Order Completed');
  await page.keyboard.press('ControlOrMeta+e');
  await expect(drawer(page)).toBeHidden();

  const other = await addSource(host, 'Other app');
  await goTo(page, `#/connections/sources/${other.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await openMenu(page).getByRole('menuitem', { name: 'Send a sample' }).click();
  await expect(page.getByRole('combobox', { name: 'Send as' })).toContainText('Other app');
  await page.keyboard.press('Escape');
  await ingest(host, source.writeKey, { userId: 'ada', event: 'Received Before' });
  await goTo(page, '#/deliveries/messages/1');
  await page.getByRole('button', { name: 'Send as new event' }).click();
  await expect(editor(page)).toContainText('Received Before');
  await expect(page.getByRole('combobox', { name: 'Send as' })).toContainText('Shop');
});

test('no key of the drawer reaches what is behind it', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await enter(page, host, `#/connections/sources/${source.id}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Not saved');
  await openSend(page);
  await typeMessage(page, '{"type":"track",');
  await expect(sendButton(page)).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved "Order Completed 2"')).toBeVisible();
  expect(await host.api('GET', '/sources')).toMatchObject([{ name: 'Shop' }]);
  expect(target.requests).toHaveLength(0);
});

test('reads a pasted cURL command and a dropped HAR file', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await addSource(host, 'Other app');
  await enterSend(page, host);
  const key = Buffer.from(`${source.writeKey}:`).toString('base64');
  const command = `curl ${host.ingestUrl}/v1/page -H 'Authorization: Basic ${key}' -d '{"userId":"ada","name":"Pasted"}'`;
  await editor(page).focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), command);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(editor(page)).toContainText('"name": "Pasted"');
  await expect(editor(page)).toContainText('"type": "page"');
  await expect(page.getByRole('combobox', { name: 'Send as' })).toContainText('Shop');
  await sendButton(page).click();
  const [sent] = await target.received(1);
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ type: 'page', userId: 'ada' });

  const entry = (text: string) => ({
    request: { method: 'POST', url: 'https://api.example.com/hook', postData: { text } },
  });
  const har = { log: { entries: [entry('{"zen":1}'), entry('{"zen":2}')] } };
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'traffic.har'));
    return transfer;
  }, JSON.stringify(har));
  await drawer(page).getByRole('radio', { name: 'Event' }).dispatchEvent('drop', {
    dataTransfer: files,
  });
  await page.getByRole('list', { name: 'Entries' }).getByRole('button').nth(1).click();
  await expect(page.getByRole('radio', { name: 'Raw request' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Payload' })).toContainText('"zen": 2');
  await expect(sendButton(page)).toHaveAccessibleDescription(/No destination takes payloads/);
  await drawer(page).getByRole('button', { name: 'Send as track event' }).click();
  await expect(editor(page)).toContainText('"zen": 2');
  await sendButton(page).click();
  const [, event] = await target.received(2);
  expect(JSON.parse(event?.body ?? '')).toMatchObject({ type: 'track', properties: { zen: 2 } });
  // The payload is still there.
  await page.getByRole('radio', { name: 'Raw request' }).click();
  await expect(page.getByRole('textbox', { name: 'Payload' })).toContainText('"zen": 2');
});

test('sends a pasted payload to the destination with its URL', async ({ page, host, target }) => {
  await connect(host, target.url);
  for (const name of ['first', 'second'])
    await addDestination(host, { name, webhookUrl: `${target.url}/${name}`, profile: 'github' });
  await enterSend(page, host);
  await editor(page).focus();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `curl ${target.url}/second -d '{"zen":"Keep it logically awesome."}'`,
  );
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('combobox', { name: 'Send to' })).toContainText('second');
  await sendButton(page).click();
  const [sent] = await target.received(1);
  expect(sent).toMatchObject({ path: '/second', body: '{"zen":"Keep it logically awesome."}' });
});

test('sends a forged copy too, which receivers must refuse', async ({ page, host, target }) => {
  const mock = await addMock(host, { name: 'strict', secret, strict: true });
  await connect(host, target.url, {
    fanOut: 'each',
    webhooks: [{ url: mock.url ?? '', headers: {} }],
  });
  await enterSend(page, host);
  await drawer(page).getByRole('switch', { name: 'Forge a copy too' }).click();
  await expect(drawer(page)).toContainText('1 event and a forged copy to 2 URLs.');
  await sendButton(page).click();
  await expect(response(page)).toContainText('Accepted an invalid signature');
  await expect(response(page)).toContainText('Rejected, as expected');
  const [valid, forged] = await target.received(2);
  expect(forged?.body).toBe(valid?.body);
  expect(forged?.headers['x-signature']).not.toBe(valid?.headers['x-signature']);
  await page.getByRole('textbox', { name: 'Count' }).fill('2');
  await expect(drawer(page).getByRole('switch', { name: 'Forge a copy too' })).toBeDisabled();
});

test('saves the draft as a sample, formats it, and undoes both', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enterSend(page, host);
  await typeMessage(page, '{"type":"track","userId":"ada","event":"Paid"}');
  await page.getByRole('button', { name: 'Format JSON' }).click();
  await expect(editor(page)).toContainText('"userId": "ada"');
  await page.getByRole('button', { name: 'Save sample' }).click();
  await expect(eventField(page)).toHaveValue('Paid');
  await page.reload();
  await openSend(page);
  await expect(eventField(page)).toHaveValue('Paid');
  await eventField(page).fill('paid');
  await expect(page.getByRole('option')).toHaveText(/track · saved/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove saved sample' }).click();
  await expect(eventField(page)).toHaveValue('Order Completed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(eventField(page)).toHaveValue('Paid');
});

test('reports problems of a message with their position, and does not send it', async ({
  page,
  host,
  target,
}) => {
  await test.step('problems in the editor', async () => {
    await connect(host, target.url);
    await enterSend(page, host);
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
    await expect(urls(page)).toHaveCount(1);
    await typeMessage(page, '{"type":"track",');
    await expect(sendButton(page)).toBeDisabled();
    await sendButton(page).focus();
    await expect(sendButton(page)).toHaveAccessibleDescription('Fix the message.');
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
    await enterSend(page, host);
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
    await expect(urls(page)).toHaveText(/Staging hooks/);
    await sendButton(page).click();
    await target.received(1);
  });
});

test('keeps edits while it is closed and across reloads until reverted, and edits and sends with the keyboard', async ({
  page,
  host,
  target,
}) => {
  await test.step('kept until reverted', async () => {
    await connect(host, target.url);
    await enterSend(page, host);
    await typeMessage(page, { type: 'track', userId: 'ada', event: 'Half Written' });
    await expect(lint(page)).toContainText('Valid track message');
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await openSend(page);
    await expect(editor(page)).toContainText('Half Written');
    await page.reload();
    await openSend(page);
    await expect(editor(page)).toContainText('Half Written');
    await eventField(page).click();
    await expect(page.getByRole('option', { name: /^Order Completed/ })).toContainText('changed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revert changes' }).click();
    await expect(editor(page)).toContainText('Order Completed');
  });
  await test.step('keyboard', async () => {
    await eventField(page).focus();
    await page.keyboard.type('signed up');
    await page.keyboard.press('Enter');
    await expect(eventField(page)).toHaveValue('User signed up');
    await expect(request(page)).toBeVisible();
    await editor(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{"type":"identify","userId":"grace","traits":{"plan":"pro"}}');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(response(page)).toContainText('Accepted');
    const [sent] = await target.received(1);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      userId: 'grace',
      traits: { plan: 'pro' },
    });
  });
});
