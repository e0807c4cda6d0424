/** The behaviour of a receiver: put together, told in words while it is typed, refused at the field. */

import type { Page } from '@playwright/test';
import { addReceiver, post, receiversOf } from './support/receivers.ts';
import { enter, expect, goTo, test } from './support/workbench.ts';

const words = (page: Page) => page.getByRole('list', { name: 'What it does' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).last().click();
  await page.getByRole('option', { name: option }).first().click();
}

test.use({ viewport: { width: 1440, height: 900 } });

test('everything is set, told in plain words at once, saved, and done', async ({ page, host }) => {
  await addReceiver(host, { name: 'mine' });
  await enter(page, host, '#/receivers/mine/behaviour');
  await expect(words(page)).toHaveText('Every request: it answers 200.');
  await field(page, 'Status').fill('503');
  await expect(words(page)).toHaveText('Every request: it answers 503.');
  await page.getByRole('button', { name: 'Add a header' }).click();
  await field(page, 'Name of header 1 of step 1').fill('Retry-After');
  await field(page, 'Value of header 1 of step 1').fill('7');
  await field(page, 'Body').fill('busy');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('button', { name: /^Step 2/ }).click();
  await page.getByRole('button', { name: /^Step 1/ }).click();
  await field(page, 'Times').fill('2');
  await expect(words(page)).toHaveText('It answers 503 twice; from then on it answers 200.');
  await expect(
    page.getByRole('list', { name: 'The first answers' }).getByRole('listitem').first(),
  ).toHaveText('503');
  await field(page, 'Expected secret').fill('s3cret');
  await page.getByRole('checkbox', { name: /^Strict/ }).click();
  await page.getByRole('checkbox', { name: /^Limit the rate/ }).click();
  await field(page, 'At most').last().fill('100');
  await page.getByRole('checkbox', { name: /^Outage/ }).click();
  await page.getByRole('radio', { name: 'Every day' }).click();
  await field(page, 'From').fill('03:00');
  await field(page, 'To').fill('03:01');
  await page.getByRole('radio', { name: 'Repeat' }).click();
  await expect(words(page).getByRole('listitem')).toHaveText([
    'From 03:00 to 03:01 every day, on the virtual clock, it answers 503.',
    'Beyond 100 requests of one second it answers 429 with Retry-After: 1.',
    'A wrong or missing signature is answered with 401.',
    'It answers 503 twice, then answers 200 once, and then begins anew.',
  ]);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [receiver] = await receiversOf(host);
  expect(receiver).toMatchObject({
    secret: 's3cret',
    strict: true,
    then: 'repeat',
    rateLimit: { perSecond: 100, retryAfterSeconds: 1 },
    outage: { from: '03:00', to: '03:01', status: 503, fault: 'none' },
    steps: [{ status: 503, times: 2, headers: { 'Retry-After': '7' }, body: 'busy' }, {}],
  });
  if (receiver === undefined) throw new Error('There is no receiver.');
  const statuses = [];
  for (const secret of [undefined, 's3cret', 's3cret', 's3cret', 's3cret'])
    statuses.push(await post(receiver, '{"a":1}', secret));
  expect(statuses).toEqual([401, 503, 503, 200, 503]);
  await page.reload();
  await expect(field(page, 'From')).toHaveValue('03:00');
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('answers 503 twice');
});

test('chance has weights that are told as shares, and a seed', async ({ page, host }) => {
  await addReceiver(host, { name: 'mine', steps: [{ status: 503 }, {}] });
  await enter(page, host, '#/receivers/mine/behaviour');
  await page.getByRole('radio', { name: 'Random' }).click();
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('50 % of the draws');
  await page.getByRole('button', { name: /^Step 2/ }).click();
  await field(page, 'Weight').fill('3');
  await field(page, 'Seed').fill('7');
  await expect(words(page)).toHaveText(
    'Every request draws its answer: in 25 % it answers 503 and in 75 % it answers 200. Seed 7 draws the same answers every time.',
  );
  const told = await page
    .getByRole('list', { name: 'The first answers' })
    .getByRole('listitem')
    .allTextContents();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [receiver] = await receiversOf(host);
  if (receiver === undefined) throw new Error('There is no receiver.');
  const given: string[] = [];
  for (const _ of told) given.push(String(await post(receiver, '{}')));
  expect(given).toEqual(told);
});

