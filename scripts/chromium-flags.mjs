/** Flags of Chromium for tests. */

/** Popups of the address bar, which cost a process and a fifth of the time per page. */
const addressBarPopups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Disabled by Playwright too, because Chromium uses only the last --disable-features. */
const disabledByPlaywright = [
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
  // Chromium's sandbox does not work for root, the usual user in containers.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // No background network requests during tests.
  return [
    ...asRoot,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--no-default-browser-check',
    `--disable-features=${[...addressBarPopups, ...disabledByPlaywright].join()}`,
  ];
}
