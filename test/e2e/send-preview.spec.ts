/** The live preview of the outgoing requests. */

import type { Locator } from '@playwright/test';
import { addDestination, connect, secret } from './support/seed.ts';
import { preview, sendButton, typeMessage } from './support/send-place.ts';
import { signatureOf, startWireTarget } from './support/wire-target.ts';
import { copied, enter, expect, goTo, test } from './support/workbench.ts';

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
  const card = preview(page, 'Staging hooks');
  await test.step('bytes that are sent', async () => {
    await connect(host, target.url, {
      webhooks: [{ url: `${target.url}/hook`, headers: { 'X-Env': 'staging', 'X-Team': 'grün' } }],
    });
    await enter(page, host, '#/send');
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
    const headers = await shownHeaders(card.getByRole('listitem'));
    await sendButton(page).click();
    await expect.poll(() => target.requests.length).toBe(1);
    const [request] = target.requests;
    expect(request?.body.toString('utf8')).toBe(body);
    expect(request?.headers).toEqual(headers);
    expect(request?.header('x-signature')).toBe(signatureOf(body, secret));
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
  await enter(page, host, '#/send');
  await expect(preview(page, 'Staging hooks')).toContainText('Unsigned');
  await expect(preview(page, 'Picky hooks')).toContainText('filtered by event');
  await expect(preview(page, 'Picky hooks')).toContainText('"Order Completed"');
  await expect(preview(page, 'No address')).toContainText('no webhook URL');
  await typeMessage(page, {
    type: 'track',
    userId: 'ada',
    event: 'Paid',
    integrations: { Webhooks: false },
  });
  await expect(preview(page, 'Staging hooks')).toContainText('excluded by integrations');
  await typeMessage(page, { type: 'track', event: 'Paid' });
  await expect(page.getByRole('region', { name: 'Would be rejected' })).toContainText(
    'no_user_anon_id',
  );
});

test('shows the last preview when the page is reopened', async ({ page, host }) => {
  let isCut = false;
  await page.routeWebSocket(/\/rpc$/, (link) => {
    const core = link.connectToServer();
    core.onMessage((message) => {
      if (!isCut) link.send(message);
    });
  });
  await connect(host, 'http://127.0.0.1:9/hook');
  await enter(page, host, '#/send');
  const card = preview(page, 'Staging hooks');
  await expect(card.getByRole('treeitem', { name: 'type: "track"' })).toBeVisible();
  await goTo(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Appearance', level: 1 })).toBeVisible();
  // No responses from here on.
  isCut = true;
  await goTo(page, '#/send');
  await expect(card.getByRole('treeitem', { name: 'type: "track"' })).toBeVisible();
});
