/** The behavior of a mock endpoint: form, summary and validation. */

import type { Page } from '@playwright/test';
import { addMock, mocksOf, post } from './support/mocks.ts';
import type { Host } from './support/start-host.ts';
import { startTargetServer } from './support/target-server.ts';
import { unfold } from './support/unfold.ts';
import { enter, expect, goTo, openMenu, test } from './support/workbench.ts';

const behavior = (page: Page) => page.getByRole('region', { name: 'Behavior', exact: true });
const step = (page: Page, number: number) =>
  page.getByRole('list', { name: 'Steps' }).locator(`> li:nth-child(${number})`);
const open = (page: Page, number: number) =>
  page.getByRole('button', { name: `Details of step ${number}`, expanded: false }).click();

/** Chooses from the menu of a step. */
async function act(page: Page, number: number, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of step ${number}` }).click();
  await openMenu(page).getByRole('menuitem', { name: item }).click();
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const mockOf = async (host: Host, name: string) =>
  (await mocksOf(host)).find((mock) => mock.name === name);

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).last().click();
  await page.getByRole('option', { name: option }).first().click();
}

test.use({ viewport: { width: 1440, height: 900 } });

test('saves every setting, shows it in sentences and applies it', async ({ page, host }) => {
  await addMock(host, { name: 'mine' });
  await enter(page, host, '#/connections/mocks/mine');
  await field(page, 'Status of step 1').fill('503');
  await open(page, 1);
  await page.getByRole('button', { name: 'Add header' }).click();
  await field(page, 'Name of header 1 of step 1').fill('Retry-After');
  await field(page, 'Value of header 1 of step 1').fill('7');
  await field(page, 'Body').fill('busy');
  await expect(page.getByRole('button', { name: 'Details of step 1' })).toContainText('busy');
  await behavior(page).getByRole('button', { name: 'Step', exact: true }).click();
  await field(page, 'Times of step 1').fill('2');
  await expect(step(page, 2)).toContainText('from then on');
  // Only a random sequence needs a prediction.
  await expect(page.getByRole('list', { name: 'First responses' })).toBeHidden();
  await unfold(page, 'Signature');
  await field(page, 'Expected secret').fill('s3cret');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Verification code' })).toContainText(
    'WEBHOOK_SECRET',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /^Return 401/ }).click();
  await behavior(page).getByRole('button', { name: 'Rate limit' }).click();
  await field(page, 'Limit').fill('100');
  await behavior(page).getByRole('button', { name: 'Outage' }).click();
  await choose(page, 'Schedule', 'every day from');
  await field(page, 'From').fill('03:00');
  await field(page, 'To').fill('03:01');
  await page.getByRole('radio', { name: 'Repeat' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [mock] = await mocksOf(host);
  expect(mock).toMatchObject({
    secret: 's3cret',
    strict: true,
    then: 'repeat',
    rateLimit: { perSecond: 100, retryAfterSeconds: 1 },
    outage: { from: '03:00', to: '03:01', status: 503, fault: 'none' },
    steps: [{ status: 503, times: 2, headers: { 'Retry-After': '7' }, body: 'busy' }, {}],
  });
  if (mock === undefined) throw new Error('There is no mock endpoint.');
  const statuses = [];
  for (const secret of [undefined, 's3cret', 's3cret', 's3cret', 's3cret'])
    statuses.push(await post(mock, '{"a":1}', secret));
  expect(statuses).toEqual([401, 503, 503, 200, 503]);
  await page.reload();
  await expect(field(page, 'From')).toHaveValue('03:00');
  await expect(field(page, 'Times of step 1')).toHaveValue('2');
  // A rate limit of the settings is no fault.
  await expect(page.getByRole('region', { name: 'Fault', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Remove rate limit' }).click();
  await page.getByRole('button', { name: 'Remove outage' }).click();
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await mocksOf(host))[0])
    .toMatchObject({ rateLimit: null, outage: null });
});

test('shows an outage once', async ({ page, host }) => {
  await addMock(host, { name: 'erp', outage: { durationMs: 60_000 } });
  await enter(page, host, '#/connections/mocks/erp');
  await expect(page.getByRole('region', { name: 'Fault', exact: true })).toContainText(
    /returns 503/,
  );
  await expect(field(page, 'Duration')).toBeHidden();
  await page.keyboard.press('x');
  await expect(field(page, 'Duration')).toHaveValue('1 min');
  await behavior(page).getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('region', { name: 'Fault', exact: true })).toBeVisible();
  await expect(field(page, 'Duration')).toBeHidden();
});

test('forwards to a server, loses a response, and shows both sides', async ({ page, host }) => {
  const server = await startTargetServer();
  await addMock(host, { name: 'mine' });
  await enter(page, host, '#/connections/mocks/mine');
  await unfold(page, 'Forwarding');
  await page.getByRole('checkbox', { name: /^Forward requests/ }).click();
  await field(page, 'URL of your server').fill('localhost');
  await page.keyboard.press('Control+s');
  await expect(field(page, 'URL of your server')).toHaveAccessibleDescription(/http:\/\//);
  await field(page, 'URL of your server').fill(`${server.url}/in`);
  await expect(field(page, 'Status of step 1')).toBeHidden();
  await open(page, 1);
  await field(page, 'Copies').fill('2');
  await expect(step(page, 1)).toContainText('Forwards 2 copies');
  const add = behavior(page).getByRole('button', { name: 'Step', exact: true });
  await add.click();
  await choose(page, 'What step 2 does', 'Resets after the request');
  await add.click();
  await open(page, 3);
  await choose(page, 'Return', "This step's response, without forwarding");
  await field(page, 'Status of step 3').fill('503');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [mock] = await mocksOf(host);
  if (mock === undefined) throw new Error('There is no mock endpoint.');
  expect(await post(mock, '{"n":1}')).toBe(200);
  await expect(post(mock, '{"n":2}')).rejects.toThrow();
  expect(await post(mock, '{"n":3}')).toBe(503);
  expect(server.requests.map(({ path, body }) => `${path} ${body}`)).toEqual([
    '/in {"n":1}',
    '/in {"n":1}',
    '/in {"n":2}',
  ]);
  await goTo(page, '#/connections/mocks/mine/requests');
  const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
  await expect(rows).toHaveCount(3);
  await rows.nth(1).click();
  const request = page.getByRole('article', { name: 'POST /mock/mine' });
  const region = (name: string) => request.getByRole('region', { name, exact: true });
  await expect(region('Forwarded')).toContainText(`${server.url}/in`);
  await expect(region('Forwarded')).toContainText(/200 in /);
  await expect(region("Your server's headers")).toContainText('200');
  await expect(region("Your server's body")).toContainText('200');
  await rows.nth(2).click();
  await expect(region('Forwarded')).toContainText(/Response 2.*200 in /);
  await server.stop();
});

test('predicts a random sequence, moves, duplicates and removes steps, and selects fault and certificate', async ({
  page,
  host,
}) => {
  await test.step('weights and a seed', async () => {
    await addMock(host, { name: 'mine', steps: [{ status: 503 }, {}] });
    await enter(page, host, '#/connections/mocks/mine');
    await page.getByRole('radio', { name: 'Random' }).click();
    await expect(step(page, 1)).toContainText('50 %');
    await field(page, 'Weight of step 2').fill('3');
    await field(page, 'Seed').fill('7');
    await expect(step(page, 2)).toContainText('75 %');
    const predicted = await page
      .getByRole('list', { name: 'First responses' })
      .getByRole('listitem')
      .allTextContents();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const [mock] = await mocksOf(host);
    if (mock === undefined) throw new Error('There is no mock endpoint.');
    const returned: string[] = [];
    for (const _ of predicted) returned.push(String(await post(mock, '{}')));
    expect(returned).toEqual(predicted);
  });
  await test.step('steps', async () => {
    await addMock(host, { name: 'stepped', steps: [{ status: 501 }, { status: 502 }] });
    await goTo(page, '#/connections/mocks/stepped');
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    await expect(page.getByRole('heading', { name: 'stepped' })).toBeVisible();
    await act(page, 2, 'Move up');
    await expect(field(page, 'Status of step 1')).toHaveValue('502');
    await act(page, 1, 'Duplicate');
    await expect(steps).toHaveCount(3);
    await act(page, 3, 'Remove');
    await expect(steps).toHaveCount(2);
    await expect(field(page, 'Status of step 2')).toHaveValue('502');
    await expect(behavior(page).getByRole('button', { name: 'Step', exact: true })).toBeFocused();
  });
  await test.step('fault and certificate', async () => {
    await addMock(host, { name: 'faulty' });
    await goTo(page, '#/connections/mocks/faulty');
    await expect(page.getByRole('heading', { name: 'faulty' })).toBeVisible();
    await unfold(page, 'Certificate');
    await choose(page, 'What step 1 does', 'Slow body');
    await open(page, 1);
    await field(page, 'Speed').fill('5');
    await choose(page, 'Certificate', 'Expired');
    await page.getByRole('radio', { name: '1.3' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('region', { name: 'faulty' })).toContainText(
      /https:\/\/127\.0\.0\.1:\d+\/mock\/faulty/,
    );
  });
});

test('keeps unsaved input but never the secret, and rules as JSON with the problem at the field', async ({
  page,
  host,
}) => {
  await test.step('unsaved input', async () => {
    await addMock(host, { name: 'draft' });
    await enter(page, host, '#/connections/mocks/draft');
    await unfold(page, 'Signature');
    await field(page, 'Status of step 1').fill('418');
    await field(page, 'Expected secret').fill('typed-and-not-saved');
    await expect(page.getByText('Unsaved draft', { exact: true })).toBeVisible();
    await goTo(page, '#/connections');
    await expect(page.getByRole('region', { name: 'draft' })).toBeHidden();
    await goTo(page, '#/connections/mocks/draft');
    await expect(field(page, 'Status of step 1')).toHaveValue('418');
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...sessionStorage, ...localStorage }),
    );
    expect(stored).toContain('418');
    expect(stored).not.toContain('typed-and-not-saved');
    await page.getByRole('button', { name: 'Revert' }).click();
    await expect(field(page, 'Status of step 1')).toHaveValue('200');
  });
  await test.step('rules as JSON', async () => {
    await addMock(host, { name: 'ruled' });
    await goTo(page, '#/connections/mocks/ruled');
    await expect(page.getByRole('heading', { name: 'ruled' })).toBeVisible();
    await behavior(page).getByRole('button', { name: 'Rule', exact: true }).click();
    const rules = field(page, 'Rules as JSON');
    await rules.fill('[{ "match": { "type": "track" }, "status": 5 }]');
    await page.keyboard.press('Control+s');
    const problem = page.getByText(/^Rule 1: /);
    await expect(problem).toBeVisible();
    await expect(rules).toBeFocused();
    await rules.fill('[{ "match": { "type": "track" }, "status": 503 }]');
    await expect(problem).toHaveCount(0);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(behavior(page).getByRole('button', { name: 'Rules: 1 rule' })).toBeVisible();
    expect(await mockOf(host, 'ruled')).toMatchObject({
      rules: [{ match: { type: 'track' }, status: 503 }],
    });
  });
});

test('keeps open steps and focus when saving, and the input of each invalid field', async ({
  page,
  host,
}) => {
  await test.step('focus when saving', async () => {
    await addMock(host, { name: 'focused', steps: [{ status: 501 }, { status: 502 }] });
    await enter(page, host, '#/connections/mocks/focused');
    await open(page, 1);
    for (const [name, typed] of [
      ['Status of step 1', '418'],
      ['Delay of step 1', '20 ms'],
      ['Body', 'tea'],
    ] as const) {
      await field(page, name).fill(typed);
      await page.keyboard.press('Control+s');
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      await expect(field(page, name)).toBeFocused();
      await expect(field(page, name)).toHaveValue(typed);
    }
    expect((await mockOf(host, 'focused'))?.steps[0]).toMatchObject({
      status: 418,
      delayMs: 20,
      body: 'tea',
    });
  });
  await test.step('invalid fields', async () => {
    await addMock(host, { name: 'taken' });
    const mock = await addMock(host, { name: 'mine' });
    await goTo(page, '#/connections/mocks/mine');
    await expect(page.getByRole('heading', { name: 'mine' })).toBeVisible();
    await unfold(page, 'Name', 'Signature');
    const invalid = [
      ['Name', 'has spaces', /name/i],
      ['Name', '', /name/i],
      ['Name', 'taken', /taken/],
      ['Status of step 1', '99', /at least 100/],
      ['Delay of step 1', 'soon', /duration/],
      ['Delay of step 1', '2 h', /at most/],
    ] as const;
    for (const [name, typed, error] of invalid) {
      const input = field(page, name);
      const before = await input.inputValue();
      await input.fill(typed);
      await page.keyboard.press('Control+s');
      await expect(input, `${name}: ${typed}`).toHaveAccessibleDescription(error);
      await expect(input).toHaveValue(typed);
      await input.fill(before);
      await expect(input).not.toHaveAccessibleDescription(error);
    }
    await page.getByRole('checkbox', { name: /^Return 401/ }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert')).toContainText('secret');
    await expect(page.getByText('Unsaved draft', { exact: true })).toBeVisible();
    expect(await mockOf(host, 'mine')).toEqual(mock);
  });
});
