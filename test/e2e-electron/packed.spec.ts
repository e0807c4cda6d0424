/**
 * The packed app as users get it. Its fuses keep Playwright out of the main process, so this test reaches only
 * the page, over Chromium's own debugging port.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from '@playwright/test';
import { quietFlags } from '../../scripts/chromium-flags.mjs';
import { hasDisplay } from '../../scripts/has-display.mjs';
import { unusedPort } from '../support/unused-ports.ts';
import { expect, ownOptions, test } from './start-electron.ts';

const program = process.env.HOOKWRIGHT_PACKED_APP ?? '';

test.skip(
  program === '' || !hasDisplay(process.platform, process.env),
  'There is no packed app or no display here: the package was not started.',
);

test('the packed app opens its window, and the interface connects', async ({ dataFolder }) => {
  const port = await unusedPort();
  const debugging = `--remote-debugging-port=${port}`;
  const app = spawn(program, [...quietFlags(), debugging, ...ownOptions(dataFolder)], {
    stdio: 'ignore',
  });
  const exited = once(app, 'exit');
  try {
    const address = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(`${address}/json/version`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    const browser = await chromium.connectOverCDP(address);
    const window = () =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((page) => page.url().startsWith('hookwright://app/'));
    await expect.poll(window).toBeDefined();
    await expect
      .poll(() =>
        window()
          ?.getByRole('button', { name: /Copy ingestion endpoint/ })
          .first()
          .isVisible(),
      )
      .toBe(true);
    await browser.close();
  } finally {
    app.kill();
    await exited;
  }
});
