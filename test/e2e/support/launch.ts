/** What a spec works with: a host with nothing in it, receivers, and a page that is let in. */
import { expect } from '@playwright/test';
import { type HostContent, type Hosts, offerHosts } from './hosts.ts';
import { test as base } from './shared-hosts.ts';
import type { Host } from './start-host.ts';
import { startTargetServer, type TargetServer } from './target-server.ts';

interface Fixtures {
  /** How deliveries are grouped. Most specs read the rows of one list; null is as at a first start. */
  groupBy: 'none' | null;
  /** What the host begins with: `test.use({ hostOptions: { firstContent: true } })`. */
  hostOptions: HostContent;
  /** Starts for every test on its own folder, in the worker's process for hosts. */
  host: Host;
  target: TargetServer;
  /** A second receiver, for destinations with several webhooks. */
  otherTarget: TargetServer;
}

export const test = base.extend<Fixtures, { hosts: Hosts }>({
  hosts: [
    async ({ browserName: _ }, use) => {
      const hosts = offerHosts();
      await use(hosts);
      await hosts.end();
    },
    { scope: 'worker' },
  ],
  groupBy: ['none', { option: true }],
  page: async ({ page, groupBy }, use) => {
    if (groupBy !== null)
      await page.addInitScript((chosen) => {
        // Pages of errors have no storage.
        if (location.protocol.startsWith('http')) localStorage['deliveries.group-by'] ??= chosen;
      }, groupBy);
    await use(page);
  },
  hostOptions: [{}, { option: true }],
  host: async ({ hosts, hostOptions }, use) => {
    const host = await hosts.start(hostOptions);
    await use(host);
    expect(await host.stop(), host.log()).toBe(0);
  },
  target: async ({ hostOptions: _ }, use) => {
    const target = await startTargetServer();
    await use(target);
    await target.stop();
  },
  otherTarget: async ({ hostOptions: _ }, use) => {
    const target = await startTargetServer();
    await use(target);
    await target.stop();
  },
});

export { expect };
