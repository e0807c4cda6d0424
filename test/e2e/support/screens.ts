/** Every screen there is, and what is done on it before it is looked at. */

import type { Page } from '@playwright/test';
import { stateLabel } from '#shared/deliveries/text.ts';
import { node } from './board.ts';
import type { FullHost } from './shared-hosts.ts';
import { unfold } from './unfold.ts';
import { expect, openMenu, openPalette, openVerify, section } from './workbench.ts';

export interface Screen {
  readonly name: string;
  readonly place: string;
  /** A heading that stands there once all is drawn. */
  readonly heading: string | RegExp;
  /** What is done there before looking. */
  readonly act?: (page: Page) => Promise<void>;
}

const settings = [
  ['appearance', 'Appearance'],
  ['addresses', 'Addresses'],
  ['delivery', 'Delivery'],
  ['notifications', 'Notifications'],
  ['authorities', 'Certificate authorities'],
  ['privacy', 'Privacy'],
  ['data', 'Stored data'],
  ['configuration', 'Configuration'],
  ['shortcuts', 'Keyboard shortcuts'],
  ['about', 'Version'],
  ['nowhere', 'Not found'],
].map(([path = '', heading = '']) => ({
  name: `settings, ${path}`,
  place: `#/settings/${path}`,
  heading,
}));

const firstRun = 'What does your server do with an event?';

export const emptyScreens: readonly Screen[] = [
  { name: 'test', place: '#/deliveries/test', heading: firstRun },
  { name: 'deliveries', place: '#/deliveries', heading: firstRun },
  {
    name: 'messages',
    place: '#/deliveries/messages',
    heading: 'Events appear here as they arrive',
  },
  { name: 'rejected', place: '#/deliveries/rejected', heading: 'No rejected messages' },
  { name: 'copies', place: '#/deliveries/copies', heading: 'No copies' },
  {
    name: 'nothing filtered',
    place: '#/deliveries?state=blocked',
    heading: 'Nothing matches',
  },
  { name: 'no such delivery', place: '#/deliveries/9', heading: 'Not found' },
  { name: 'nothing compared', place: '#/deliveries/compare/1', heading: 'Nothing to compare' },
  { name: 'no activity', place: '#/deliveries?activity=full', heading: 'Deliveries' },
  {
    name: 'send',
    place: '#/connections',
    heading: 'No connections yet',
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+e');
      await expect(page.getByRole('heading', { name: 'No sources yet' })).toBeVisible();
    },
  },
  { name: 'connections', place: '#/connections', heading: 'No connections yet' },
  {
    name: 'no such destination',
    place: '#/connections/destinations/x',
    heading: 'Destination not found',
  },
  { name: 'a first source', place: '#/connections/sources/new', heading: 'New source' },
  { name: 'audiences', place: '#/audiences', heading: 'No audiences yet' },
  { name: 'no such audience', place: '#/audiences/audiences/x', heading: /first audience/ },
  { name: 'traits', place: '#/audiences/traits', heading: /first computed trait/ },
  { name: 'deletions', place: '#/audiences/deletions', heading: 'New deletion request' },
  { name: 'what a built-in scenario would do', place: '#/rehearse', heading: 'Outage' },
  { name: 'no such scenario', place: '#/rehearse/x.yaml', heading: 'Scenario not found' },
  { name: 'an unknown address', place: '#/nowhere', heading: 'Not found' },
  {
    name: 'an empty check of a signature',
    place: '#/settings',
    heading: 'Settings',
    act: async (page) => {
      await openVerify(page);
      await expect(page.getByRole('heading', { name: 'Nothing to check yet' })).toBeVisible();
    },
  },
];

const idOf = ({ placeOf }: FullHost, state: string): string =>
  placeOf.get(state)?.split('/').at(-1) ?? '';

/** A state as its delivery shows it. */
const delivery = ({ placeOf }: FullHost, state: string): Screen => ({
  name: `a ${state} delivery`,
  place: placeOf.get(state) ?? '',
  heading: new RegExp(` ${stateLabel(state)}$`),
});

