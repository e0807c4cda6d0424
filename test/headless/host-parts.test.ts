import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultDataFolder } from '#headless/data-folder.ts';
import { logLine } from '#headless/log.ts';
import { hasDisplay } from '#headless/open-browser.ts';
import { plainSecretBox } from '#headless/plain-secret-box.ts';
import { createSiteCheck, urlHost } from '#headless/site-check.ts';
import { createStopper } from '#headless/stop-signal.ts';

describe('the folder for data', () => {
  const home = join('home', 'ada');
  test.each([
    ['linux', {}, join('/home/ada', '.config', 'Hookwright')],
    ['linux', { XDG_CONFIG_HOME: '/conf' }, join('/conf', 'Hookwright')],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, join('/home/ada', '.config', 'Hookwright')],
    ['darwin', {}, join('/home/ada', 'Library', 'Application Support', 'Hookwright')],
    ['win32', { APPDATA: join('C', 'Roaming') }, join('C', 'Roaming', 'Hookwright')],
  ] as const)('is the usual one on %s with %o', (platform, env, folder) => {
    expect(defaultDataFolder({ platform, env, home: '/home/ada' })).toBe(folder);
  });
  test('is found on Windows without its variable, too', () => {
    const folder = defaultDataFolder({ platform: 'win32', env: {}, home });
    expect(folder).toBe(join(home, 'AppData', 'Roaming', 'Hookwright'));
  });
});

describe('a line of the log', () => {
  const at = (level: number, rest: object) =>
    logLine(JSON.stringify({ level, time: Date.UTC(2026, 0, 1), msg: 'Happened.', ...rest }));

  test('is one line with its details', () => {
    expect(at(30, { port: 8378, name: 'two words' })).toMatch(
      /^\d\d:\d\d:\d\d info {2}Happened\. port=8378 name="two words"\n$/,
    );
  });
  test('tells a warning by its message, a fault of the program by its place', () => {
    const err = { message: 'It broke.', stack: 'Error: It broke.\n    at here' };
    expect(at(40, { err })).toContain('\n    It broke.\n');
    expect(at(40, { err })).not.toContain('at here');
    expect(at(50, { err })).toContain('at here');
  });
});

describe('a display', () => {
  test.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['darwin', { SSH_CONNECTION: 'x' }, false],
    ['win32', {}, true],
  ] as const)('on %s with %o: %s', (platform, env, there) => {
    expect(hasDisplay(platform, env)).toBe(there);
  });
});

describe('the names a server answers to', () => {
  test('leave out the port only where it is the usual one', () => {
    expect(createSiteCheck('127.0.0.1', 80).host('localhost')).toBe(true);
    expect(createSiteCheck('127.0.0.1', 8378).host('localhost')).toBe(false);
  });
  test('include the address it listens on', () => {
    expect(createSiteCheck('workbench.test', 8378).host('Workbench.test:8378')).toBe(true);
    expect(createSiteCheck('::1', 8378).host('[::1]:8378')).toBe(true);
    expect(urlHost('::1')).toBe('[::1]');
  });
  test('are missing in a request without one', () => {
    expect(createSiteCheck('127.0.0.1', 8378).host(undefined)).toBe(false);
  });
});

describe('being asked to stop', () => {
  test('twice at once is one Ctrl+C, which comes from the terminal and from npm', async () => {
    let forced = 0;
    let now = 0;
    const stopper = createStopper(
      () => now,
      () => {
        forced += 1;
      },
    );
    stopper.ask({ reason: 'SIGINT' });
    now = 100;
    stopper.ask({ reason: 'SIGINT' });
    expect(forced).toBe(0);
    now = 2_000;
    stopper.ask({ reason: 'SIGINT' });
    expect(forced).toBe(1);
    expect(await stopper.promise).toEqual({ reason: 'SIGINT' });
  });
});

describe('a secret without a keychain', () => {
  test('comes back as it was typed', () => {
    for (const secret of ['', ' pass word ', 'é\u0000💥'])
      expect(plainSecretBox.open(plainSecretBox.seal(secret))).toBe(secret);
  });
  test('that a keychain sealed is not taken for the secret itself', () => {
    expect(() => plainSecretBox.open(Buffer.from([1, 2, 3]))).toThrow('keychain');
  });
});
