/** Fuses: what the packaged program can never do, however it is started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appUrl } from '#desktop/app-address.ts';

const configuration = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8');

function fuses(): Readonly<Record<string, boolean>> {
  const [, section = ''] = /^electronFuses:\n((?: .*\n)+)/m.exec(configuration) ?? [];
  return Object.fromEntries(
    [...section.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => [
      name,
      value === 'true',
    ]),
  );
}

it('every fuse of Electron is set', () => {
  expect(fuses()).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

it('file:// privileges are not needed', () => {
  expect(new URL(appUrl).protocol).not.toBe('file:');
});
