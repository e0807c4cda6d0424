/** From a fresh start to a delivered, signed event and a verdict, with nothing to go by but what is on the screen. */

import type { Locator, Page } from '@playwright/test';
import { press, tabTo } from './support/keys.ts';
import { expectGoodLooksInBothThemes, expectRoom } from './support/looks.ts';
import { connect, deliveriesOf, ingest, track } from './support/seed.ts';
import { enterSend } from './support/send-drawer.ts';
import { signatureOf as digestOf, strict } from './support/signature-check.ts';
import type { Host } from './support/start-host.ts';
import type { ScriptedResponse, TargetServer } from './support/target-server.ts';
import { unfold } from './support/unfold.ts';
import { signatureOf } from './support/wire-target.ts';
import { copied, enter, expect, openPalette, test } from './support/workbench.ts';

const start = (page: Page, host: Host) => enter(page, host, '');
const urlField = (page: Page) => page.getByRole('textbox', { name: 'URL', exact: true });
const secretField = (page: Page) => page.getByRole('textbox', { name: 'Shared secret' });
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const sendButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Send( again)?$/ });
const question = (page: Page) =>
  page.getByRole('heading', { name: 'What does your server do with an event?' });

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press('ControlOrMeta+v');
}

async function sendTo(page: Page, url: string): Promise<void> {
  await expect(urlField(page)).toBeFocused();
  await paste(page, url);
  await sendButton(page).click();
}

/** Rejects everything, and prints the digest of the body with a line end. */
const hashingOneByteMore =
  (secret: string): ScriptedResponse =>
  ({ body }, response) =>
    response
      .writeHead(401, { server: 'Werkzeug/3.1 Python/3.13' })
      .end(JSON.stringify({ computed: digestOf(secret, `${body}\n`) }));

/** Events and their forged copies, without those that check whether the server hashes the raw body. */
const eventsOf = ({ requests }: TargetServer) =>
  requests.filter(({ body }) => !body.includes('"hookwright-certification"'));

async function expectSigned(target: TargetServer, secret: string): Promise<void> {
  const [request] = await target.received(1);
  expect(request?.headers['x-signature']).toBe(signatureOf(request?.body ?? '', secret));
}

test.describe('at a first start', () => {
  test.use({ hostOptions: { firstContent: true } });

  test('shows the verdict after a paste and a click', async ({ page, host, target }) => {
    await start(page, host);
    await sendTo(page, `${target.url}/hook`);
    await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
    await expect(result(page)).toContainText(/responded in [\d.]+ m?s/i);
    await expect(result(page)).toContainText('Accepts forged requests');
    await page.getByRole('button', { name: 'Copy shared secret' }).click();
    const secret = await copied(page);
    await expectSigned(target, secret);
    const [original, tampered] = eventsOf(target);
    expect(tampered?.headers['x-signature']).toBe(original?.headers['x-signature']);
    expect(tampered?.body).not.toBe(original?.body);
    target.respond(strict(secret));
    await result(page).getByRole('button', { name: 'Test again' }).click();
    await expect(result(page)).toContainText('Rejects forged requests');
    const sent = target.requests.length;
    await page.reload();
    await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
    await expect(result(page)).toContainText('Rejects forged requests');
    expect(target.requests).toHaveLength(sent);
    await expect(urlField(page)).toHaveValue(`${target.url}/hook`);
    await result(page).getByRole('link', { name: 'View request' }).click();
    await expect(page.getByRole('article', { name: 'Copy of Order Completed' })).toContainText(
      'Rejected, as expected',
    );
  });

  test('warns of a server that verifies re-serialized JSON', async ({ page, host, target }) => {
    await start(page, host);
    const secret = await secretField(page).inputValue();
    target.respond(({ body, headers }, response) => {
      const digest = digestOf(secret, JSON.stringify(JSON.parse(body)));
      response.writeHead(headers['x-signature'] === digest ? 200 : 401).end();
    });
    await sendTo(page, `${target.url}/hook`);
    await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
    await expect(result(page)).toContainText('Verifies re-serialized JSON');
    expect(target.requests.some(({ body }) => body.includes(':12345678901234567890'))).toBe(true);
    await expect(result(page).getByRole('link', { name: 'View request' })).toBeVisible();
    await expect(result(page)).toContainText('Verifies re-serialized JSON');
    await expect(result(page)).not.toContainText('Rejects forged requests');
    const sent = target.requests.length;
    await page.reload();
    await expect(result(page)).toContainText('Verifies re-serialized JSON');
    expect(target.requests).toHaveLength(sent);
  });

  test('changes its own destination only', async ({ page, host, target }) => {
    await start(page, host);
    await sendTo(page, `${target.url}/first`);
    const paths = () => eventsOf(target).map(({ path }) => path);
    await expect.poll(paths).toEqual(['/first', '/first']);
    await urlField(page).fill(`${target.url}/second`);
    await page.keyboard.press('Enter');
    await expect.poll(paths).toEqual(['/first', '/first', '/second', '/second']);
    const destinations = (await host.api('GET', '/destinations')) as { webhookUrl: string }[];
    expect(destinations.map(({ webhookUrl }) => webhookUrl)).toEqual([`${target.url}/second`]);
  });

  test('the mock endpoint needs one click, and rejects forged requests', async ({ page, host }) => {
    await start(page, host);
    await page.getByRole('button', { name: 'Use a mock endpoint' }).click();
    await expect(result(page)).toContainText(/Reached the mock endpoint.*200/);
    await expect(page.getByRole('main')).toContainText('The mock endpoint accepted it');
    const log = (await host.api('GET', '/mocks/my-endpoint/requests')) as {
      items: { signature: unknown }[];
    };
    expect(log.items.at(-1)?.signature).toEqual({ raw: 'match', parsed: 'match' });
    await expect(result(page)).toContainText('Rejects forged requests');
    // Its digest is in its response, so a different secret is named.
    await secretField(page).fill('another secret');
    await sendButton(page).click();
    await expect(result(page)).toContainText('The mock endpoint uses another secret');
  });
});

