/** Every screen, empty and full, light and dark, wide and narrow: accessible, whole, without errors. */

import type { Page } from '@playwright/test';
import { expectGoodLooks } from './support/looks.ts';
import { type FullHost, test } from './support/shared-hosts.ts';
import { enter, expect, goTo, watchFaults } from './support/workbench.ts';

// A trace would hold axe itself once for every screen.
test.use({ trace: 'off' });

interface Screen {
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
  ['authorities', 'Trusted authorities'],
  ['data', 'Data'],
  ['configuration', 'Configuration'],
  ['shortcuts', 'Keyboard shortcuts'],
  ['about', 'About'],
].map(([path = '', heading = '']) => ({
  name: `settings, ${path}`,
  place: `#/settings/${path}`,
  heading,
}));

const emptyScreens: readonly Screen[] = [
  { name: 'deliveries', place: '#/inspector', heading: 'No deliveries yet' },
  { name: 'messages', place: '#/inspector/messages', heading: 'No messages yet' },
  { name: 'rejected', place: '#/inspector/rejected', heading: 'Nothing was rejected' },
  { name: 'nothing filtered', place: '#/inspector?state=refused', heading: /No delivery matches/ },
  { name: 'no such delivery', place: '#/inspector/deliveries/9', heading: 'It is not there' },
  { name: 'send', place: '#/send', heading: 'Nothing to send as' },
  { name: 'destinations', place: '#/destinations', heading: 'No destinations yet' },
  { name: 'no such destination', place: '#/destinations/x', heading: /New destination|not there/ },
  { name: 'sources', place: '#/sources', heading: 'No sources yet' },
];

/** A state as its delivery shows it, under one of the tabs. */
const delivery = ({ placeOf }: FullHost, state: string, tab = 'Request'): Screen => ({
  name: `a ${state} delivery, ${tab}`,
  place: placeOf.get(state) ?? '',
  heading: new RegExp(` ${state}$`),
  act: async (page) => {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByRole('tabpanel', { name: tab, exact: true })).toBeVisible();
  },
});

const fullScreens = (host: FullHost): readonly Screen[] => [
  delivery(host, 'delivered', 'Response'),
  delivery(host, 'delivered', 'Message'),
  ...[
    'delivered',
    'retrying',
    'paused',
    'exhausted',
    'refused',
    'cancelled',
    'filtered',
    'excluded',
  ].map((state) => delivery(host, state)),
  {
    name: 'a toast',
    place: host.placeOf.get('delivered') ?? '',
    heading: / delivered$/,
    act: async (page) => {
      await page.keyboard.press('c');
      await expect(page.getByText('Copied as cURL').first()).toBeVisible();
    },
  },
  { name: 'a message', place: '#/inspector/messages/1', heading: 'Order Completed' },
  { name: 'a rejected one', place: '#/inspector/rejected/1', heading: /no_user_anon_id/ },
  { name: 'a rejected body', place: '#/inspector/rejected/2', heading: /unknown_source/ },
  {
    name: 'send',
    place: '#/send',
    heading: 'What would go out',
    act: async (page) => {
      await expect(page.getByRole('region', { name: 'delivered', exact: true })).toBeVisible();
      await page.getByRole('combobox', { name: 'Send as' }).click();
    },
  },
  {
    name: 'a destination with what is refused in it',
    place: '#/destinations',
    heading: 'Retries',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Webhook URL' }).fill('nowhere');
      await page.getByRole('textbox', { name: 'First delay' }).fill('soon');
      await page.getByRole('textbox', { name: 'Shared secret' }).fill(' spaced ');
      await page.keyboard.press('ControlOrMeta+s');
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'a new destination',
    place: '#/destinations/new',
    heading: 'New destination',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a webhook with headers' }).click();
      await page.getByRole('button', { name: 'Add a header' }).click();
    },
  },
  {
    name: 'sources, with the menu',
    place: '#/sources',
    heading: 'Send events',
    act: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  ...settings,
  {
    name: 'the palette',
    place: '#/inspector',
    heading: 'No delivery is open',
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the keys',
    place: '#/sources',
    heading: 'Send events',
    act: async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

async function look(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { name, place, heading, act } of screens) {
    await goTo(page, place);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await act?.(page);
    await expectGoodLooks(page, name);
    // Closes what the act has opened.
    await page.keyboard.press('Escape');
  }
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of [
    ['1280x800', { width: 1280, height: 800 }],
    ['900x600', { width: 900, height: 600 }],
  ] as const)
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } });

      test('every empty screen', async ({ page, emptyHost }) => {
        const faults = watchFaults(page);
        await enter(page, emptyHost);
        await look(page, emptyScreens);
        expect(faults).toEqual([]);
      });

      test('the page without access', async ({ page, emptyHost }) => {
        await page.goto(new URL('/', emptyHost.interfaceUrl).href);
        await expect(page.getByRole('heading', { name: /has no access yet/ })).toBeVisible();
        await expectGoodLooks(page, 'no access');
      });

      test('every full screen', async ({ page, fullHost }) => {
        test.slow();
        const faults = watchFaults(page);
        await enter(page, fullHost);
        await look(page, fullScreens(fullHost));
        expect(faults).toEqual([]);
      });
    });
