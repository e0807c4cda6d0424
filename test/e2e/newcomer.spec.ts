/** The ways of somebody who opens Hookwright for the first time, with each action counted. */
import type { Locator, Page } from '@playwright/test';
import { connect, secret, track } from './support/seed.ts';
import { signatureOf, strict } from './support/signature-check.ts';
import type { Host } from './support/start-host.ts';
import type { ScriptedResponse } from './support/target-server.ts';
import { copied, enter, expect, test } from './support/workbench.ts';

test.use({ groupBy: null });

/** What a user does: a click, a shortcut, or text entered into a field. */
function actions() {
  const done: string[] = [];
  return {
    done,
    act: async (name: string, action: () => Promise<void>): Promise<void> => {
      done.push(name);
      await action();
    },
  };
}

const xray = (page: Page): Locator =>
  page.getByRole('region').filter({ has: page.getByRole('list', { name: 'Differences' }) });
const cause = (page: Page): Locator => page.locator('[data-cause]').first();
const pane = (page: Page): Locator => page.getByRole('region', { name: 'Scenario', exact: true });

/** What Python's `json.dumps` makes of a parsed body. */
const python = (body: string): string =>
  JSON.stringify(JSON.parse(body), null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) /g, '$1');

const reserializing =
  (respond: (digest: string) => string): ScriptedResponse =>
  ({ body, headers }, response) => {
    const digest = signatureOf(secret, python(body).replace(/ ([\]}])/g, '$1'));
    const isRight = headers['x-signature'] === digest;
    response
      .writeHead(isRight ? 200 : 401, { server: 'Werkzeug/3.1 Python/3.13' })
      .end(isRight ? '' : respond(digest));
  };

/** The newest delivery, in the group of its cause. */
async function openRefused(page: Page, host: Host): Promise<void> {
  await enter(page, host);
  await page.getByRole('treeitem', { name: /Order Completed/ }).click();
  await expect(page.getByRole('article', { name: 'Order Completed' })).toBeVisible();
}

test.describe('at a first start', () => {
  test.use({ hostOptions: { firstContent: true } });

  test('a verdict on a pasted URL takes two actions', async ({ page, host, target }) => {
    const { act, done } = actions();
    await enter(page, host, '');
    const field = page.getByRole('textbox', { name: 'Webhook URL' });
    await expect(field).toBeFocused();
    const own = await page.getByRole('textbox', { name: 'Shared secret' }).inputValue();
    target.respond(strict(own));
    await act('paste', () => page.keyboard.insertText(`${target.url}/hook`));
    await act('send', () => page.keyboard.press('Enter'));
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Delivered: 200');
    await expect(result).toContainText('Rejects tampered requests');
    expect(done.length).toBeLessThanOrEqual(2);
  });

  test('an outage of two hours is painted, run and saved in at most eight actions', async ({
    page,
    host,
  }) => {
    const { act, done } = actions();
    await enter(page, host, '');
    await act('rehearse', () => page.getByRole('link', { name: 'Rehearse an outage' }).click());
    await act('count', () => page.getByLabel('count', { exact: true }).fill('90'));
    await act('duration', () => page.getByLabel('for', { exact: true }).fill('2 h'));
    await expect(page.getByText('would be held')).toBeVisible();
    await act('run', () => pane(page).getByRole('button', { name: /^Run/ }).click());
    await expect(pane(page).getByRole('heading', { name: 'Outage' })).toContainText('passed');
    await expect(page.getByRole('list', { name: 'Result' })).toContainText('0 lost');
    await act('save', () => pane(page).getByRole('button', { name: 'Save as scenario' }).click());
    await expect(
      page.getByRole('list', { name: 'Your scenarios' }).getByRole('link', { name: 'Outage' }),
    ).toBeVisible();
    const { text } = (await host.api('GET', '/scenarios/outage.yaml')) as { text: string };
    expect(text).toContain('for: 2h');
    expect(done.length).toBeLessThanOrEqual(8);
  });
});

test('a signature bug is named on the refused delivery, fixed and tried again there', async ({
  page,
  host,
  target,
}) => {
  const { act, done } = actions();
  target.respond(reserializing((digest) => `expected ${digest}`));
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await openRefused(page, host);
  await expect(cause(page)).toContainText('request.get_data()');
  await act('fix', () =>
    xray(page)
      .getByRole('button', { name: /^Copy fix for/ })
      .click(),
  );
  await expect.poll(() => copied(page)).toContain('request.get_data()');
  target.respond(strict(secret));
  await act('retry', () => page.keyboard.press('r'));
  await expect(page.getByRole('article', { name: 'Order Completed' })).toContainText('delivered');
  expect(page.url()).toContain('#/deliveries/');
  expect(done.length).toBeLessThanOrEqual(4);
});

test('of a server that returns no digest, too, once it returns what it hashed', async ({
  page,
  host,
  target,
}) => {
  const { act, done } = actions();
  target.respond(reserializing(() => ''));
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await openRefused(page, host);
  const language = page.getByRole('combobox', { name: 'Language of the fix' });
  await expect(language).toContainText('Python');
  await act('line', () => page.getByRole('button', { name: 'Copy line for Python' }).click());
  await expect.poll(() => copied(page)).toContain('401');
  target.respond(reserializing((digest) => digest));
  await act('retry', () => page.keyboard.press('r'));
  await expect(cause(page)).toContainText('request.get_data()');
  expect(page.url()).toContain('#/deliveries/');
  expect(done.length).toBeLessThanOrEqual(4);
});
