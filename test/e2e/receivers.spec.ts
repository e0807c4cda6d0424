/** Receivers: picked, made, used as webhooks, copied, deleted and brought back. */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { press, tabTo } from './support/keys.ts';
import { addReceiver, receiversOf } from './support/receivers.ts';
import { addDestination, addSource } from './support/seed.ts';
import { startHost } from './support/start-host.ts';
import { copied, enter, expect, test } from './support/workbench.ts';

test.describe('at a first start', () => {
  test.use({ hostOptions: { firstContent: true } });

  test('a sample is signed, and one click leads to the log of its receiver', async ({
    page,
    host,
  }) => {
    await enter(page, host, '#/send');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await expect(answer).toContainText('My webhook: delivered');
    await answer.getByRole('link', { name: 'At the receiver' }).click();
    await expect(page.getByRole('heading', { name: 'my-receiver', level: 1 })).toBeVisible();
    await page
      .getByRole('option', {
        name: /200 raw right parsed right track Order Completed/,
      })
      .click();
    const request = page.getByRole('article', { name: 'POST /r/my-receiver' });
    await expect(request.getByRole('region', { name: 'Signature' })).toContainText(
      'Signed with this secret, whichever way a receiver computes it.',
    );
    await expect(request.getByRole('region', { name: 'Body', exact: true })).toContainText(
      'Order Completed',
    );
    await expect(request.getByRole('region', { name: 'Connection' })).toContainText('127.0.0.1:');
    await expect(request.getByRole('status')).toContainText(['It answered 200, as step 1 says.']);
  });
});

test('a failure is picked from the gallery with one click, and taken back with another', async ({
  page,
  host,
}) => {
  await enter(page, host, '#/receivers');
  await expect(page.getByRole('heading', { name: 'No receivers yet' })).toBeVisible();
  await page.getByRole('button', { name: /^Flaky, 1 in 3/ }).click();
  await expect(page.getByRole('heading', { name: 'flaky-1-in-3', level: 1 })).toBeVisible();
  const row = page.getByRole('option', { name: /flaky-1-in-3/ });
  await expect(row).toContainText('At random 503 (33 %) or 200 (67 %)');
  await expect(row).toContainText(/127\.0\.0\.1:\d+\/r\/flaky-1-in-3/);
  await page.getByRole('button', { name: 'Copy the URL' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [receiver] = await receiversOf(host);
  expect(await copied(page)).toBe(receiver?.url);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'No receivers yet' })).toBeVisible();
  expect(await receiversOf(host)).toEqual([]);
});

test('with the keyboard alone a failure is found by its words, made, and used as a webhook', async ({
  page,
  host,
}) => {
  await addSource(host);
  await addReceiver(host, { name: 'first' });
  await enter(page, host);
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'first', level: 1 })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Find a failure' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Always 200/ })).toBeVisible();
  await page.keyboard.type('three times');
  await expect(page.getByRole('button', { name: /^Always 200/ })).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^503 three times, then 200/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'recovers', level: 1 })).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByText('Created the destination recovers')).toBeVisible();
  const [destination] = (await host.api('GET', '/destinations')) as { webhookUrl: string }[];
  expect(destination?.webhookUrl).toMatch(/\/r\/recovers$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: 'first', level: 1 })).toBeVisible();
});

