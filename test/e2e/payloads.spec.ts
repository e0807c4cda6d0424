/** Events of providers: chosen, previewed and sent to a destination with their profile. */
import { addDestination, addSource, track } from './support/seed.ts';
import { enterSend, eventField, preview, response, sendButton } from './support/send-drawer.ts';
import { expect, goTo, test } from './support/workbench.ts';

test('sends a provider event to the destination with its profile', async ({
  page,
  host,
  target,
}) => {
  const source = await addSource(host);
  const destination = await addDestination(host, {
    name: 'Builds',
    profile: 'github',
    sharedSecret: 'secret',
    sourceIds: [source.id],
    webhookUrl: target.url,
  });
  await enterSend(page, host);
  await page.getByRole('radio', { name: 'Raw request' }).click();
  await eventField(page).fill('push');
  await page.getByRole('option', { name: /^Commits pushed/ }).click();
  await expect(preview(page)).toContainText('X-Hub-Signature-256');
  await expect(page.getByRole('combobox', { name: 'Send to' })).toContainText('Builds');
  await page.getByRole('textbox', { name: 'Payload' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('{ "zen": "{n}" }');
  await expect(preview(page)).toContainText('zen');
  await page.getByRole('textbox', { name: 'Event name' }).fill('ping');
  await expect(preview(page)).toContainText('ping');
  await sendButton(page).click();
  const [request] = await target.received(1);
  expect(request?.body).toBe('{ "zen": "1" }');
  expect(request?.headers['x-github-event']).toBe('ping');
  await expect(response(page)).toContainText('Builds: delivered');

  await page.keyboard.press('Escape');
  await track(host, source, 'Paid');
  await goTo(page, `#/connections/sources/${source.id}`);
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connected destinations' })).not.toContainText(
    'Builds',
  );
  await goTo(page, `#/connections/destinations/${destination.id}`);
  await page.getByRole('button', { name: 'Send test' }).click();
  const [, test] = await target.received(2);
  expect(test?.headers['x-github-event']).toBe('push');
});
