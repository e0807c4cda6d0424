import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemDataFolder } from '#main/hosts/headless/data-folder.ts';
import { logLines } from '#main/hosts/headless/log.ts';
import { hasDisplay, opener } from '#main/hosts/headless/open-browser.ts';
import { createOriginCheck, urlHost } from '#main/hosts/headless/origin-check.ts';
import { plainSecretBox } from '#main/hosts/headless/plain-secret-box.ts';
import { createStopper } from '#main/hosts/headless/stop-signal.ts';

describe('the data folder', () => {
  const home = '/home/ada';
  test.each([
    ['linux', {}, join('/home/ada', '.config', 'Hookwright')],
    ['linux', { XDG_CONFIG_HOME: '/conf' }, join('/conf', 'Hookwright')],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, join('/home/ada', '.config', 'Hookwright')],
    ['darwin', {}, join('/home/ada', 'Library', 'Application Support', 'Hookwright')],
    ['win32', { LOCALAPPDATA: join('C', 'Local') }, join('C', 'Local', 'Hookwright')],
  ] as const)('is the usual one on %s with %o', (platform, env, folder) => {
    expect(systemDataFolder({ platform, env, home })).toBe(folder);
  });
  test('is found on Windows without its environment variable', () => {
    const folder = systemDataFolder({ platform: 'win32', env: {}, home });
    expect(folder).toBe(join(home, 'AppData', 'Local', 'Hookwright'));
  });
});

describe('a log line', () => {
  const at = (level: number, rest: object) =>
    logLines(JSON.stringify({ level, time: Date.UTC(2026, 0, 1), msg: 'Happened.', ...rest }));

  test('includes its details', () => {
    expect(at(30, { port: 8378, name: 'two words' })).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d info {2}Happened\. port=8378 name="two words"$/),
    ]);
  });
  test('shows the message of a warning, and the stack of an unexpected error', () => {
    const err = { message: 'It broke.', stack: 'Error: It broke.\n    at here' };
    expect(at(40, { err }).slice(1)).toEqual(['    It broke.']);
    expect(at(50, { err }).at(-1)).toMatch(/at here$/);
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

describe('the program that opens a browser', () => {
  test.each([
    ['linux', {}, 'xdg-open'],
    ['darwin', {}, 'open'],
    ['win32', { SystemRoot: 'D:\\Win' }, 'D:\\Win\\System32\\rundll32.exe'],
    ['win32', {}, 'C:\\Windows\\System32\\rundll32.exe'],
  ] as const)('on %s with %o is %s', (platform, env, program) => {
    expect(opener(platform, env, 'http://127.0.0.1/')[0]).toBe(program);
  });
});

describe('the host names of a server', () => {
  test('omit the default port', () => {
    expect(createOriginCheck('127.0.0.1', 80).host('localhost')).toBe(true);
    expect(createOriginCheck('127.0.0.1', 8378).host('localhost')).toBe(false);
  });
  test('include the address it listens on', () => {
    expect(createOriginCheck('workbench.test', 8378).host('Workbench.test:8378')).toBe(true);
    expect(createOriginCheck('::1', 8378).host('[::1]:8378')).toBe(true);
    expect(urlHost('::1')).toBe('[::1]');
  });
  test('reject a request without a host name', () => {
    expect(createOriginCheck('127.0.0.1', 8378).host(undefined)).toBe(false);
  });
});

describe('a stop request', () => {
  test('that arrives twice within a moment counts once, since npm forwards Ctrl+C', async () => {
    let forced = 0;
    let now = 0;
    const stopper = createStopper(
      () => now,
      () => {
        forced += 1;
      },
    );
    stopper.requestStop({ reason: 'SIGINT' });
    now = 100;
    stopper.requestStop({ reason: 'SIGINT' });
    expect(forced).toBe(0);
    now = 2_000;
    stopper.requestStop({ reason: 'SIGINT' });
    expect(forced).toBe(1);
    expect(await stopper.promise).toEqual({ reason: 'SIGINT' });
  });
});

describe('a secret without a keychain', () => {
  test('is read back unchanged', () => {
    for (const secret of ['', ' pass word ', 'é\u0000💥'])
      expect(plainSecretBox.open(plainSecretBox.seal(secret))).toBe(secret);
  });
  test('cannot be read if a keychain encrypted it', () => {
    expect(() => plainSecretBox.open(Buffer.from([1, 2, 3]))).toThrow('desktop app');
  });
});
