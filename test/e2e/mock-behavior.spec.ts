/** The behavior of a mock endpoint: form, summary and validation. */

import type { Page } from '@playwright/test';
import { addMock, mocksOf, post } from './support/mocks.ts';
import type { Host } from './support/start-host.ts';
import { startTargetServer } from './support/target-server.ts';
import { unfold } from './support/unfold.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

const summary = (page: Page) => page.getByRole('list', { name: 'Behavior' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const mockOf = async (host: Host, name: string) =>
  (await mocksOf(host)).find((mock) => mock.name === name);

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).last().click();
  await page.getByRole('option', { name: option }).first().click();
}

test.use({ viewport: { width: 1440, height: 900 } });

test('saves every setting, summarizes it and applies it', async ({ page, host }) => {
  await addMock(host, { name: 'mine' });
  await enter(page, host, '#/connections/mocks/mine');
  await field(page, 'Status of every response').fill('503');
  await unfold(page, 'Steps', 'Outage and rate limit', 'Name and signature');
  await expect(field(page, 'Status')).toHaveValue('503');
  await page.getByRole('button', { name: 'Add header' }).click();
  await field(page, 'Name of header 1 of step 1').fill('Retry-After');
  await field(page, 'Value of header 1 of step 1').fill('7');
  await field(page, 'Body').fill('busy');
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('button', { name: /^Step 2/ }).click();
  await page.getByRole('button', { name: /^Step 1/ }).click();
  await field(page, 'Times').fill('2');
  await expect(summary(page)).toHaveText('Returns 503 ×2, then always returns 200');
  await expect(
    page.getByRole('list', { name: 'First responses' }).getByRole('listitem').first(),
  ).toHaveText('503');
  await field(page, 'Expected secret').fill('s3cret');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Verification code' })).toContainText(
    'WEBHOOK_SECRET',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /^Return 401/ }).click();
  await page.getByRole('checkbox', { name: /^Rate limit/ }).click();
  await field(page, 'Limit').fill('100');
  await page.getByRole('checkbox', { name: /^Outage/ }).click();
  await page.getByRole('radio', { name: 'Every day' }).click();
  await field(page, 'From').fill('03:00');
  await field(page, 'To').fill('03:01');
  await page.getByRole('radio', { name: 'Repeat' }).click();
  await expect(summary(page).getByRole('listitem')).toHaveText([
    /03:00 to 03:01.*503/,
    /100 requests.*429.*Retry-After 1 s/,
    /signature.*401/,
    /503 ×2.*200.*repeats/,
  ]);
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
  await unfold(page, 'Outage and rate limit');
  await expect(field(page, 'From')).toHaveValue('03:00');
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('returns 503 ×2');
});

test('forwards to a server, loses a response, and shows both sides', async ({ page, host }) => {
  const server = await startTargetServer();
  await addMock(host, { name: 'mine' });
  await enter(page, host, '#/connections/mocks/mine');
  await unfold(page, 'Forwarding', 'Steps');
  await page.getByRole('checkbox', { name: /^Forward requests/ }).click();
  await field(page, 'URL of your server').fill('localhost');
  await page.keyboard.press('Control+s');
  await expect(field(page, 'URL of your server')).toHaveAccessibleDescription(/http:\/\//);
  await field(page, 'URL of your server').fill(`${server.url}/in`);
  await expect(field(page, 'Status')).toBeHidden();
  await field(page, 'Copies').fill('2');
  await page.getByRole('button', { name: 'Add step' }).click();
  await choose(page, 'Fault', 'Resets after the request');
  await page.getByRole('button', { name: 'Add step' }).click();
  await choose(page, 'Return', "This step's response, without forwarding");
  await field(page, 'Status').fill('503');
  await expect(summary(page).getByRole('listitem')).toHaveText([
    new RegExp(server.url),
    /^Forwards 2 copies, then forwards, then resets .* then always returns 503$/,
  ]);
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
    await expect(page.getByRole('list', { name: 'Steps' })).toContainText('50%');
    await page.getByRole('button', { name: /^Step 2/ }).click();
    await field(page, 'Weight').fill('3');
    await field(page, 'Seed').fill('7');
    await expect(summary(page)).toHaveText(/25%.*503.*75%.*200.*seed 7/);
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
    await page.getByRole('button', { name: 'Move step 2 up' }).click();
    await expect(steps.first()).toContainText('returns 502');
    await page.getByRole('button', { name: 'Duplicate step 1' }).click();
    await expect(steps).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove step 3' }).click();
    await expect(summary(page)).toHaveText('Returns 502, then always returns 502');
  });
  await test.step('fault and certificate', async () => {
    await addMock(host, { name: 'faulty' });
    await goTo(page, '#/connections/mocks/faulty');
    await expect(page.getByRole('heading', { name: 'faulty' })).toBeVisible();
    await unfold(page, 'Steps', 'Certificate');
    await choose(page, 'Fault', 'Slow body');
    await field(page, 'Speed').fill('5');
    await choose(page, 'Certificate', 'Expired');
    await page.getByRole('radio', { name: '1.3' }).click();
    await expect(summary(page).getByRole('listitem')).toHaveText([
      /expired/,
      /TLS 1.3/,
      /200 with a slow body at 5 bytes/,
    ]);
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
    await unfold(page, 'Steps', 'Name and signature');
    await field(page, 'Status').fill('418');
    await field(page, 'Expected secret').fill('typed-and-not-saved');
    await expect(page.getByText('Unsaved draft', { exact: true })).toBeVisible();
    await goTo(page, '#/connections');
    await expect(page.getByRole('region', { name: 'draft' })).toBeHidden();
    await goTo(page, '#/connections/mocks/draft');
    await expect(field(page, 'Status')).toHaveValue('418');
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...sessionStorage, ...localStorage }),
    );
    expect(stored).toContain('418');
    expect(stored).not.toContain('typed-and-not-saved');
    await page.getByRole('button', { name: 'Revert' }).click();
    await expect(field(page, 'Status')).toHaveValue('200');
  });
  await test.step('rules as JSON', async () => {
    await addMock(host, { name: 'ruled' });
    await goTo(page, '#/connections/mocks/ruled');
    await expect(page.getByRole('heading', { name: 'ruled' })).toBeVisible();
    await page.getByRole('button', { name: 'Rules' }).click();
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
    await expect(summary(page)).toContainText('1 rule');
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
    await page.getByRole('button', { name: /^Step 1/ }).click();
    for (const [name, typed] of [
      ['Status', '418'],
      ['Delay', '20 ms'],
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
    await unfold(page, 'Steps', 'Name and signature');
    const invalid = [
      ['Name', 'has spaces', /name/i],
      ['Name', '', /name/i],
      ['Name', 'taken', /taken/],
      ['Status', '99', /at least 100/],
      ['Delay', 'soon', /duration/],
      ['Delay', '2 h', /at most/],
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
