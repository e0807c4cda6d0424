/** The screenshots: one entry per picture, saved as `docs/NAME-light.webp` and `-dark.webp`. */
import type { Page } from '@playwright/test';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { StoredScenario } from '#shared/scenarios/schema/workspace.ts';
import { node } from '../e2e/support/board.ts';
import type { Host } from '../e2e/support/start-host.ts';
import { expect, openVerify } from '../e2e/support/workbench.ts';

export interface Shot {
  readonly name: string;
  readonly place: string;
  /** Prepares the page, and waits for the content to be visible. */
  readonly act: (page: Page) => Promise<unknown>;
}

const see = (page: Page, name: string | RegExp): Promise<void> =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();

/** The newest order with a retry scheduled. */
async function retriedOrder(host: Host): Promise<string> {
  const filter = encodeURIComponent('state:waiting event="Order Completed"');
  const page = (await host.api('GET', `/deliveries?filter=${filter}`)) as {
    items: DeliverySummary[];
  };
  return `#/deliveries/${page.items[0]?.id}`;
}

/** The board with the editor of a node. */
const onBoard = (name: string, nodeName: string): Shot => ({
  name,
  place: '#/connections',
  act: async (page) => {
    await expect(page.getByText(/endpoints (is|are) down/)).toBeVisible();
    await node(page, nodeName).last().click();
  },
});

/** Pictures of a first start, which have a host of their own. */
export const firstShots: readonly Shot[] = [
  {
    name: 'start',
    place: '#/deliveries/test',
    act: async (page) => {
      const result = page.getByRole('region', { name: 'Result' });
      await page.getByRole('button', { name: 'Use a mock endpoint' }).click();
      await expect(result).toContainText('Rejects forged requests');
    },
  },
];

/** The exploration of a server that processes copies again. */
export async function explorationShots(host: Host, serverUrl: string): Promise<readonly Shot[]> {
  const file = 'idempotency.yaml';
  await host.api('POST', '/scenarios', { file, example: file });
  const { text, version } = (await host.api('GET', `/scenarios/${file}`)) as StoredScenario;
  await host.api('PUT', `/scenarios/${file}`, {
    ...{ text: text.replace('http://127.0.0.1:3000', serverUrl), version },
  });
  return [
    {
      name: 'explore',
      place: `#/rehearse/${file}?show=vary`,
      act: async (page) => {
        await page.getByRole('button', { name: /^Explore/ }).click();
        const result = page.getByRole('region', { name: 'Result' });
        await expect(result).toContainText('side effects', { timeout: 120_000 });
      },
    },
  ];
}

export async function shotsOf(host: Host): Promise<readonly Shot[]> {
  const order = await retriedOrder(host);
  return [
    {
      name: 'deliveries',
      place: order,
      act: async (page) => {
        await see(page, /waiting$/);
      },
    },
    {
      name: 'compare',
      place: order,
      act: async (page) => {
        await see(page, /waiting$/);
        await page
          .getByRole('button', { name: /: Attempt \d+, .*200/ })
          .last()
          .click();
        await page.keyboard.press('d');
        await see(page, 'Timings');
      },
    },
    {
      name: 'activity',
      place: '#/deliveries?activity=full',
      act: (page) => see(page, 'Attempts per delivery'),
    },
    {
      name: 'send',
      place: '#/deliveries',
      act: async (page) => {
        await page.keyboard.press('ControlOrMeta+e');
        await see(page, /^Goes to/);
      },
    },
    onBoard('connections', 'recovers'),
    onBoard('destinations', 'Staging hooks'),
    onBoard('sources', 'Website'),
    {
      name: 'settings',
      place: '#/settings/data',
      act: (page) => see(page, 'Retention'),
    },
    {
      name: 'mocks',
      place: '#/connections/mocks/recovers/requests',
      act: (page) =>
        page.getByRole('listbox', { name: 'Requests' }).getByRole('option').first().click(),
    },
    {
      name: 'audiences',
      place: '#/audiences',
      act: async (page) => {
        await page.getByRole('option', { name: /^Big Spenders/ }).click();
        await page.getByRole('button', { name: 'Sync', exact: true }).click();
        await expect(page.getByRole('tree', { name: 'Body' }).first()).toBeVisible();
      },
    },
    {
      name: 'scenarios',
      place: '#/rehearse/outage.yaml',
      act: async (page) => {
        await expect(page.getByRole('region', { name: 'Checks' })).toBeVisible();
        const files = page.getByRole('list', { name: 'Your scenarios' });
        await expect(files.getByRole('link').first()).toBeVisible();
      },
    },
    {
      name: 'signatures',
      place: '#/deliveries',
      act: async (page) => {
        await openVerify(page);
        await page.getByRole('textbox', { name: 'Body', exact: true }).fill('{"path":"/a/b"}');
        await page.getByLabel('Shared secret', { exact: true }).fill('s3cret');
        // The signature that PHP computes over its json_encode of the body, which escapes slashes.
        await page
          .getByLabel('Signature', { exact: true })
          .fill('3f0ee9cb2ecb3ef5e0220c97de3c1c45a4e4bc49');
        await expect(page.getByRole('list', { name: 'Differences' })).toBeAttached();
      },
    },
  ];
}
