/** The live preview of the outgoing requests. */

import type { Locator } from '@playwright/test';
import { addMock } from './support/mocks.ts';
import { addDestination, connect, secret } from './support/seed.ts';
import {
  drawer,
  enterSend,
  openSend,
  preview,
  request,
  sendButton,
  typeMessage,
  urls,
} from './support/send-drawer.ts';
import { signatureOf, startWireTarget } from './support/wire-target.ts';
import { copied, expect, test } from './support/workbench.ts';

/** Header lines of a request in the preview. */
async function shownHeaders(request: Locator): Promise<[string, string][]> {
  const names = await request.getByRole('term').allTextContents();
  const values = await request.getByRole('definition').getByRole('button').all();
  return Promise.all(
    values.map(async (value, index) => {
      const name = names[index] ?? '';
      const spoken = (await value.getAttribute('aria-label')) ?? '';
      return [name, spoken.slice(`Copy ${name}: `.length)];
    }),
  );
}

test('previews exactly the bytes that are sent, and updates with every change of the message', async ({
  page,
  host,
}) => {
  const target = await startWireTarget();
  const card = request(page);
  await test.step('bytes that are sent', async () => {
    await connect(host, target.url, {
      webhooks: [{ url: `${target.url}/hook`, headers: { 'X-Env': 'staging', 'X-Team': 'grün' } }],
    });
    await enterSend(page, host);
    await typeMessage(page, {
      type: 'track',
      userId: 'ada',
      event: 'Größe gewählt',
      properties: { total: 129.9, nested: { list: [1, null, true] }, 'odd "name"': '\u2028' },
      timestamp: '2026-11-20T08:37:37.123Z',
      context: { ip: '203.0.113.9' },
    });
    await expect(card.getByRole('treeitem', { name: 'event: "Größe gewählt"' })).toBeVisible();
    await card.getByRole('button', { name: 'Copy body' }).click();
    await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible();
    const body = await copied(page);
    const headers = await shownHeaders(card);
    await sendButton(page).click();
    await expect.poll(() => target.requests.length).toBe(1);
    const [sent] = target.requests;
    expect(sent?.body.toString('utf8')).toBe(body);
    expect(sent?.headers).toEqual(headers);
    expect(sent?.header('x-signature')).toBe(signatureOf(body, secret));
  });
  await test.step('every change', async () => {
    const signature = card.getByRole('button', { name: /^Copy X-Signature/ });
    const timestamp = '2026-11-20T08:37:37.123Z';
    await typeMessage(page, { type: 'page', userId: 'ada', name: 'Pricing', timestamp });
    await expect(card.getByRole('treeitem', { name: 'name: "Pricing"' })).toBeVisible();
    const before = await signature.getAttribute('aria-label');
    await typeMessage(page, { type: 'page', userId: 'ada', name: 'Docs', timestamp });
    await expect(card.getByRole('treeitem', { name: 'name: "Docs"' })).toBeVisible();
    await expect(signature).not.toHaveAccessibleName(before ?? '');
    await card.getByRole('radio', { name: 'Text' }).click();
    await expect(card.getByRole('region', { name: 'Body' })).toContainText('"name":"Docs"');
  });
  await target.stop();
});

test('explains why a destination gets nothing', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url, { sharedSecret: '' });
  const sourceIds = [source.id];
  await addDestination(host, {
    name: 'Picky hooks',
    webhookUrl: target.url,
    sourceIds,
    trackFilter: { mode: 'block', events: ['Order Completed'] },
  });
  await addDestination(host, { name: 'No address', sourceIds });
  await enterSend(page, host);
  const notSent = (name: string) =>
    preview(page).getByRole('list', { name: 'Not sent' }).getByRole('listitem', { name });
  await expect(request(page)).toContainText('Unsigned');
  await expect(notSent('Picky hooks')).toContainText('filtered by event');
  await expect(notSent('Picky hooks')).toContainText('"Order Completed"');
  await expect(notSent('No address')).toContainText('no URL');
  await expect(preview(page).getByRole('heading', { level: 3 })).toHaveText('Goes to 1 URL');
  await typeMessage(page, {
    type: 'track',
    userId: 'ada',
    event: 'Paid',
    integrations: { Webhooks: false },
  });
  await expect(notSent('Staging hooks')).toContainText('excluded by integrations');
  await typeMessage(page, { type: 'track', event: 'Paid' });
  await expect(page.getByRole('region', { name: 'Would be rejected' })).toContainText(
    'no_user_anon_id',
  );
});

test('says what each URL does now, and counts those that fail', async ({ page, host, target }) => {
  const down = await addMock(host, { name: 'down', outage: { durationMs: 3_600_000 } });
  const hangs = await addMock(host, { name: 'hangs', steps: [{ fault: 'hang' }] });
  const refuses = await addMock(host, { name: 'refuses', steps: [{ status: 410 }] });
  const mocks = [down, hangs, refuses].map(({ url }) => ({ url: url ?? '', headers: {} }));
  const webhooks = [{ url: target.url, headers: {} }, ...mocks];
  await connect(host, '', { webhookUrl: '', webhooks });
  await enterSend(page, host);
  await expect(urls(page)).toHaveText([
    /no attempts yet$/,
    /^down.*down until \d\d:\d\d/,
    /^hangs.*never responds/,
    /^refuses.*returns 410/,
  ]);
  await expect(drawer(page)).toContainText(
    '1 event to 4 URLs, of which 2 fail now and are retried, 1 refuses it.',
  );
  await urls(page).nth(3).click();
  await expect(request(page)).toContainText(refuses.url ?? '');
  await request(page).getByRole('button', { name: 'Copy as cURL' }).click();
  expect(await copied(page)).toContain(refuses.url);
});

test('shows the last preview when the drawer is opened again', async ({ page, host }) => {
  let isCut = false;
  await page.routeWebSocket(/\/rpc$/, (link) => {
    const core = link.connectToServer();
    core.onMessage((message) => {
      if (!isCut) link.send(message);
    });
  });
  await connect(host, 'http://127.0.0.1:9/hook');
  await enterSend(page, host);
  const card = request(page);
  await expect(card.getByRole('treeitem', { name: 'type: "track"' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  // No responses from here on.
  isCut = true;
  await openSend(page);
  await expect(card.getByRole('treeitem', { name: 'type: "track"' })).toBeVisible();
});
