/** The filter language in the bar above the list: by keyboard, with help, errors and a live list. */

import type { Page } from '@playwright/test';
import { press } from './support/keys.ts';
import { patient } from './support/lasting-states.ts';
import { expectGoodLooks, expectGoodLooksInBothThemes } from './support/looks.ts';
import { connect, ingest, track, trackMany } from './support/seed.ts';
import type { Host } from './support/start-host.ts';
import { enter, expect, goTo, openMenu, stateCounts, test } from './support/workbench.ts';

const rows = (page: Page) => page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option');
const line = (page: Page) => page.getByRole('combobox', { name: 'Filter deliveries' });
const tag = (page: Page, text: string) =>
  page.getByRole('button', { name: `Remove filter ${text}`, exact: true });

/** Orders of 50, 100 and 150, by two users; none of them finishes by itself. */
async function orders(host: Host, url: string, settings = {}) {
  const { source } = await connect(host, url, settings);
  const batch = [50, 100, 150].map((total, index) => ({
    type: 'track',
    userId: index === 0 ? 'grace' : 'ada',
    event: `Order of ${total}`,
    properties: { total },
  }));
  await ingest(host, source.writeKey, { batch }, '/v1/batch');
  return source;
}

test('enters a filter with the keyboard, moves to the list, and fits long terms', async ({
  page,
  host,
  target,
}) => {
  const source = await orders(host, target.url);
  await enter(page, host);

  await test.step('terms are entered, corrected and removed', async () => {
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('/');
    await expect(line(page)).toBeFocused();
    await page.keyboard.type('body.properties.total>=100 (user:ada or user:grace)');
    await expect(
      page.getByText(
        'Deliveries where properties.total in the body is at least 100 and (the user contains "ada" or the user contains "grace").',
      ),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await expect(tag(page, 'body.properties.total>=100')).toBeVisible();
    await expect(tag(page, 'user:ada or user:grace')).toBeVisible();
    expect(new URL(page.url()).hash).toContain('filter=body.properties.total');

    await page.keyboard.type('not event:"150"');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toHaveAccessibleName(/Order of 100/);

    await page.keyboard.press('Backspace');
    await expect(line(page)).toHaveValue('not event:150');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('event:50');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveAccessibleName(/Order of 150/);
    await page.reload();
    await expect(tag(page, 'event:50')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });
  await test.step('Enter and Escape move to the list; Escape restores what is applied', async () => {
    const list = page.getByRole('listbox', { name: 'Deliveries' });
    await page.keyboard.press('/');
    await page.keyboard.type('type:track');
    await page.keyboard.press('Enter');
    await expect(tag(page, 'type:track')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(list).toBeFocused();
    await page.keyboard.press('j');
    const detail = page.getByRole('region', { name: 'Delivery' }).getByRole('article');
    await expect(detail).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('body.properties.total>>1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
    await expect(line(page)).toHaveValue('');
    await expect(detail).toBeVisible();
    // Also a term that was taken out to be edited.
    await page.keyboard.press('/');
    await page.keyboard.press('Backspace');
    await expect(line(page)).toHaveValue('type:track');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
    await expect(tag(page, 'type:track')).toBeVisible();
    await expect(line(page)).toHaveValue('');
  });
  await test.step('many and long terms fit', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await trackMany(host, source, 30);
    const filter = `type:track status<500 event:"${'a long name '.repeat(8)}" or event:1 has:warning or attempts<9`;
    await goTo(page, `#/deliveries?filter=${encodeURIComponent(filter)}`);
    await expect(tag(page, filter)).toBeVisible();
    await expectGoodLooksInBothThemes(page, 'a long filter');
  });
});

test('applies a key pressed before the rows have loaded', async ({ page, host, target }) => {
  await orders(host, target.url);
  let release = (): void => undefined;
  await page.routeWebSocket(/\/rpc$/, (link) => {
    const held: (string | Buffer)[] = [];
    let isHeld = false;
    const server = link.connectToServer();
    link.onMessage((message) => {
      isHeld ||= message.toString().includes('type:track');
      server.send(message);
    });
    server.onMessage((message) => {
      if (isHeld) held.push(message);
      else link.send(message);
    });
    release = () => {
      isHeld = false;
      for (const message of held) link.send(message);
    };
  });
  await enter(page, host, '#/settings');
  await goTo(page, '#/deliveries?filter=type%3Atrack');
  await expect(tag(page, 'type:track')).toBeVisible();
  await page.keyboard.press('j');
  release();
  await expect(page.getByRole('listbox', { name: 'Deliveries' })).toBeFocused();
  await expect(rows(page).nth(0)).toHaveAttribute('aria-selected', 'true');
});

test('suggests, completes and checks what is typed', async ({ page, host, target }) => {
  await orders(host, target.url);
  await enter(page, host);

  await test.step('Tab completes at the end of a word only', async () => {
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('/');
    await expect(page.getByRole('option', { name: /^state:/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option', { name: /^state:/ })).toBeHidden();
    await expect(line(page)).not.toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('user=u3');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect(line(page)).toHaveValue('user=u3');
    await expect(line(page)).not.toBeFocused();
  });
  await test.step('paths in recent bodies are suggested', async () => {
    await expect(rows(page)).toHaveCount(3);
    await line(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('body.user');
    const path = page.getByRole('option', { name: /^body\.userId=/ });
    await expect(path).toBeVisible();
    await path.click();
    await expect(line(page)).toHaveValue('body.userId=');
  });
  await test.step('an error is marked at its character once it is final', async () => {
    await line(page).fill('state:retri');
    const error = page.getByRole('alert').filter({ hasText: 'not a valid value for state' });
    await expect(page.getByRole('option', { name: /state:retri/ })).toBeHidden();
    await expect(error).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(error).toContainText('"retri"');
    await expect(error.locator('mark')).toHaveText('retri');
    await expect(line(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(line(page)).toHaveAccessibleDescription(/"retri" is not a valid value for state/);
    await expect(rows(page)).toHaveCount(3);
    await line(page).fill('statsu:5 ');
    // Read with the line, to which it belongs, also while suggestions are open.
    await expect(page.locator('[role=alert] mark')).toHaveText('statsu');
    await expect(line(page)).toHaveAccessibleDescription(/Unknown field "statsu"/);
    await expectGoodLooks(page, 'a filter that cannot be read');
  });
  await test.step('field and value are completed', async () => {
    await page.keyboard.press('Control+a');
    await page.keyboard.type('ev');
    await expect(page.getByRole('option', { name: /^event:/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(line(page)).toHaveValue('event:');
    await expect(page.getByRole('option', { name: /^event:"Order of 150"/ })).toBeVisible();
    await page.keyboard.type('100');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(tag(page, 'event:"Order of 100"')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.type('gav');
    await expect(page.getByRole('option', { name: /^state:gave_up/ })).toBeVisible();
    await expectGoodLooks(page, 'suggestions');
  });
});

test('keeps an invalid filter for editing, and clears a filter', async ({ page, host, target }) => {
  await orders(host, target.url);
  await enter(page, host, '#/deliveries?filter=status%3E%3E500');

  await test.step('an invalid filter of the URL stays for editing', async () => {
    await expect(line(page)).toHaveValue('status>>500');
    await expect(page.getByRole('alert').locator('mark')).toHaveText('>');
    const remove = page.getByRole('button', { name: 'Clear filter', exact: true });
    await expect(remove).toBeVisible();
    // Reported once, and without what cannot help.
    await expect(page.getByText(/Extra operator/)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await press(page, remove);
    await expect(line(page)).toHaveValue('');
    await expect(rows(page)).toHaveCount(3);
    await goTo(page, '#/deliveries?activity=full&filter=status%3E%3E500');
    await expect(page.getByText(/Extra operator/)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await press(page, remove);
    await expect(page.getByRole('heading', { name: 'Latency' })).toBeVisible();
    await goTo(page, '#/deliveries?filter=status%3E%3E500');
    await line(page).fill('status<500');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
  });
  await test.step('several terms go with one key', async () => {
    const filtered = '#/deliveries?filter=type%3Atrack%20user%3Aada%20event%3A150';
    await goTo(page, filtered);
    const tags = page.getByRole('button', { name: /^Remove filter / });
    const list = page.getByRole('listbox', { name: 'Deliveries' });
    await expect(tags).toHaveCount(3);
    await line(page).blur();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toContainText('Clear filter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(list).toBeFocused();
    await page.keyboard.press('Shift+F');
    await expect(tags).toHaveCount(0);
    await expect(rows(page)).toHaveCount(3);
    await expect(list).toBeFocused();

    await goTo(page, filtered);
    await expect(tags).toHaveCount(3);
    await page.keyboard.press('/');
    await page.keyboard.type('For');
    await page.keyboard.press('Control+Shift+F');
    await expect(tags).toHaveCount(0);
    await expect(line(page)).toHaveValue('');
    await expect(line(page)).toBeFocused();
    await expect(rows(page)).toHaveCount(3);

    await goTo(page, filtered);
    await tags.last().focus();
    await page.keyboard.press('Shift+F');
    await expect(tags).toHaveCount(0);
    await expect(line(page)).toBeFocused();

    await goTo(page, '#/deliveries?filter=type%3Anothing%20and');
    await expect(line(page)).toHaveValue('type:nothing and');
    await line(page).press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Clear filter');
    await page.keyboard.press('Enter');
    await expect(line(page)).toHaveValue('');
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Filter deliveries');
    await expect(sheet).not.toContainText('Clear filter');
  });
});

test('updates a list whose filter only the core can evaluate', async ({ page, host, target }) => {
  target.respond(503, 503, 503, 503, 200);
  const source = await orders(host, target.url, { retry: patient });
  await enter(page, host);
  await line(page).fill('body.properties.total>60 not state:delivered');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await ingest(host, source.writeKey, {
    userId: 'ada',
    event: 'Order of 200',
    properties: { total: 200 },
  });
  await expect(rows(page).first()).toHaveAccessibleName(/^waiting .*Order of 200/);
  await track(host, source, 'Without a total');
  await expect(stateCounts(page)).toHaveAccessibleName(/4 waiting/);
  await expect(rows(page)).toHaveCount(3);
  // What stops matching leaves the list; its detail stays open.
  await rows(page).first().click();
  await expect(page.getByRole('article', { name: 'Order of 200' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('article', { name: 'Order of 200' })).toBeVisible();
});

test('saves, counts, applies, finds and removes a filter with the keyboard', async ({
  page,
  host,
  target,
}) => {
  const source = await orders(host, target.url);
  await enter(page, host);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('f');
  const saved = page.getByRole('dialog', { name: 'Saved filters' });
  await expect(saved).toContainText('No saved filters');
  await page.keyboard.press('Escape');
  await expect(saved).toBeHidden();

  await line(page).fill('body.properties.total>60');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await line(page).blur();
  await page.keyboard.press('f');
  await expect(saved.getByRole('textbox', { name: 'Save filter as' })).toBeFocused();
  await page.keyboard.type('Big orders');
  await page.keyboard.press('Enter');
  const row = saved.getByRole('button', { name: /^Big orders/ });
  await expect(row).toHaveAccessibleName(/^Big orders body.properties.total>60 2$/);
  await expectGoodLooks(page, 'saved filters');
  const total = { userId: 'ada', event: 'Order', properties: { total: 99 } };
  await ingest(host, source.writeKey, total);
  await expect(row).toHaveAccessibleName(/ 3$/);
  await page.keyboard.press('Escape');
  await tag(page, 'body.properties.total>60').click();
  await expect(rows(page)).toHaveCount(4);
  await line(page).blur();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('Big ord');
  await expect(page.getByRole('option', { name: /^Filter: Big orders/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tag(page, 'body.properties.total>60')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Remove saved filter Big orders' }).press('Enter');
  await expect(row).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(saved).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  // The focus is in the toast, where letters are no commands.
  await page.getByRole('button', { name: 'List actions' }).press('Enter');
  await openMenu(page).getByRole('menuitem', { name: 'Saved filters…' }).press('Enter');
  await expect(row).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'List actions' })).toBeFocused();
});

test('shows which filter applies, and clears what does not', async ({ page, host, target }) => {
  await orders(host, target.url);
  await enter(page, host, '#/deliveries?filter=user%3Anobody');

  await test.step('that nothing matches is shown once, with a way out', async () => {
    const detail = page.getByRole('region', { name: 'Delivery', exact: true });
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await expect(detail.getByRole('heading')).toHaveCount(0);
    await press(page, page.getByRole('button', { name: 'Clear filter', exact: true }));
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('j');
    await expect(detail.getByRole('article')).toBeVisible();
  });
  await test.step('unapplied text is marked, and a plan names its filter', async () => {
    await goTo(page, '#/deliveries?filter=event%3Aorder');
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('/');
    await page.keyboard.type('user=unknown');
    await expect(line(page)).toHaveAccessibleDescription(
      'Enter applies: Deliveries where the event contains "order" and the user is "unknown".',
    );
    await line(page).blur();
    await expect(line(page)).toHaveValue('user=unknown');
    await expect(line(page)).toHaveAccessibleDescription(
      'Enter applies. Deliveries where the event contains "order".',
    );
    await page.keyboard.press('Shift+R');
    const plan = page.getByRole('region', { name: 'Choose URLs to retry' });
    await expect(plan).toContainText('Deliveries where the event contains "order".');
    await expect(plan).not.toContainText('unknown');
  });
  await test.step('another filter replaces the input', async () => {
    await page.keyboard.press('Escape');
    await line(page).fill('state:nowhere');
    await page.keyboard.press('Enter');
    const error = page.getByRole('alert').filter({ hasText: 'not a valid value for state' });
    await expect(error).toBeVisible();
    await page.evaluate(() => {
      location.hash = '#/deliveries?filter=event%3A50';
    });
    await expect(tag(page, 'event:50')).toBeVisible();
    await expect(line(page)).toHaveValue('');
    await expect(error).toBeHidden();
  });
});
