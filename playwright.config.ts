import { defineConfig, devices } from '@playwright/test';
import { quietFlags } from './scripts/chromium-flags.mjs';
import { findChromium } from './scripts/find-chromium.mjs';
import { patienceMs } from './scripts/test-patience.mjs';

const chromium = findChromium();

export default defineConfig({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  globalSetup: './test/e2e/support/ensure-built.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Each worker drives a browser and a host: more than the cores of a small machine only slow down.
  workers: 2,
  // These end hangs; they do not measure. No spec sets limits of its own.
  timeout: patienceMs.test,
  expect: { timeout: patienceMs.expect },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // Options of a worker are the same for all specs, so that it and its hosts do not restart.
    // A trace costs a fifth of the time: `npx playwright test --trace on` records one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...quietFlags(),
        // The shapes of letters otherwise follow settings of the machine, and pictures with them.
        ...['--font-render-hinting=none', '--disable-lcd-text'],
        // Pages live too briefly for optimized code to pay: a tenth less processor time.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
  projects: [
    { name: 'chromium-headless-host', testDir: 'test/e2e' },
    // A stand-in for Electron, not Electron: it runs our main and preload code in Chromium.
    { name: 'desktop-double', testDir: 'test/desktop-double' },
    // Skipped, and says so, where there is no Electron binary or no display.
    { name: 'electron', testDir: 'test/e2e-electron' },
  ],
});
