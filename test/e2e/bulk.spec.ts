/** Acting on everything that the filter lets through, and on one delivery: planned, run, undone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { unhurried } from '#test/support/unhurried.ts';
import { delayResponse } from './support/delayed-responses.ts';
import { press } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { expectGoodLooksInBothThemes } from './support/looks.ts';
import { connect, ingest, track, trackMany } from './support/seed.ts';
import { type Host, startHost } from './support/start-host.ts';
import type { TargetServer } from './support/target-server.ts';
import {
  enter,
  expect,
  goTo,
  hostIsAway,
  openMenu,
  openMore,
  openNewest,
  test,
} from './support/workbench.ts';

const ledgerOf = async (host: Host): Promise<Ledger> =>
  (await host.api('GET', '/ledger')) as Ledger;

async function waitingForRetry(host: Host): Promise<number> {
  const filter = encodeURIComponent('state:waiting attempts>0');
  const { items } = (await host.api('GET', `/deliveries?limit=500&filter=${filter}`)) as {
    items: readonly unknown[];
  };
  return items.length;
}

/** Events that failed once and wait for an hour, and others that were delivered. */
async function some(host: Host, target: TargetServer, failing: number, delivered = 0) {
  const setup = await connect(host, target.url, { retry: patient, profile: unhurried });
  if (delivered > 0) await trackMany(host, setup.source, delivered);
  await expect.poll(async () => (await ledgerOf(host)).delivered).toBe(delivered);
  target.respond(503);
  await trackMany(host, setup.source, failing);
  await expect.poll(() => waitingForRetry(host)).toBe(failing);
  target.respond(200);
  return setup;
}

const panel = (page: Page, name: RegExp | string) => page.getByRole('region', { name });

/** A job in the list that opens when one is started. */
const jobOf = (page: Page, name: RegExp | string) => page.getByRole('listitem', { name });

/** The menu beside the filter. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'List actions' }).click();
  await openMenu(page).getByRole('menuitem', { name: item }).click();
}

/** All accepted their delivery, so none is preselected. */
const chooseAllUrls = (page: Page): Promise<void> =>
  panel(page, 'Choose URLs').getByRole('checkbox', { name: 'All URLs' }).check();

/** Holds the frames of a plan: its progress, and the rest from its result on. */
async function holdPlan(page: Page) {
  const progress: (string | Buffer)[] = [];
  const rest: (string | Buffer)[] = [];
  const planned = Promise.withResolvers<void>();
  let send = (_message: string | Buffer): void => undefined;
  let isHeld = true;
  await page.routeWebSocket(/\/rpc$/, (link) => {
    send = (message) => link.send(message);
    const server = link.connectToServer();
    server.onMessage((message) => {
      const text = message.toString();
      if (isHeld && rest.length === 0 && text.includes('"kind":"progress"')) progress.push(message);
      else if (isHeld && (rest.length > 0 || text.includes('"kind":"plan"'))) {
        rest.push(message);
        planned.resolve();
      } else send(message);
    });
  });
  return {
    planned: planned.promise,
    releaseProgress: () => {
      for (const message of progress) send(message);
    },
    releaseRest: () => {
      isHeld = false;
      for (const message of rest) send(message);
    },
  };
}

test('shows the progress of a slow plan', async ({ page, host, target }) => {
  // Progress is shown after a second.
  await page.clock.install();
  const held = await holdPlan(page);
  const { source } = await connect(host, target.url);
  const event = {
    type: 'track',
    userId: 'ada',
    event: 'E',
    properties: { text: 'x'.repeat(30_000) },
  };
  const batch = Array.from({ length: 14 }, () => event);
  for (let sent = 0; sent < 280; sent += batch.length)
    await ingest(host, source.writeKey, { batch }, '/v1/batch');
  const terms = Array.from({ length: 99 }, (_, number) => `not body.k${number}:v`).join(' ');
  await enter(page, host, `#/deliveries?filter=${encodeURIComponent(terms)}`);
  await page.getByRole('button', { name: 'List actions' }).click();
  await openMenu(page).getByRole('menuitem', { name: /^Send/ }).click();
  const plan = panel(page, 'Send copies of matching deliveries');
  await held.planned;
  await page.clock.fastForward(2_000);
  held.releaseProgress();
  await expect(plan.getByRole('progressbar', { name: 'Scanned' })).toBeVisible();
  await expect(plan).toContainText(/[1-9]\d* deliveries so far, \d+% scanned/);
  held.releaseRest();
  await expect(panel(page, 'Choose URLs')).toContainText('280');
});