test('works with the keyboard and a custom secret', async ({ page, host, target }) => {
  target.respond(strict('my own secret'));
  await start(page, host);
  await expect(urlField(page)).toBeFocused();
  await paste(page, ` ${target.url}/hook\n`);
  await tabTo(page, secretField(page));
  await page.keyboard.press('ControlOrMeta+a');
  await paste(page, 'my own secret');
  await page.keyboard.press('Enter');
  await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
  await expectSigned(target, 'my own secret');
  await expect(result(page)).toContainText('Rejects forged requests');
  await press(page, result(page).getByRole('button', { name: 'Test again' }));
  await expect(result(page).getByRole('button', { name: 'Test again' })).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Show the setup code' }));
  await expect(page.getByRole('heading', { name: 'My app' })).toBeVisible();
});

test('sends the chosen event, signed like a provider', async ({ page, host, target }) => {
  const choose = async (name: string, option: string | RegExp): Promise<void> => {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await start(page, host);
  await choose('Event', 'User signed up');
  await urlField(page).fill(`${target.url}/hook`);
  await sendButton(page).click();
  await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
  expect(JSON.parse(eventsOf(target)[0]?.body ?? '')).toMatchObject({ type: 'identify' });
  await choose('Signs like', /^Stripe/);
  await sendButton(page).click();
  await expect.poll(() => eventsOf(target).at(-1)?.headers['stripe-signature']).toContain('v1=');
  await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
});

test('explains an invalid URL and a failed server in place', async ({ page, host, target }) => {
  await start(page, host);

  await test.step('the URL is checked before anything is sent', async () => {
    await expect(urlField(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('URL');
    await page.keyboard.type('example.com/hook');
    await expect(page.getByRole('alert')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('http://');
    await expect(urlField(page)).toBeFocused();
    expect(await deliveriesOf(host)).toEqual([]);
  });
  await test.step('a URL of this machine is completed', async () => {
    const { host: address } = new URL(target.url);
    target.respond((_, response) => response.writeHead(500).end());
    await urlField(page).fill(`${address}/first`);
    await page.keyboard.press('Enter');
    await expect(urlField(page)).toHaveValue(`http://${address}/first`);
    await target.received(1);
  });
  await test.step('the start of the response is shown, but no page', async () => {
    target.respond((_, response) =>
      response.writeHead(500).end('{\n  "error": "no such table"\n}'),
    );
    await urlField(page).fill(`${target.url}/hook`);
    await page.keyboard.press('Enter');
    await expect(result(page)).toContainText('{ "error": "no such table" }');
    target.respond((_, response) => response.writeHead(500).end('<!doctype html>'));
    await sendButton(page).click();
    await target.received(3);
    await expect(result(page)).not.toContainText('no such table');
    await expect(result(page)).toContainText('returned 500');
    await expect(result(page)).not.toContainText('doctype');
  });
});

test('shows the reason and fix of a failure, and replaces its retries when sent again', async ({
  page,
  host,
  target,
}) => {
  await start(page, host);
  await sendTo(page, 'http://127.0.0.1:9/hook');
  await expect(result(page)).toContainText('Connection refused');
  await expect(result(page)).toContainText('Start your server');
  await expect(result(page)).toContainText(/Attempt 2 in \d+ s/);
  await expect(page.getByText('Event sent. There was no response.', { exact: true })).toBeVisible();
  target.respond(404);
  await urlField(page).fill(`${target.url}/wrong`);
  await page.keyboard.press('Enter');
  await expect(result(page)).toContainText(/Reached your server.*404/);
  await expect(result(page)).toContainText('Check the path');
  await expect(page.getByRole('button', { name: 'View', exact: true })).toBeVisible();
  const states = (await deliveriesOf(host)).map(({ state }) => state);
  expect(states).toEqual(['refused', 'cancelled']);
});

test('diagnoses a rejected signature in place, in the language of the server', async ({
  page,
  host,
  target,
}) => {
  await start(page, host);
  const secret = await secretField(page).inputValue();
  target.respond(hashingOneByteMore(secret));
  await sendTo(page, `${target.url}/hook`);
  const cause = result(page).locator('[data-cause="body_newline"]');
  await expect(cause).toContainText('request.get_data()');
  await expect(result(page).getByRole('list', { name: 'Differences' })).toContainText('line feed');
  await result(page).getByRole('combobox', { name: 'Language of the fix' }).click();
  await page.getByRole('option', { name: 'PHP' }).click();
  await expect(cause).toContainText('php://input');
  target.respond(401);
  await sendButton(page).click();
  await press(page, result(page).getByRole('button', { name: 'Enter the digest' }));
  await expect(page.getByRole('textbox', { name: 'Signature', exact: true })).toBeFocused();
});

test('ends with the delivery that it opens, and stays reachable later', async ({
  page,
  host,
  target,
}) => {
  await start(page, host);
  await sendTo(page, `${target.url}/hook`);
  await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
  await expect(result(page)).toContainText('Accepts forged requests');
  await page.getByRole('button', { name: 'Open delivery' }).click();
  await expect(page.getByRole('article', { name: 'Order Completed' })).toBeVisible();
  await start(page, host);
  await expect(page.getByRole('option', { name: /Order Completed/ })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await openPalette(page);
  await page.keyboard.type('test a url');
  await page.keyboard.press('Enter');
  await expect(urlField(page)).toBeFocused();
  await expect(urlField(page)).toHaveValue(`${target.url}/hook`);
});

test('says that messages arrive but are rejected', async ({ page, host }) => {
  await start(page, host);
  await expect(question(page)).toBeVisible();
  await ingest(host, 'no-such-key', { userId: 'ada', event: 'Signed Up' });
  await expect(page.getByText('1 message rejected at ingestion')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('option', { name: /unknown_source/ })).toBeVisible();
});

test('does not come back after everything was deleted', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await target.received(1);
  await host.api('POST', '/jobs', { kind: 'delete' });
  await start(page, host);
  await expect(
    page.getByRole('heading', { name: 'Deliveries appear here as messages arrive' }),
  ).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Send event/ })
    .click();
  await expect(page.getByRole('dialog', { name: /Send/ })).toBeVisible();
});

test.describe('with an SDK already set up', () => {
  test.use({ hostOptions: { firstContent: true } });

  test('is replaced by its first event', async ({ page, host }) => {
    await start(page, host);
    await expect(urlField(page)).toBeFocused();
    await urlField(page).fill('http://localhost:3000');
    const [source] = (await host.api('GET', '/sources')) as Parameters<typeof track>[1][];
    if (source !== undefined) await track(host, source, 'From an SDK');
    await expect(page.getByRole('option', { name: /From an SDK/ })).toBeVisible();
    await start(page, host);
    await expect(page.getByRole('option', { name: /From an SDK/ })).toBeVisible();
  });
});

const placeOf = async (part: Locator) => {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x, y, width, height].map(Math.round);
};

test('looks good at every size, and its result stays in place', async ({ page, host, target }) => {
  const look = async (screen: string): Promise<void> => {
    await expectGoodLooksInBothThemes(page, screen);
    for (const [width, height] of [
      [1600, 1000],
      [1280, 800],
      [900, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectRoom(page, `${screen}, ${width}x${height}`);
    }
  };
  await page.setViewportSize({ width: 900, height: 600 });
  await start(page, host);
  await look('fresh');
  const place = await placeOf(result(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await placeOf(result(page))).toEqual(place);
  await sendTo(page, `${target.url}/hook`);
  await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
  expect(await placeOf(result(page))).toEqual(place);
  await expect(result(page)).toContainText('Accepts forged requests');
  expect(await placeOf(result(page))).toEqual(place);
  await look('accepts anything');
  target.respond(hashingOneByteMore(await secretField(page).inputValue()));
  await sendButton(page).click();
  await expect(result(page).getByRole('list', { name: 'Differences' })).toBeAttached();
  expect((await placeOf(result(page))).slice(0, 3)).toEqual(place.slice(0, 3));
  await look('diagnosed');
});

test('links from a new source to a new destination', async ({ page, host }) => {
  await enter(page, host, '#/connections/sources/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('My app');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My app' })).toBeVisible();
  await page.getByRole('link', { name: 'Create a destination' }).click();
  await expect(page.getByRole('heading', { name: 'New destination' })).toBeVisible();
  const sources = page.getByRole('region', { name: 'Connected sources' });
  await expect(sources).toContainText('My app');
  await unfold(page, 'Connected sources');
  await expect(sources.getByRole('checkbox', { name: 'My app' })).toBeChecked();
});

test('creates the first source where it sends', async ({ page, host }) => {
  await enterSend(page, host);
  await page.getByRole('textbox', { name: 'Send as' }).fill('My app');
  await page.keyboard.press('Enter');
  const noDestination = page.getByRole('region', { name: 'No destination' });
  await expect(noDestination).toContainText('Accepted but not delivered');
  await noDestination.getByRole('link', { name: 'Create a destination' }).click();
  await expect(page.getByRole('heading', { name: 'New destination' })).toBeVisible();
});