test('one is put into a destination with one click, signed for it, and taken out again', async ({
  page,
  host,
}) => {
  await addDestination(host, { name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/own' });
  const receiver = await addReceiver(host, { name: 'strict-one', secret: 's3cret', strict: true });
  await enter(page, host, '#/receivers/strict-one/behaviour');
  await page.getByRole('button', { name: 'Use as webhook of Hooks' }).click();
  await expect(page.getByText('Hooks sends to strict-one')).toBeVisible();
  const card = page.getByRole('region', { name: 'Destinations' });
  await expect(card).toContainText('1 of 1 send to it');
  const read = async () => ((await host.api('GET', '/destinations')) as object[])[0];
  expect(await read()).toMatchObject({
    webhookUrl: 'http://127.0.0.1:9/own',
    webhooks: [{ url: receiver.url, headers: {} }],
    sharedSecret: 's3cret',
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toContainText('0 of 1 send to it');
  expect(await read()).toMatchObject({ webhooks: [], sharedSecret: '' });
});

test('from its header it goes into a new destination, which gets every source', async ({
  page,
  host,
}) => {
  const source = await addSource(host);
  const receiver = await addReceiver(host, { name: 'fresh', secret: 's3cret' });
  await enter(page, host, '#/receivers');
  await page.getByRole('button', { name: 'Use as webhook', exact: true }).click();
  await expect(page.getByText('It gets the events of Shop.')).toBeVisible();
  const [destination] = (await host.api('GET', '/destinations')) as object[];
  expect(destination).toMatchObject({
    name: 'fresh',
    webhookUrl: receiver.url,
    sharedSecret: 's3cret',
    sourceIds: [source.id],
  });
  await page.getByRole('button', { name: 'Use as webhook', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'fresh (uses it)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: /new destination$/ })).toBeVisible();
  expect(await host.api('GET', '/destinations')).toEqual([]);
});

test('one from the gallery and its new destination get one secret for both', async ({
  page,
  host,
}) => {
  await addSource(host);
  await enter(page, host, '#/receivers');
  await page.getByRole('button', { name: /^Always 500/ }).click();
  await page.getByRole('button', { name: 'Use as webhook of a new destination' }).click();
  await expect(page.getByText(/with its signature checked/)).toBeVisible();
  const [destination] = (await host.api('GET', '/destinations')) as { sharedSecret: string }[];
  const [receiver] = await receiversOf(host);
  expect(destination?.sharedSecret).toMatch(/^[0-9a-f]{40}$/);
  expect(receiver?.secret).toBe(destination?.sharedSecret);
});

test('a destination that signs with another secret is said, and expected with one click', async ({
  page,
  host,
}) => {
  const receiver = await addReceiver(host, { name: 'one', secret: 'mine' });
  const webhookUrl = receiver.url ?? '';
  await addDestination(host, { name: 'Hooks', webhookUrl, sharedSecret: 'theirs' });
  await enter(page, host, '#/receivers/one/behaviour');
  await page.getByRole('button', { name: 'Expect that one' }).click();
  await expect(page.getByText('It signs with another secret.')).toBeHidden();
  expect((await receiversOf(host))[0]?.secret).toBe('theirs');
});

test('one that was deleted can be brought back, and a copy begins with everything but the name', async ({
  page,
  host,
}) => {
  await addReceiver(host, { name: 'only', steps: [{ status: 418 }] });
  await enter(page, host, '#/receivers');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No receivers yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'only', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { name: 'Copy of only' })).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'only-copy', level: 1 })).toBeVisible();
  expect((await receiversOf(host)).map(({ steps }) => steps[0]?.status)).toEqual([418, 418]);
});

test('with the keyboard alone one is made, changed and deleted', async ({ page, host }) => {
  await enter(page, host, '#/receivers/new/own');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('by-hand');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'by-hand', level: 1 })).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('tab', { name: 'Requests' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('textbox', { name: 'Status' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('502');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('option', { name: /by-hand/ })).toContainText('Always 502');
  await tabTo(page, page.getByRole('button', { name: 'More actions' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No receivers yet' })).toBeVisible();
  await press(page, page.getByRole('button', { name: /^Always 200/ }));
  await expect(page.getByRole('heading', { name: 'ok', level: 1 })).toBeVisible();
});

async function takePort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a port that was taken after the start is said in a sentence, at each receiver', async ({
  page,
}) => {
  const before = await takePort(0);
  const { port } = before.address() as AddressInfo;
  before.close();
  await once(before, 'close');
  const host = await startHost({ args: ['--receiver-https-port', String(port)] });
  // Nobody needed it until now.
  const other = await takePort(port);
  await addReceiver(host, { name: 'mute', tls: 'good' });
  await enter(page, host, '#/receivers');
  const sentence = `The receivers do not listen for https: port ${port} is in use by another program.`;
  const row = page.getByRole('option', { name: /^not listening mute/ });
  await expect(row).toContainText(sentence);
  const pane = page.getByRole('region', { name: 'mute' });
  await expect(pane.getByRole('alert')).toContainText(sentence);
  await expect(pane.getByRole('button', { name: 'Use as webhook' })).toBeDisabled();
  await page.goto('about:blank');
  await host.stop();
  other.close();
});

test('a receiver whose own port was taken meanwhile says where it has moved to', async ({
  page,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
  const first = await startHost({ dataFolder });
  const { url } = await addReceiver(first, { name: 'moved', tls: 'expired' });
  await first.stop();
  const other = await takePort(Number(new URL(url ?? '').port));
  const second = await startHost({ dataFolder });
  await enter(page, second, '#/receivers');
  await expect(page.getByRole('option', { name: /^listening moved/ })).toContainText(
    'is in use by another program, so it is reached at port',
  );
  await page.goto('about:blank');
  await second.stop();
  other.close();
  await rm(dataFolder, { recursive: true, force: true });
});

test('one that refuses connections says so, and what that means for its log', async ({
  page,
  host,
}) => {
  await addReceiver(host, { name: 'refused', steps: [{ fault: 'refuse_connection' }] });
  await enter(page, host, '#/receivers');
  await expect(page.getByRole('option', { name: /^refusing connections refused/ })).toBeVisible();
  await expect(page.getByText('not logged')).toBeVisible();
});

for (const preset of ['Down for two hours', 'Connection refused', 'Https, all well'])
  test(`one created from "${preset}" can be used as a webhook at once`, async ({ page, host }) => {
    await enter(page, host, '#/receivers/gallery');
    await page.getByRole('button', { name: preset }).click();
    const use = page.getByRole('button', { name: 'Use as webhook', exact: true });
    await expect(use).toBeEnabled();
    await use.click();
    await expect
      .poll(async () => (await host.api('GET', '/destinations')) as { webhookUrl: string }[])
      .toContainEqual(
        expect.objectContaining({ webhookUrl: (await receiversOf(host))[0]?.url as string }),
      );
  });

test('a two-hour outage starts now, ends on the virtual clock, and restarts with one click', async ({
  page,
  host,
}) => {
  await enter(page, host, '#/receivers/gallery');
  await page.getByRole('button', { name: 'Down for two hours' }).click();
  await expect(page.getByRole('button', { name: 'End outage' })).toBeVisible();
  const startOf = async () => {
    const [receiver] = await receiversOf(host);
    const outage = receiver?.outage;
    const startsAt = outage && 'startsAt' in outage ? outage.startsAt : undefined;
    return startsAt == null ? startsAt : new Date(startsAt).getTime();
  };
  const first = Number(await startOf());
  await host.api('PUT', '/clock', { mode: 'fast', speed: 3_600 });
  const again = page.getByRole('button', { name: 'Start outage again' });
  await expect(again).toBeVisible();
  await host.api('PUT', '/clock', { mode: 'paused' });
  await again.click();
  await expect(page.getByRole('button', { name: 'End outage' })).toBeVisible();
  expect(Number(await startOf()) - first).toBeGreaterThanOrEqual(2 * 3_600_000);
  await page.getByRole('button', { name: 'End outage' }).click();
  await expect(again).toBeVisible();
  expect(await startOf()).toBeNull();
});
