/** Events of providers: chosen, previewed and sent to a destination with their profile. */
import { addDestination, addSource, track } from './support/seed.ts';
import { response, sendButton } from './support/send-place.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

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
  await enter(page, host, '#/send');
  await page.getByRole('option', { name: /^Commits pushed/ }).click();
  const preview = page.getByRole('region', { name: 'Request preview' });
  await expect(preview).toContainText('X-Hub-Signature-256');
  await expect(page.getByRole('combobox', { name: 'Send to' })).toContainText('Builds');
  await page.getByRole('textbox', { name: 'Payload' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('{ "zen": "{n}" }');
  await expect(preview).toContainText('zen');
  await page.getByRole('textbox', { name: 'Event name' }).fill('ping');
  await expect(preview).toContainText('ping');
  await sendButton(page).click();
  const [request] = await target.received(1);
  expect(request?.body).toBe('{ "zen": "1" }');
  expect(request?.headers['x-github-event']).toBe('ping');
  await expect(response(page)).toContainText('Builds: delivered');

  await track(host, source, 'Paid');
  await goTo(page, `#/sources/${source.id}`);
  await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Builds');
  await goTo(page, `#/destinations/${destination.id}`);
  await page.getByRole('button', { name: 'Send test' }).click();
  const [, test] = await target.received(2);
  expect(test?.headers['x-github-event']).toBe('push');
});
