/** What a spec works with: a running host of its own, receivers, and a page that is let in. */
import { test as base } from '@playwright/test';
import { type Host, type HostOptions, startHost } from './start-host.ts';
import { startTargetServer, type TargetServer } from './target-server.ts';

interface Fixtures {
  /** Options for the host of this spec: `test.use({ hostOptions: { args: ['--config', file] } })`. */
  hostOptions: HostOptions;
  host: Host;
  target: TargetServer;
  /** A second receiver, for destinations with several webhooks. */
  otherTarget: TargetServer;
}

export const test = base.extend<Fixtures>({
  hostOptions: [{}, { option: true }],
  host: async ({ hostOptions }, use) => {
    const host = await startHost(hostOptions);
    await use(host);
    await host.stop();
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

export { expect } from '@playwright/test';