test('opens plans from the menu by their shortcuts, without clipping', async ({
  page,
  host,
  target,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await some(host, target, 3, 2);
  await enter(page, host);

  await test.step('shortcuts run items of the open menu', async () => {
    await expect(page.getByText('5 total', { exact: true })).toBeVisible();
    const menu = page.getByRole('menu');
    for (const [key, title] of [
      ['Shift+R', 'Retry 3 deliveries to 1 URL?'],
      ['Shift+X', 'Cancel 3 deliveries?'],
    ] as const) {
      await page.keyboard.press('a');
      // One of its items, or the menu itself until there is one.
      await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
      await page.keyboard.press(key);
      await expect(menu).toBeHidden();
      await expect(panel(page, title)).toBeFocused();
    }
    await page.keyboard.press('Escape');
  });
  await test.step('plans, jobs and the menu are accessible', async () => {
    await page.keyboard.press('Shift+E');
    await expect(panel(page, 'Send 3 copies to 1 URL?').getByLabel('Rate')).toBeVisible();
    await expectGoodLooksInBothThemes(page, 'plan of copies');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+X');
    await expect(panel(page, 'Cancel 3 deliveries?')).toBeVisible();
    await expectGoodLooksInBothThemes(page, 'plan of a cancel');
    await page.keyboard.press('Control+Enter');
    await expect(jobOf(page, '3 deliveries cancelled')).toBeVisible();
    await expectGoodLooksInBothThemes(page, 'the list of jobs');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(page.getByRole('menu')).toBeVisible();
    await expectGoodLooksInBothThemes(page, 'the menu of actions');
  });
});

test('cancels all matches, and reports skipped ones', async ({ page, host, target }) => {
  await some(host, target, 5, 3);
  await enter(page, host);
  await choose(page, 'Cancel 8…');
  const plan = panel(page, 'Cancel 5 deliveries?');
  await expect(plan).toContainText('All deliveries');
  await expect(plan.getByRole('list', { name: 'Skipped' })).toContainText('3already finished');
  await expect(plan.getByRole('table', { name: 'No further requests to' })).toContainText(
    'Staging hooks',
  );
  await expect(plan.getByRole('checkbox')).toHaveCount(0);
  await expect(plan).toContainText('A single delivery can be restored.');
  expect((await ledgerOf(host)).cancelled).toBe(0);
  await plan.getByRole('button', { name: 'Cancel 5' }).click();
  const done = jobOf(page, '5 deliveries cancelled');
  await expect(done).toBeVisible();
  expect(await ledgerOf(host)).toMatchObject({ cancelled: 5, waiting: 0, balanced: true });
  await page.keyboard.press('Escape');
  await expect(done).toBeHidden();
});

test('cancels filtered deliveries with the keyboard', async ({ page, host, target }) => {
  await some(host, target, 4, 2);
  await enter(page, host, '#/deliveries?filter=state:waiting');
  await expect(page.getByRole('option')).toHaveCount(4);
  await page.keyboard.press('Shift+R');
  const plan = panel(page, 'Retry 4 deliveries to 1 URL?');
  await expect(plan).toBeFocused();
  // Closed and opened again, this time from the menu.
  await page.keyboard.press('Escape');
  await expect(plan).toBeHidden();
  await page.keyboard.press('a');
  await expect(openMenu(page).getByRole('menuitem', { name: 'Retry 4…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(plan).toBeVisible();
  await press(page, plan.getByRole('button', { name: /^Retry 4 deliveries/ }));
  await expect(jobOf(page, '4 deliveries retried')).toBeVisible();
  await expect.poll(async () => (await ledgerOf(host)).delivered).toBe(6);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('send copies of all matching deliveries');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Nothing to send: no matches')).toBeVisible();
});

test('retries chosen URLs only, which are chosen by keyboard in a small window', async ({
  page,
  host,
  target,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await some(host, target, 2, 3);
  await enter(page, host);
  await page.keyboard.press('Shift+R');
  await expect(panel(page, 'Retry 2 deliveries to 1 URL?')).toBeFocused();
  const table = page.getByRole('table', { name: 'Requests to' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row', { name: /failed 503/ })).toContainText('2');
  const failed = table.getByRole('checkbox', { name: /, failed$/ });
  const accepted = table.getByRole('checkbox', { name: /, accepted$/ });
  await expect(failed).toBeChecked();
  await expect(accepted).not.toBeChecked();
  await expect(page.getByText(/duplicate/)).toHaveCount(0);
  await accepted.press('Space');
  await expect(panel(page, 'Retry 5 deliveries to 1 URL?')).toContainText(
    '3 requests are duplicates',
  );
  await failed.press('Space');
  await expect(panel(page, 'Retry 3 deliveries to 1 URL?')).toBeVisible();
  await expectGoodLooksInBothThemes(page, 'plan of a retry');
  await page.keyboard.press('Control+Enter');
  await expect(jobOf(page, '3 deliveries retried')).toContainText('2no chosen URL');
  await target.received(5 + 3);
  await expect.poll(() => ledgerOf(host)).toMatchObject({ delivered: 3, waiting: 2 });
});

test('sends copies at a rate, visible on every page, and can be paused and resumed', async ({
  page,
  host,
  target,
}) => {
  await some(host, target, 0, 20);
  await enter(page, host);
  await page.keyboard.press('Shift+E');
  await chooseAllUrls(page);
  const plan = panel(page, 'Send 20 copies to 1 URL?');
  await expect(plan).toContainText("Can't be undone.");
  await plan.getByLabel('Rate').fill('0');
  await expect(plan.getByRole('alert')).toContainText('more than 0');
  // Of more than a minute, so that it runs until it is paused.
  await plan.getByLabel('Rate').fill('0.2');
  await page.keyboard.press('Control+Enter');
  await expect(jobOf(page, 'Sending copies of 20 deliveries')).toContainText('Running');
  await page.keyboard.press('Escape');
  await goTo(page, '#/connections');
  const jobs = page.getByRole('banner').getByRole('button', { name: /^Activity/ });
  await expect(
    jobs.getByRole('progressbar', { name: 'Sending copies of 20 deliveries' }),
  ).toBeVisible();
  await jobs.click();
  await jobOf(page, 'Sending copies of 20 deliveries')
    .getByRole('button', { name: 'Pause' })
    .click();
  const paused = jobOf(page, /^\d+ of 20 deliveries sent as copies/);
  await expect(paused).toContainText('Paused');
  await target.received(21);
  const before = target.requests.length;
  await paused.getByRole('button', { name: 'Resume' }).click();
  await target.received(before + 1);
  const resumed = jobOf(page, 'Sending copies of 20 deliveries');
  await expect(resumed).toContainText('Running');
  await resumed.getByRole('button', { name: 'Cancel' }).click();
  await expect(jobOf(page, /^\d+ of 20 deliveries sent as copies/)).toContainText('Cancelled');
  expect(await ledgerOf(host)).toMatchObject({ routed: 20, delivered: 20, balanced: true });
});

test.describe('over a restart', () => {
  test.use({ expectedFaults: hostIsAway });

  test('shows an interrupted job as paused', async ({ page, target }) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hookwright-'));
    const args = ['--token', 'the-same'];
    const first = await startHost({ args, dataFolder });
    await some(first, target, 0, 20);
    await enter(page, first);
    await page.keyboard.press('Shift+E');
    await chooseAllUrls(page);
    await panel(page, 'Send 20 copies to 1 URL?').getByLabel('Rate').fill('0.2');
    await page.keyboard.press('Control+Enter');
    await target.received(21);
    await expect(jobOf(page, 'Sending copies of 20 deliveries')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(jobOf(page, 'Sending copies of 20 deliveries')).toBeHidden();
    const { port } = new URL(first.interfaceUrl);
    await first.stop();
    const second = await startHost({ args: [...args, '--port', port], dataFolder });
    await page.getByRole('button', { name: 'Activity 1 paused' }).click();
    const cut = jobOf(page, /^\d+ of 20 deliveries sent as copies/);
    await expect(cut).toContainText('Paused');
    await cut.getByRole('button', { name: 'Cancel' }).click();
    await expect(cut).toContainText('Cancelled');
    await second.stop();
    await rm(dataFolder, { recursive: true });
  });
});

test('cancels and restores one delivery from its header, by key and from the toast', async ({
  page,
  host,
  target,
}) => {
  const { source } = await some(host, target, 1);
  const detail = await openNewest(page, host);
  await openMore(detail);
  const heightOf = async () => (await page.getByRole('main').boundingBox())?.height;
  const height = await heightOf();
  await openMenu(page)
    .getByRole('menuitem', { name: /^Cancel/ })
    .click();
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('cancelled');
  await expect(detail).toContainText('cancelled manually');
  // The toast moves nothing.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  expect(await heightOf()).toBe(height);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('waiting');
  await page.keyboard.press('x');
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('cancelled');
  await openMore(detail);
  await expect(openMenu(page).getByRole('menuitem', { name: /^Undo cancel/ })).toBeVisible();
  await page.keyboard.press('Escape');
  // The key does nothing until the cancelling has a response.
  await expect(page.getByText('Event 1 cancelled', { exact: true })).toBeVisible();
  await page.keyboard.press('u');
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('waiting');

  // In flight: that attempt is finished, and is the last.
  const held = delayResponse(503);
  target.respond(held.response);
  await track(host, source, 'Slow one');
  await target.received(2);
  await expect(page.getByRole('option', { name: /Slow one/ })).toBeVisible();
  await page.keyboard.press('k');
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('Slow one');
  await page.keyboard.press('x');
  await expect(page.getByText('Slow one cancelled')).toBeVisible();
  held.release();
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('cancelled');
  expect(await ledgerOf(host)).toMatchObject({ cancelled: 1, waiting: 1, balanced: true });
});