test('a fault and a certificate are chosen by what they do, and the URL follows', async ({
  page,
  host,
}) => {
  await addReceiver(host, { name: 'mine' });
  await enter(page, host, '#/receivers/mine/behaviour');
  await choose(page, 'Fault', 'Slow body');
  await field(page, 'Pace').fill('5');
  await choose(page, 'Certificate', 'Expired last night');
  await page.getByRole('radio', { name: '1.3' }).click();
  await expect(words(page).getByRole('listitem')).toHaveText([
    /expired last night: a client that checks it sends nothing/,
    'It takes no TLS older than 1.3.',
    /answers 200 with a slow body, 5 bytes a second/,
  ]);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'mine' })).toContainText(
    /https:\/\/127\.0\.0\.1:\d+\/r\/mine/,
  );
});

test('steps are moved, copied and removed', async ({ page, host }) => {
  await addReceiver(host, { name: 'mine', steps: [{ status: 501 }, { status: 502 }] });
  await enter(page, host, '#/receivers/mine/behaviour');
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Move step 2 up' }).click();
  await expect(steps.first()).toContainText('answers 502 once');
  await page.getByRole('button', { name: 'Duplicate step 1' }).click();
  await expect(steps).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove step 3' }).click();
  await expect(words(page)).toHaveText('It answers 502 once; from then on it answers 502.');
});

test('what cannot be is refused at its field, and nothing typed is lost', async ({
  page,
  host,
}) => {
  await addReceiver(host, { name: 'taken' });
  const receiver = await addReceiver(host, { name: 'mine' });
  await enter(page, host, '#/receivers/mine/behaviour');
  const refusals = [
    ['Name', 'has spaces', /Name is a part of the receiver's URL/],
    ['Name', '', /Name is empty/],
    ['Name', 'taken', /A receiver named "taken" exists/],
    ['Status', '99', /status must be at least 100/],
    ['Delay', 'soon', /Write a time with its unit/],
    ['Delay', '2 h', /at most 3,600,000/],
  ] as const;
  for (const [name, typed, sentence] of refusals) {
    const input = field(page, name);
    const before = await input.inputValue();
    await input.fill(typed);
    await page.keyboard.press('Control+s');
    await expect(input, `${name}: ${typed}`).toHaveAccessibleDescription(sentence);
    await expect(input).toHaveValue(typed);
    await input.fill(before);
    await expect(input).not.toHaveAccessibleDescription(sentence);
  }
  await page.getByRole('checkbox', { name: /^Strict/ }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('needs a secret');
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible();
  expect((await receiversOf(host)).find(({ id }) => id === receiver.id)).toEqual(receiver);
});

test('saving leaves the open step open, and the focus where it was', async ({ page, host }) => {
  await addReceiver(host, { name: 'mine', steps: [{ status: 501 }, { status: 502 }] });
  await enter(page, host, '#/receivers/mine/behaviour');
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
  expect((await receiversOf(host))[0]?.steps[0]).toMatchObject({
    status: 418,
    delayMs: 20,
    body: 'tea',
  });
});

test('what is typed and not saved is there again after leaving, without the secret after a reload', async ({
  page,
  host,
}) => {
  await addReceiver(host, { name: 'mine' });
  await enter(page, host, '#/receivers/mine/behaviour');
  await field(page, 'Status').fill('418');
  await field(page, 'Expected secret').fill('typed-and-not-saved');
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible();
  await goTo(page, '#/sources');
  await expect(page.getByRole('heading', { name: 'No sources yet' })).toBeVisible();
  await goTo(page, '#/receivers/mine/behaviour');
  await expect(field(page, 'Status')).toHaveValue('418');
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain('418');
  expect(stored).not.toContain('typed-and-not-saved');
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(field(page, 'Status')).toHaveValue('200');
});
