/** The client library in a browser: the suite that runs in Node too, and against Hookwright. */
import { suite } from '../client/suite/index.ts';
import { usersIn, usersUpTo } from '../client/support/mixed-calls.ts';
import type { RecordingService } from '../client/support/recording-service.ts';
import { startClientPage } from './support/client-page.ts';
import { test as base, expect } from './support/launch.ts';

const test = base.extend<object, { service: RecordingService }>({
  service: [
    async ({ browserName: _ }, use) => {
      const service = await startClientPage();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

test('passes the tests of Node in a page', async ({ page, service }) => {
  await page.goto(service.url);
  const results = await page.evaluate((url) => runSuite(url), service.url);
  expect(results.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(results.map(({ name }) => name)).toEqual(suite.map(({ name }) => name));
});

test('delivers each cross-origin call exactly once', async ({ page, host, target, service }) => {
  const source = (await host.api('POST', '/sources', { name: 'Page' })) as Record<string, string>;
  const webhook = { name: 'Hooks', webhookUrl: target.url, sourceIds: [source.id] };
  await host.api('POST', '/destinations', webhook);
  await page.goto(service.url);
  const calls = 1_000;
  const problems = await page.evaluate((given) => sendMixed(...given), [
    source.writeKey ?? '',
    host.ingestUrl,
    calls,
  ] satisfies Parameters<typeof sendMixed>);
  expect(problems).toEqual([]);
  await target.received(calls);
  expect(usersIn(target.requests.map(({ body }) => body.toString()))).toEqual(usersUpTo(calls));
  expect(await host.api('GET', '/ledger')).toMatchObject({ accepted: calls, rejected: 0 });
});

test('enables debug output through local storage', async ({ page, service }) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const callOnce = () => page.evaluate((url) => sendMixed('wk', url, 1), service.url);
  await page.goto(service.url);
  await callOnce();
  expect(lines).toEqual([]);
  await page.evaluate(() => localStorage.setItem('debug', 'analytics'));
  await page.reload();
  await callOnce();
  await expect
    .poll(() => lines.map((line) => /queued|flushing|response/.exec(line)?.[0]))
    .toEqual(['queued', 'flushing', 'response']);
});
