import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import packageJson from '../../package.json' with { type: 'json' };
import {
  bundledPackages,
  readPackages,
  thirdPartyNotices,
} from '../../scripts/third-party-notices.ts';

const packages = [...readPackages().values()];

const textOf = (wanted: string): string | undefined =>
  packages.find(({ name }) => name === wanted)?.text;

it('the list has every dependency and bundled package', () => {
  const names = new Set(packages.map(({ name }) => name));
  const shipped = [...Object.keys(packageJson.dependencies), ...bundledPackages, 'scheduler'];
  expect(shipped.filter((name) => !names.has(name))).toEqual([]);
  expect(names).not.toContain('typescript');
});

it('the list has the license text of every package', () => {
  expect(packages.filter(({ text }) => text.trim() === '')).toEqual([]);
  expect(textOf('react')).toContain('Permission is hereby granted');
  expect(textOf('better-sqlite3')).toContain('Permission is hereby granted');
  expect(textOf('@fontsource-variable/inter')).toContain('SIL OPEN FONT LICENSE');
});

it('a package without a license file is listed with its license and author', () => {
  expect(textOf('abstract-logging')).toMatch(/^License: MIT\s+Author: \S/);
});

/** Builds one module that imports a file of a package. */
function bundle(imported: string) {
  const folder = temporaryFolder();
  const file = join(import.meta.dirname, '../../node_modules', imported);
  writeFileSync(join(folder, 'index.js'), `import ${JSON.stringify(file)};`);
  return build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [thirdPartyNotices()],
    build: { write: false, rolldownOptions: { input: join(folder, 'index.js') } },
  });
}

it('the notices are written next to the bundle', async () => {
  expect(await bundle('fflate/esm/browser.js')).toMatchObject({
    output: expect.arrayContaining([
      expect.objectContaining({
        fileName: 'third-party-notices.txt',
        source: expect.stringContaining(`react ${packageJson.devDependencies.react} (MIT)`),
      }),
    ]),
  });
});

it('a bundled package without a notice fails the build', async () => {
  await expect(bundle('publint/src/index.js')).rejects.toThrow('node_modules/publint');
});