export const fullScreens = (host: FullHost): readonly Screen[] => [
  {
    ...delivery(host, 'delivered'),
    name: 'a delivered delivery, with its message',
    act: async (page) => {
      await section(page, 'Message').click();
      await expect(page.getByRole('region', { name: 'Differences' })).toBeVisible();
    },
  },
  {
    ...delivery(host, 'delivered'),
    name: 'a delivered delivery, with a toast',
    act: async (page) => {
      await page.keyboard.press('c');
      await expect(page.getByText('Copied as cURL').first()).toBeVisible();
    },
  },
  ...['waiting', 'refused', 'gave_up', 'blocked', 'cancelled', 'not_sent'].map((state) =>
    delivery(host, state),
  ),
  {
    ...delivery(host, 'waiting'),
    name: 'a waiting delivery without copies',
    act: async (page) => {
      await section(page, 'Copies').click();
      await expect(page.getByText('No copies yet')).toBeVisible();
    },
  },
  { name: 'a copy', place: host.copyPlace, heading: /^Copy / },
  {
    name: 'a comparison',
    place: `#/deliveries/compare/${idOf(host, 'delivered')}/${idOf(host, 'waiting')}`,
    heading: 'Timings',
  },
  {
    name: 'the editor of a copy, with what is refused in it',
    place: `${host.placeOf.get('gave_up')}/edit`,
    heading: /^Edit and send a copy/,
    act: async (page) => {
      const choice = page.getByRole('combobox', { name: 'X-Signature' });
      await choice.click();
      await page.getByRole('option', { name: 'One byte changed' }).click();
      await expect(choice).toContainText('One byte changed');
      await page.getByRole('textbox', { name: 'URL' }).fill('nowhere');
      await page.getByRole('textbox', { name: 'Name of header 1' }).fill('Host');
      await expect(page.getByRole('alert')).toHaveCount(2);
      await choice.click();
    },
  },
  {
    name: 'a HAR, pasted in the editor of a copy',
    place: `${host.placeOf.get('gave_up')}/edit`,
    heading: /^Edit and send a copy/,
    act: async (page) => {
      await page.getByRole('button', { name: 'Paste cURL or HAR' }).click();
      const dialog = page.getByRole('dialog', { name: 'Paste cURL or HAR' });
      const entry = { request: { method: 'POST', url: 'http://127.0.0.1:9/hook' } };
      const har = JSON.stringify({ log: { entries: [entry, entry] } });
      await dialog.getByRole('textbox').fill(har);
      await dialog.getByRole('button', { name: 'Use request' }).click();
      await expect(dialog.getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'a filter with an error, and suggestions',
    place: '#/deliveries?filter=type%3Atrack+(status%3E%3D500+or+event%3AOrder)',
    heading: 'No delivery selected',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Filter deliveries' }).fill('status>high ');
      await expect(page.getByRole('option', { name: /^state:/ })).toBeVisible();
      await expect(page.getByText('"high" is not a number')).toBeVisible();
    },
  },
  {
    name: 'saved filters',
    place: '#/deliveries?filter=state%3Awaiting',
    heading: 'No delivery selected',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Filter deliveries' }).fill('');
      await page.getByRole('button', { name: 'List actions' }).click();
      await openMenu(page).getByRole('menuitem', { name: 'Saved filters…' }).click();
      await expect(page.getByRole('dialog', { name: 'Saved filters' })).toBeVisible();
    },
  },
  { name: 'activity', place: '#/deliveries?activity=full', heading: 'Latency' },
  {
    name: 'activity as tables, narrowed',
    place: '#/deliveries?activity=full&filter=not+state%3Anot_sent',
    heading: 'Latency',
    act: async (page) => {
      for (const button of await page.getByRole('button', { name: 'Show as table' }).all())
        await button.click();
      await expect(page.getByRole('table', { name: /^Attempt latency/ })).toBeVisible();
    },
  },
  { name: 'a message', place: '#/deliveries/messages/1', heading: 'Order Completed' },
  {
    name: 'the list of copies',
    place: '#/deliveries/copies/1',
    heading: 'Copy 1',
  },
  {
    name: 'an export, with secrets',
    place: '#/deliveries?filter=type%3Atrack',
    heading: 'No delivery selected',
    act: async (page) => {
      await page.keyboard.press('o');
      await page.getByRole('checkbox', { name: 'Include secrets' }).click();
      await expect(page.getByText('Secrets are saved')).toBeVisible();
      await expect(page.getByText(/deliver(y|ies), about/)).toBeVisible();
    },
  },
  { name: 'a rejected one', place: '#/deliveries/rejected/1', heading: /no_user_anon_id/ },
  { name: 'a rejected body', place: '#/deliveries/rejected/2', heading: /unknown_source/ },
  {
    name: 'send',
    place: '#/deliveries',
    heading: 'No delivery selected',
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+e');
      await expect(page.getByRole('region', { name: 'Request', exact: true })).toBeVisible();
      await page.getByRole('combobox', { name: 'Send as' }).click();
    },
  },
  {
    name: 'send, a file',
    place: '#/connections',
    heading: 'Connections',
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+e');
      await page.getByRole('radio', { name: 'File' }).click();
      await expect(page.getByRole('heading', { name: 'No file' })).toBeVisible();
    },
  },
  {
    name: 'a destination with errors',
    place: '#/connections',
    heading: 'Connections',
    act: async (page) => {
      await node(page, 'delivered').click();
      await page.getByRole('textbox', { name: 'URL 1' }).fill('nowhere');
      await unfold(page, 'Retries');
      await page.getByRole('textbox', { name: 'First delay' }).fill('soon');
      await page.getByRole('textbox', { name: 'Shared secret' }).fill(' spaced ');
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'a new destination',
    place: '#/connections/destinations/new',
    heading: 'New destination',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add URL' }).click();
      await page.getByRole('button', { name: 'Add header' }).first().click();
    },
  },
  {
    name: 'a source, with the menu',
    place: '#/connections',
    heading: 'Connections',
    act: async (page) => {
      await node(page, 'Shop').click();
      await page.getByRole('button', { name: 'More actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'a request at a mock endpoint',
    place: '#/connections/mocks/signed/requests',
    heading: 'signed',
    act: async (page) => {
      await page
        .getByRole('option', { name: / POST\b/ })
        .first()
        .click();
      await expect(page.getByRole('region', { name: 'Connection' })).toBeVisible();
    },
  },
  {
    name: 'a mock endpoint that refuses',
    place: '#/connections/mocks/refused',
    heading: 'refused',
  },
  {
    name: 'the board, with the faults',
    place: '#/connections/mocks/signed',
    heading: 'signed',
    act: async (page) => {
      await page.keyboard.press('f');
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'a behavior with errors',
    place: '#/connections/mocks/many-steps',
    heading: 'Behavior',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Random' }).click();
      await page.getByRole('textbox', { name: 'Delay of step 1', exact: true }).fill('soon');
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'the gallery', place: '#/connections/mocks/new', heading: 'Malformed HTTP' },
  {
    name: 'a signature that two mistakes explain',
    place: '#/audiences',
    heading: 'Big Spenders',
    act: async (page) => {
      await openVerify(page);
      await page.getByRole('textbox', { name: 'Body', exact: true }).fill('{"path":"/a/b"}');
      await page.getByLabel('Shared secret', { exact: true }).fill(' s3cret');
      // The HMAC-SHA1 of {"path":"\\/a\\/b"} under " s3cret".
      const observed = 'sha1=28b6e38a949af2d18359c2000e9b5bca2a343a1f';
      await page.getByLabel('Signature', { exact: true }).fill(observed);
      await expect(page.getByRole('list', { name: 'Differences' })).toBeAttached();
    },
  },
  {
    name: 'verification code',
    place: '#/audiences',
    heading: 'Big Spenders',
    act: async (page) => {
      await openPalette(page);
      await page.keyboard.type('verification code');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: /^receiver\./ })).toBeVisible();
    },
  },
  {
    name: 'a certification, with a check switched off',
    place: '#/rehearse/certify-receiver',
    heading: 'Certify receiver',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'URL', exact: true }).fill('http://127.0.0.1:9/hook');
      await page.getByLabel('Shared secret', { exact: true }).fill('s3cret');
      await page.getByRole('button', { name: /^Accepts signed requests/ }).click();
      await page.getByRole('switch', { name: 'Check: Signed deletion notice' }).click();
      await page.getByLabel('Reason').fill('Nothing is deleted.');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByText('Connection refused')).toBeVisible();
    },
  },
  {
    name: 'members, with an invalid form',
    place: '#/audiences',
    heading: 'Big Spenders',
    act: async (page) => {
      await page.getByRole('button', { name: 'Change users' }).click();
      await page.getByRole('radio', { name: 'Generate' }).click();
      await page.getByRole('textbox', { name: 'ID pattern' }).fill('same for all');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'a plan and the syncs before',
    place: '#/audiences',
    heading: 'Big Spenders',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sync', exact: true }).click();
      await expect(page.getByRole('row')).toHaveCount(3);
      await expect(page.getByRole('tree', { name: 'Body' }).first()).toBeVisible();
    },
  },
  {
    name: 'settings of an audience with errors',
    place: '#/audiences',
    heading: 'Big Spenders',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Integrations' }).fill('nothing');
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'a new audience', place: '#/audiences/audiences/new', heading: 'New audience' },
  { name: 'values', place: '#/audiences/traits', heading: 'Next sync' },
  { name: 'the plan of a deletion', place: '#/audiences/deletions', heading: 'Plan' },
  {
    name: 'a started deletion',
    place: '#/audiences/deletions',
    heading: 'Plan',
    act: async (page) => {
      await page.getByRole('option', { name: /^2 users/ }).click();
      await expect(page.getByRole('option', { name: /^eve / })).toBeVisible();
    },
  },
  { name: 'a new deletion', place: '#/audiences/deletions/new', heading: 'New deletion request' },
  ...settings,
  {
    name: 'the palette',
    place: '#/deliveries',
    heading: 'No delivery selected',
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the keys',
    place: '#/connections',
    heading: 'Connections',
    act: async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
