/** How Chromium is started for tests. */

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
  ];
}
