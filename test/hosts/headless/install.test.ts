import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const scripts = join(import.meta.dirname, '../../../scripts');

/** A project with the scripts and one package in a local folder, so that no registry is needed. */
function projectLackingLockEntry(): string {
  const folder = temporaryFolder();
  cpSync(scripts, join(folder, 'scripts'), { recursive: true });
  mkdirSync(join(folder, 'unlocked'));
  const write = (path: string, content: object) =>
    writeFileSync(join(folder, path), JSON.stringify(content));
  write('unlocked/package.json', { name: 'unlocked', version: '1.0.0' });
  const project = { name: 'project', version: '1.0.0' };
  write('package.json', { ...project, dependencies: { unlocked: 'file:unlocked' } });
  write('package-lock.json', { ...project, lockfileVersion: 3, packages: { '': project } });
  return folder;
}

test('installs nothing when the lock file lacks a package', () => {
  const folder = projectLackingLockEntry();
  const lockFile = () => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const before = lockFile();
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/build.mjs')], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/EUSAGE/);
  expect(stderr.trim().split('\n').at(-1)).toContain('package-lock.json');
  expect(status).toBe(1);
  expect(existsSync(join(folder, 'node_modules/unlocked'))).toBe(false);
  expect(lockFile()).toBe(before);
});
