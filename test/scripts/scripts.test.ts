import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { mirrorOf } from '../../scripts/electron-binary.mjs';
import { isInstalled } from '../../scripts/ensure-dependencies.mjs';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { hasDisplay } from '../../scripts/has-display.mjs';
import { machineNode, nodeFile } from '../../scripts/node-binary.mjs';
import { inProject } from '../../scripts/project.mjs';
import { withLock } from '../../scripts/with-lock.mjs';

describe('installed packages', () => {
  const locked = { '': {}, 'node_modules/a': { version: '1.0.0' } };
  const optional = { 'node_modules/b': { version: '1.0.0', optional: true } };

  test('are current when every locked version is installed', () => {
    expect(isInstalled(locked, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
    expect(isInstalled(locked, { 'node_modules/a': { version: '1.0.1' } })).toBe(false);
    expect(isInstalled(locked, {})).toBe(false);
  });
  test('may lack optional packages, which are for other systems', () => {
    expect(isInstalled(optional, {})).toBe(true);
  });
});

describe('the Node that runs the installation', () => {
  test("is the system's, not the one being replaced", () => {
    const machine = temporaryFolder();
    writeFileSync(join(machine, nodeFile), '');
    const own = join(mkdtempSync(join(temporaryFolder(), 'x')), 'node_modules', '.bin');
    const PATH = [own, machine].join(process.platform === 'win32' ? ';' : ':');
    expect(machineNode({ PATH })).toBe(join(machine, nodeFile));
  });
});

describe("the system's Node, before packages are installed", () => {
  const scripts = Object.values(packageJson.scripts).filter((line) => /^node scripts/.test(line));
  test.each(scripts)('runs %s', (line) => {
    const clone = temporaryFolder();
    cpSync(inProject('scripts'), join(clone, 'scripts'), { recursive: true });
    const { status, stderr } = spawnSync(machineNode(), line.split(' ').slice(1), { cwd: clone });
    expect(stderr.toString()).toContain('package-lock.json');
    expect(status).toBe(1);
  });
});

describe('Chromium', () => {
  test('is taken from CHROMIUM_PATH', () => {
    const path = join(temporaryFolder(), 'chromium');
    writeFileSync(path, '');
    expect(findChromium({ CHROMIUM_PATH: path })).toBe(path);
  });
  test('is not replaced by another one when CHROMIUM_PATH does not exist', () => {
    expect(findChromium({ ...process.env, CHROMIUM_PATH: '/nowhere/chromium' })).toBeNull();
  });
});

describe('Electron', () => {
  test("is downloaded from the mirror that Electron's installer would use", () => {
    expect(mirrorOf({})).toContain('github.com/electron');
    expect(mirrorOf({ ELECTRON_MIRROR: 'https://m.test/' })).toBe('https://m.test/');
    const both = {
      ELECTRON_MIRROR: 'https://m.test/',
      npm_config_electron_mirror: 'https://n.test/',
    };
    expect(mirrorOf(both)).toBe('https://n.test/');
  });
  test('needs a display', () => {
    expect(hasDisplay('linux', {})).toBe(false);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  });
});

test('a lock lets one process at a time do its work', async () => {
  const order: string[] = [];
  let release = (): void => undefined;
  const first = withLock('test', async () => {
    order.push('first begins');
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    order.push('first ends');
  });
  const second = withLock('test', async () => {
    order.push('second begins');
  });
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins']);
});

describe('npm run bench', () => {
  const bench = (...args: readonly string[]) =>
    spawnSync(process.execPath, [inProject('scripts', 'bench.mjs'), ...args], { encoding: 'utf8' });

  test('with --help lists its rows and measures nothing', () => {
    const { status, stderr } = bench('--help');
    expect(status).toBe(0);
    for (const word of ['end-to-end', 'million', 'growth']) expect(stderr).toContain(word);
    expect(stderr).not.toContain('Medians');
  });

  test.each(['nothing', 'toString', '--nothing'])('names the rows after %s', (argument) => {
    const { status, stderr } = bench(argument, '--help');
    expect(status).toBe(2);
    expect(stderr).toContain('end-to-end');
  });
});
