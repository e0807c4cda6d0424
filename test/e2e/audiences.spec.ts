/** Audiences: creation, settings, and every way to change members. */

import type { Page } from '@playwright/test';
import { addAudience, addMembers, memberIds, sync } from './support/audiences.ts';
import { chooseFile } from './support/files.ts';
import { press } from './support/keys.ts';
import { addSource, connect } from './support/seed.ts';
import { enter, expect, goTo, hostIsAway, openMenu, test } from './support/workbench.ts';

async function chooseNew(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await openMenu(page).getByRole('menuitem', { name }).click();
}

test('creates audiences with a draft and a key derived from the name', async ({ page, host }) => {
  await enter(page, host, '#/audiences');
  await test.step('the menu focuses the open form and keeps what is in it', async () => {
    for (const [place, button, field] of [
      ['audiences', 'New audience', 'Name'],
      ['deletions', 'New deletion request', 'User IDs'],
    ] as const) {
      await goTo(page, `#/audiences/${place}`);
      const first = page.getByRole('textbox', { name: field });
      await chooseNew(page, button);
      await expect(first).toBeFocused();
      await first.fill('Night owls');
      await page.getByRole('heading', { level: 2 }).last().click();
      await chooseNew(page, button);
      await expect(first).toBeFocused();
      await expect(first).toHaveValue('Night owls');
    }
  });

  await test.step('the first audience brings its source, and its draft stays', async () => {
    await goTo(page, '#/audiences');
    await expect(page.getByRole('heading', { name: 'No audiences yet' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Night owls');
    await page.getByRole('textbox', { name: 'Source' }).fill('Shop');
    await page.getByRole('button', { name: 'Create source' }).click();
    await expect(page.getByRole('combobox', { name: 'Source' })).toContainText('Shop');
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('link', { name: 'Audiences' }).click();
    await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue('night_owls');
    await page.getByRole('button', { name: 'Create audience' }).click();
    await expect(page.getByRole('heading', { name: 'Night owls', level: 2 })).toBeVisible();
  });
  await test.step('the key follows the name until it is edited, and fields are checked', async () => {
    const [source] = (await host.api('GET', '/sources')) as { id: string }[];
    await addAudience(host, source?.id ?? '');
    await goTo(page, '#/audiences/audiences/new');
    const name = page.getByRole('textbox', { name: 'Name' });
    const key = page.getByRole('textbox', { name: 'Key' });
    await name.fill('HTTPServer 30days');
    await expect(key).toHaveValue('http_server_30days');

    await name.fill('日本語');
    await page.getByRole('button', { name: 'Create audience' }).click();
    await expect(key).toHaveAccessibleDescription(/big_spenders/);
    await key.fill('Not Snake');
    await expect(key).toHaveAccessibleDescription(/snake_case.*not_snake/);

    await key.fill('big_spenders');
    await page.getByRole('button', { name: 'Create audience' }).click();
    await expect(key).toHaveAccessibleDescription(/big_spenders.*(in use|taken|already|belongs)/i);
    await expect(name).toHaveValue('日本語');

    await name.fill('Early birds');
    await page.getByRole('button', { name: 'Use name' }).click();
    await expect(key).toHaveValue('early_birds');
    await page.getByRole('button', { name: 'Create audience' }).click();
    await expect(page.getByRole('heading', { name: 'Early birds', level: 2 })).toBeVisible();
    await expect(
      page.getByRole('option', { name: /^Early birds early_birds · Shop/ }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();
  });
});

test('changes, searches and removes members', async ({ page, host }) => {
  const audience = await addAudience(host, (await addSource(host)).id);
  await enter(page, host, '#/audiences');

  await test.step('members are added, found, removed, restored and replaced', async () => {
    const ids = page.getByRole('textbox', { name: 'User IDs' });
    await ids.fill(`ada\n\n${'x'.repeat(501)}\nbob`);
    await expect(ids).toHaveAccessibleDescription(/Line 3/);
    await ids.fill('ada\r\nbob  \n\nadam\nbob');
    await page.getByRole('button', { name: 'Add 3 users' }).click();
    await expect(page.getByRole('option', { name: /^ada will send true/ })).toBeVisible();
    await expect(ids).toHaveValue('');
    expect(await memberIds(host, audience)).toEqual(['ada', 'adam', 'bob']);

    await page.getByRole('textbox', { name: 'User ID prefix' }).fill('ad');
    await expect(page.getByRole('option', { name: /^bob/ })).toBeHidden();
    await page.getByRole('option', { name: /^adam/ }).click();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('option', { name: /^adam/ })).toBeHidden();
    const news = page.getByRole('dialog').filter({ hasText: '1 removed' });
    await news.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('option', { name: /^adam/ })).toBeVisible();
    expect(await memberIds(host, audience)).toEqual(['ada', 'adam', 'bob']);

    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('radio', { name: 'Replace all' }).click();
    await ids.fill('bob\ncyd');
    const before = await memberIds(host, audience);
    await page.getByRole('button', { name: 'Replace with 2 users' }).click();
    const dialog = page.getByRole('dialog', { name: /^Replace \d+ members?\?$/ });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(await memberIds(host, audience)).toEqual(before);
    await ids.press('ControlOrMeta+Enter');
    await dialog.getByRole('button', { name: 'Replace all' }).click();
    // A repeated key press must not remove everyone.
    await expect(page.getByRole('radio', { name: 'Add', exact: true })).toBeChecked();
    await expect.poll(() => memberIds(host, audience)).toEqual(['bob', 'cyd']);
    await expect(page.getByRole('option', { name: /^cyd/ })).toBeVisible();
    await expect(page.getByRole('option', { name: /^ada/ })).toHaveCount(0);
  });
  await test.step('the next member is selected after one is removed', async () => {
    await addMembers(host, audience, ['ada', 'dan']);
    const member = (userId: string) =>
      page.getByRole('option', { name: new RegExp(`^${userId} `) });
    await member('bob').click();
    await page.keyboard.press('Delete');
    await expect(member('bob')).toBeHidden();
    await expect(member('cyd')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('j');
    await expect(member('dan')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Delete');
    await expect(member('dan')).toBeHidden();
    await expect(member('cyd')).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('focus moves from the search to its results', async () => {
    await addMembers(host, audience, ['bob', 'bodil']);
    await page.getByRole('option', { name: /^ada / }).click();
    const search = page.getByRole('textbox', { name: 'User ID prefix' });
    for (const key of ['Enter', 'ArrowDown', 'Escape']) {
      await page.keyboard.press('/');
      await search.fill('bo');
      await expect(page.getByRole('option', { name: /^ada / })).toHaveCount(0);
      await page.keyboard.press(key);
      await expect(page.getByRole('listbox', { name: 'Members' })).toBeFocused();
      await expect(search).toHaveValue('bo');
    }
    await page.keyboard.press('j');
    await expect(page.getByRole('option', { name: /^bob / })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
});

test('waits for the results before moving focus from the search', async ({ page, host }) => {
  let release = (): void => undefined;
  await page.routeWebSocket(/\/rpc$/, (link) => {
    const held: (string | Buffer)[] = [];
    let isHeld = false;
    link.onMessage((message) => {
      isHeld ||= message.toString().includes('"search":"bo"');
      server.send(message);
    });
    const server = link.connectToServer();
    server.onMessage((message) => {
      if (isHeld) held.push(message);
      else link.send(message);
    });
    release = () => {
      isHeld = false;
      for (const message of held) link.send(message);
    };
  });
  const audience = await addAudience(host, (await addSource(host)).id);
  await addMembers(host, audience, ['ada', 'bob']);
  await enter(page, host, '#/audiences');
  await page.getByRole('option', { name: /^ada / }).click();
  await page.keyboard.press('/');
  const search = page.getByRole('textbox', { name: 'User ID prefix' });
  await search.fill('bo');
  const list = page.getByRole('listbox', { name: 'Members' });
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  release();
  await expect(list).toBeFocused();
});

test('imports pasted users beyond the limit of one request', async ({ page, host }) => {
  await addAudience(host, (await addSource(host)).id);
  await enter(page, host, '#/audiences');
  const ids = Array.from({ length: 10_001 }, (_, index) => `a,"${index}"`);
  // Pasted, because typing so many lines takes minutes.
  await page.evaluate((text) => navigator.clipboard.writeText(text), ids.join('\n'));
  await page.getByRole('textbox', { name: 'User IDs' }).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await page.getByRole('button', { name: 'Add 10,001 users' }).click();
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress.getByText('10,001 pasted users')).toBeVisible();
  await expect(progress.getByRole('status')).toHaveText('10,001 added');
  await expect(page.getByRole('option', { name: /^a,"0" / })).toBeVisible();
});

test('imports a file, with reasons for what it leaves out', async ({ page, host }) => {
  const audience = await addAudience(host, (await addSource(host)).id);
  await enter(page, host, '#/audiences');

  await test.step('skipped lines are reported by number', async () => {
    await page.getByRole('radio', { name: 'File' }).click();
    const csv = `email,userId\na@x.test,ada\nb@x.test,"bob, the ""first"""\nc@x.test,${'x'.repeat(501)}\n`;
    await chooseFile(page, 'Choose file', 'users.csv', csv);
    const progress = page.getByRole('region', { name: 'Progress' });
    await expect(progress.getByRole('status')).toHaveText('2 added');
    await expect(progress).toContainText('1 line skipped');
    await expect(progress).toContainText(/line 4.*too long/);
    expect(await memberIds(host, audience)).toEqual(['ada', 'bob, the "first"']);

    await page.getByRole('radio', { name: 'Replace all' }).click();
    await chooseFile(page, 'Choose file', 'users.jsonl', '"ada"\n{"userId": "dan"}\n{broken\n');
    const dialog = page.getByRole('dialog', { name: 'Replace 2 members?' });
    await dialog.getByRole('button', { name: 'Replace all' }).click();
    await expect(progress.getByRole('status')).toHaveText(/1 added, 1 removed, 1 unchanged/);
    await expect(progress).toContainText(/line 3/);
    expect(await memberIds(host, audience)).toEqual(['ada', 'dan']);
    await progress.getByRole('button', { name: 'Dismiss result' }).click();
    await expect(progress).toBeHidden();
  });
  await test.step('a file that is not UTF-8 is rejected', async () => {
    await page.getByRole('radio', { name: 'Add', exact: true }).click();
    await chooseFile(page, 'Choose file', 'latin1.csv', Buffer.from('zo\xeb\nada\n', 'latin1'));
    const progress = page.getByRole('region', { name: 'Progress' });
    await expect(progress.getByRole('alert')).toContainText('The file is not UTF-8.');
    expect(await memberIds(host, audience)).toEqual(['ada', 'dan']);
    await chooseFile(page, 'Choose file', 'utf8.csv', 'zoë\nada\n');
    await expect(progress.getByRole('status')).toHaveText(/1 added, 1 unchanged/);
    expect(await memberIds(host, audience)).toEqual(['ada', 'dan', 'zoë']);
  });
});

test('generates, pages through and churns members', async ({ page, host }) => {
  await addAudience(host, (await addSource(host)).id);
  await enter(page, host, '#/audiences');
  await page.getByRole('radio', { name: 'Generate' }).click();
  await page.getByRole('textbox', { name: 'ID pattern' }).fill('same for all');
  await expect(page.getByRole('textbox', { name: 'ID pattern' })).toHaveAccessibleDescription(
    /\{n\} or \{random\}/,
  );
  await page.getByRole('textbox', { name: 'ID pattern' }).fill('customer-{n}');
  await page.getByRole('textbox', { name: 'Count' }).fill('600');
  await page.getByRole('button', { name: 'Generate 600 users' }).click();
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress.getByRole('status')).toHaveText('600 added');
  const list = page.getByRole('listbox', { name: 'Members' });
  await list.focus();
  // The last row that is loaded, until all are.
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return page.getByRole('option', { name: /^customer-99 / }).isVisible();
    })
    .toBe(true);
  await expect(page.getByText('600 of 600')).toBeVisible();

  await page.getByRole('radio', { name: 'Churn' }).click();
  await page.getByRole('textbox', { name: 'Share' }).fill('10');
  await page.getByRole('button', { name: 'Churn 10%' }).click();
  await expect(progress.getByRole('status')).toHaveText('60 added, 60 removed');
  await expect(page.getByRole('heading', { name: 'Members 600' })).toBeVisible();
});

test('creates, fills and syncs an audience with the keyboard', async ({ page, host, target }) => {
  await connect(host, target.url);
  await enter(page, host, '#/settings');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeVisible();
  // Keys go on working until the form is asked for.
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'Rehearse', level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(name).toHaveValue('');
  await page.keyboard.press('n');
  await expect(name).toBeFocused();
  await page.keyboard.type('Night owls');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Night owls', level: 2 })).toBeVisible();
  await press(page, page.getByRole('textbox', { name: 'User IDs' }));
  await page.keyboard.type('ada\nbob');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Members 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Audiences' }).waitFor();
  await expect(page.getByRole('listbox', { name: 'Audiences' })).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByText('2 identify messages')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await target.received(2);
  await expect(page.getByRole('row', { name: /^1 manual completed 2 0/ })).toBeVisible();
});

test('deletes and restores an audience, and edits its settings', async ({ page, host, target }) => {
  const { source } = await connect(host, target.url);
  const audience = await addAudience(host, source.id);
  await enter(page, host, `#/audiences/audiences/${audience.id}`);

  await test.step('it is restored with its members and syncs', async () => {
    await addAudience(host, source.id, { name: 'Minnows' });
    await addMembers(host, audience, ['ada', 'bob']);
    await sync(host, `/audiences/${audience.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await openMenu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Minnows', level: 2 })).toBeVisible();
    expect(await host.api('GET', '/audiences')).toHaveLength(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Big Spenders', level: 2 })).toBeVisible();
    await expect(page.getByRole('option', { name: /^bob synced$/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /^1 manual completed 2 0/ })).toBeVisible();
  });
  await test.step('settings are edited, checked and reverted; the key is read-only', async () => {
    await expect(page.getByRole('heading', { name: audience.name })).toBeVisible();
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(audience.name);
    const integrations = page.getByRole('textbox', { name: 'Integrations' });
    await expect(page.getByRole('textbox', { name: 'Key' })).not.toBeEditable();
    await page.getByRole('textbox', { name: 'Name' }).fill('Whales');
    await integrations.fill('{"Webhooks": ');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(integrations).toHaveAccessibleDescription(/JSON/);
    await integrations.fill('{"Webhooks": false}');
    await page.getByRole('checkbox', { name: 'Auto-sync' }).click();
    await page.getByRole('textbox', { name: 'Every' }).fill('0');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('textbox', { name: 'Every' })).toHaveAccessibleDescription(
      /at least 1/,
    );
    await page.getByRole('textbox', { name: 'Every' }).fill('15');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('heading', { name: 'Whales', level: 2 })).toBeVisible();
    await expect(page.getByText('every 15 min')).toBeVisible();
    expect(await host.api('GET', `/audiences/${audience.id}`)).toMatchObject({
      name: 'Whales',
      key: 'big_spenders',
      schedule: { everyMinutes: 15 },
      integrations: { Webhooks: false },
    });
    await page.getByRole('textbox', { name: 'Name' }).fill('Minnows');
    await page.getByRole('button', { name: 'Revert' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Whales');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Minnows');
  });
});

test.describe('without a host', () => {
  test.use({ expectedFaults: hostIsAway });

  test('keeps typed input and shows the reason', async ({ page, host }) => {
    const audience = await addAudience(host, (await addSource(host)).id);
    await addMembers(host, audience, ['ada']);
    await enter(page, host, '#/audiences');
    await expect(page.getByRole('option', { name: /^ada/ })).toBeVisible();
    await host.stop();
    await expect(page.getByText('Connection lost.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Change users' }).click();
    const ids = page.getByRole('textbox', { name: 'User IDs' });
    await expect(ids).toBeFocused();
    await ids.fill('bob');
    await page.getByRole('button', { name: 'Add 1 user' }).click();
    await expect(ids).toHaveAccessibleDescription(/Connection lost/);
    await expect(ids).toHaveValue('bob');
    await expect(page.getByRole('option', { name: /^ada/ })).toBeVisible();
    await page
      .getByRole('region', { name: 'Change users' })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect(ids).toHaveCount(0);
    await expect(page.getByRole('region', { name: audience.name })).toBeFocused();
    await page.getByRole('button', { name: 'Change users' }).click();
    await expect(ids).toHaveValue('bob');
  });
});
