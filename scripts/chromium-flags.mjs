/** How Chromium is started for tests. */

/** Lists below an address line that nobody sees: of every page they cost a process, and a fifth of the time. */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright switches off itself: of two such flags Chromium takes the last one only. */
const ofPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export function quietFlags() {
  // Chromium refuses to run its sandbox as root, as in most containers.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // A browser under test asks nothing of the network.
  return [
    ...asRoot,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--no-default-browser-check',
    `--disable-features=${[...unseen, ...ofPlaywright].join()}`,
  ];
}
