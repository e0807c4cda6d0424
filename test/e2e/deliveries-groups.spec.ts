/** Deliveries in groups: by cause while anything fails, with actions on a group. */
import type { Page } from '@playwright/test';
import { noRetry, patient } from './support/lasting-states.ts';
import { expectGoodLooksInBothThemes, expectRoom } from './support/looks.ts';
import {
  addDestination,
  addSource,
  connect,
  deliveriesOf,
  track,
  trackMany,
} from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import { chip, enter, expect, groupBy, openMenu, test } from './support/workbench.ts';

test.use({ groupBy: null });

const tree = (page: Page) => page.getByRole('tree', { name: 'Deliveries' });
const groups = (page: Page) => tree(page).locator('[aria-level="1"]');
const rows = (page: Page) => tree(page).getByRole('treeitem', { name: /^\w+ track/ });
const group = (page: Page, name: RegExp) => groups(page).filter({ hasText: name });
const detail = (page: Page) => page.getByRole('region', { name: 'Delivery', exact: true });

/** Of each event, one is delivered, one refused and one waits after a 503. */
async function some(host: Host, target: TargetServer, count: number) {
  target.respond(({ path }, response) => {
    response.writeHead(Number(path.slice(1))).end();
  });
  const source = await addSource(host);
  for (const [name, status, retry] of [
    ['Analytics', 200, patient],
    ['Billing', 401, patient],
    ['Warehouse', 503, patient],
  ] as const)
    await addDestination(host, {
      ...{ name, retry },
      webhookUrl: `${target.url}/${status}`,
      sourceIds: [source.id],
    });
  await trackMany(host, source, count);
  await target.received(3 * count);
  return source;
}

test('groups by cause as soon as anything fails, and says what follows', async ({
  page,
  host,
  target,
}) => {
  const { source } = await connect(host, target.url, { retry: patient });
  await track(host, source, 'Delivered');
  await enter(page, host);
  await expect(page.getByRole('option', { name: /Delivered/ })).toBeVisible();
  target.respond(503);
  await track(host, source, 'Order Completed');
  await expect(groups(page)).toHaveCount(2);
  await expect(groups(page).first()).toHaveAccessibleName(/returns 503 Retried until .* 1$/);
  await expect(groups(page).last()).toHaveAccessibleName(/^Accepted by every URL .* 1$/);
  await expect(rows(page)).toHaveCount(2);
  // The next one joins its group.
  await track(host, source, 'Order Completed');
  await expect(groups(page).first()).toHaveAccessibleName(/returns 503 .* 2$/);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('2 groups', { exact: true })).toBeVisible();
  // What was accepted at last leaves it.
  target.respond(200);
  await host.api('POST', '/deliveries/2/retry');
  await host.api('POST', '/deliveries/3/retry');
  await expect(page.getByRole('option')).toHaveCount(3);
});

test('keeps the choice of the user', async ({ page, host, target }) => {
  await some(host, target, 3);
  await enter(page, host);
  await expect(groups(page)).toHaveCount(3);
  await groupBy(page, 'None');
  await expect(page.getByRole('option')).toHaveCount(9);
  await page.reload();
  await expect(page.getByRole('option')).toHaveCount(9);
  await groupBy(page, 'Event');
  await expect(page.getByRole('tree', { name: 'Messages' }).getByRole('treeitem')).toHaveCount(3);
  await groupBy(page, 'Cause');
  await expect(groups(page)).toHaveCount(3);
});

test('counts what fails and what was refused, also within a filter', async ({
  page,
  host,
  target,
}) => {
  await some(host, target, 3);
  await enter(page, host);
  await expect(chip(page, 'All')).toHaveText('All9');
  await expect(chip(page, 'Failing')).toHaveText('Failing3');
  await chip(page, 'Refused').click();
  await expect(groups(page)).toHaveCount(1);
  await expect(groups(page)).toHaveAccessibleName(/returns 401 Not retried.* 3$/);
  await expect(rows(page)).toHaveCount(3);
  await chip(page, 'Failing').click();
  await expect(groups(page)).toHaveAccessibleName(/returns 503 .* 3$/);
  await page.reload();
  await expect(groups(page)).toHaveAccessibleName(/returns 503 .* 3$/);
  await page.goto(`${host.interfaceUrl}#/deliveries?filter=event%3A%22Event+2%22`);
  await expect(chip(page, 'All')).toHaveText('All3');
  await expect(chip(page, 'Refused')).toHaveText('Refused1');
  await expect(groups(page)).toHaveCount(3);
});

