/** The configuration of electron-builder, as far as it can be checked without packaging. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const project = join(import.meta.dirname, '../..');
const configuration = parse(readFileSync(join(project, 'electron-builder.yml'), 'utf8'));
const schema = JSON.parse(
  readFileSync(join(project, 'node_modules/app-builder-lib/scheme.json'), 'utf8'),
);

it('follows the schema of electron-builder', () => {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  validate(configuration);
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ ...configuration, win: { target: 'nsis', unknown: 1 } })).toBe(false);
});

it('has every target on x64 and arm64', () => {
  const targets = ['linux', 'mac', 'win'].flatMap((platform) => configuration[platform].target);
  expect(targets.map(({ target }) => target)).toEqual([
    ...['AppImage', 'deb', 'rpm'],
    ...['dmg', 'zip'],
    ...['nsis', 'portable'],
  ]);
  for (const { arch } of targets) expect(arch).toEqual(['x64', 'arm64']);
});

it('every file that a target writes has its own name', () => {
  const { artifactName, portable } = configuration;
  expect(portable.artifactName).not.toBe(artifactName);
  for (const name of [artifactName, portable.artifactName]) expect(name).toMatch(/\$\{arch\}/);
});

it('has an icon large enough for every system, and entitlements', () => {
  const icon = readFileSync(join(project, 'build/icon.png'));
  // Width and height in the header of a PNG file.
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]);
  expect(existsSync(join(project, configuration.mac.entitlements))).toBe(true);
});