test('moves through groups and rows with the keyboard', async ({ page, host, target }) => {
  await some(host, target, 9);
  await enter(page, host);
  await expect(rows(page)).toHaveCount(6);
  await page.keyboard.press('j');
  await expect(detail(page).getByRole('article', { name: 'Event 9' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(group(page, /503/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(group(page, /503/)).toHaveAttribute('aria-expanded', 'false');
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(6);
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('j');
  await expect(tree(page).getByRole('treeitem', { name: 'Show 3 more' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(9);
  await page.keyboard.press('End');
  await expect(group(page, /Accepted/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(rows(page)).toHaveCount(15);
});

test('shows a delivery that was opened by its address in its group', async ({
  page,
  host,
  target,
}) => {
  await some(host, target, 9);
  // The oldest one that was delivered: its group is folded, and it isn't among the first.
  const [oldest] = (await deliveriesOf(host))
    .filter(({ state }) => state === 'delivered')
    .reverse();
  await enter(page, host, `#/deliveries/${oldest?.id}`);
  await expect(group(page, /Accepted/)).toHaveAttribute('aria-expanded', 'true');
  const row = rows(page).and(page.locator('[aria-selected="true"]'));
  await expect(row).toHaveAccessibleName(/Event 1 /);
  await expect(row).toBeInViewport();
  await group(page, /Accepted/).click();
  await expect(group(page, /Accepted/)).toHaveAttribute('aria-expanded', 'false');
});

test('shows the same cause at two destinations once', async ({ page, host, target }) => {
  target.respond(({ path }, response) => {
    response.writeHead(Number(path.slice(1))).end();
  });
  const source = await addSource(host);
  for (const name of ['Billing', 'Mirror'])
    await addDestination(host, {
      ...{ name, webhookUrl: `${target.url}/401`, sourceIds: [source.id] },
    });
  await trackMany(host, source, 2);
  await target.received(4);
  await enter(page, host);
  await expect(groups(page)).toHaveAccessibleName(/returns 401 .* 4$/);
  await expect(rows(page).filter({ hasText: 'Mirror' })).toHaveCount(2);
  await group(page, /401/).hover();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await openMenu(page).getByRole('menuitem', { name: 'Filter by this' }).click();
  await expect(page.getByRole('option')).toHaveCount(4);
});

test('retries, filters and exports a group', async ({ page, host, target }) => {
  await some(host, target, 8);
  await enter(page, host);
  await group(page, /503/).hover();
  await page.getByRole('button', { name: /^Actions for .* returns 503/ }).click();
  await openMenu(page).getByRole('menuitem', { name: 'Retry 8…' }).click();
  const plan = page.getByRole('region', { name: 'Retry 8 deliveries to 1 URL?' });
  await expect(plan).toContainText('returns 503');
  await expect(plan.getByRole('table', { name: 'Requests to' })).toContainText('Warehouse');
  await page.keyboard.press('Escape');
  await expect(plan).toHaveCount(0);
  // The group at which the keys are takes the place of the list.
  await group(page, /401/).click();
  await page.keyboard.press('a');
  await expect(
    openMenu(page).getByRole('menuitem', { name: /^Send 8 copies|^Send copies of 8/ }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Actions for .* returns 401/ }).click();
  await openMenu(page).getByRole('menuitem', { name: 'Filter by this' }).click();
  await expect(page.getByRole('button', { name: /^Edit filter/ })).toHaveText([
    ...['state:refused', 'destination=Billing', 'code:client_error', 'status=401'],
  ]);
  await expect(page.getByRole('option')).toHaveCount(8);
});

test('keeps the rows of a group in place while one is selected', async ({ page, host, target }) => {
  target.respond(503);
  const { source } = await connect(host, target.url, { retry: patient });
  await trackMany(host, source, 20);
  await target.received(20);
  await enter(page, host);
  await expect(rows(page)).toHaveCount(6);
  await rows(page).nth(2).click();
  const before = await rows(page).allTextContents();
  await trackMany(host, source, 5);
  await target.received(25);
  await expect(groups(page).first()).toHaveAccessibleName(/503 .* 25$/);
  await expect(tree(page).getByRole('treeitem', { name: 'Show 5 new' })).toBeVisible();
  expect((await rows(page).allTextContents()).map(eventOf)).toEqual(before.map(eventOf));
  await page.keyboard.press('l');
  await expect(tree(page).getByRole('treeitem', { name: /new$/ })).toHaveCount(0);
  await expect(rows(page).first()).toHaveAccessibleName(/Event 5/);
});

/** Without the age, which changes. */
const eventOf = (text: string): string | undefined => /Event \d+/.exec(text)?.[0];

test('looks good in both themes and at every size', async ({ page, host, target, otherTarget }) => {
  otherTarget.respond(500);
  const source = await some(host, target, 8);
  await addDestination(host, {
    name: 'A destination with a name that no list has enough space for',
    webhookUrl: `${otherTarget.url}/a/path/that/is/longer/than/the/list/is/wide/and/does/not/end`,
    retry: noRetry,
    sourceIds: [source.id],
  });
  await trackMany(host, source, 2);
  await otherTarget.received(2);
  await enter(page, host);
  await expect(groups(page)).toHaveCount(4);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(detail(page).getByRole('article')).toBeVisible();
  await expectGoodLooksInBothThemes(page, 'groups');
  for (const [width, height] of [
    [900, 600],
    [1280, 800],
    [1600, 1000],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectRoom(page, `groups, ${width}x${height}`);
    // A long URL leaves room for what it does.
    await expect(group(page, /not\/end/).getByText(/^ returns 500$/)).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('k');
  await page.keyboard.press('Shift+R');
  await expect(page.getByRole('region', { name: /^Retry \d/ })).toBeVisible();
  await expectGoodLooksInBothThemes(page, 'the plan of a group');
});
